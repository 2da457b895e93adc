/** Installs the runtimes and compilers before any test, unless they are there: they are large, and several files use them. */
import { join } from 'node:path';
import { isOutdated, npm, root } from '../npm.js';

export default function setup(): void {
  for (const [name = '', ...options] of [['programs'], ['arm64', '--cpu=arm64']]) {
    const folder = join(root, 'test/package/consumers', name);
    if (isOutdated(folder)) npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', ...options);
  }
}
