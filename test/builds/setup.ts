/** Makes the tests of a vitest project run on the build that it names. */
import { inject } from 'vitest';
import { type Build, hideBeyond } from './emulate-build.js';

declare module 'vitest' {
  interface ProvidedContext {
    build: Build;
    /** In browsers, the package as one module. */
    packageText?: string | undefined;
    /** The script of a pool's workers. */
    poolWorkerText: string;
  }
}

hideBeyond(inject('build'));
