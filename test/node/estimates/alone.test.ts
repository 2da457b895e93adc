/** What the estimates load: themselves and the classes of the errors, and so no WebAssembly. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('loads nothing but its own files and the errors', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../../../ts/estimates/index.ts', import.meta.url))],
    absWorkingDir: fileURLToPath(new URL('../../..', import.meta.url)),
    bundle: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const loaded = Object.keys(metafile.inputs);
  expect(loaded).toContain('ts/api/errors.ts');
  expect(loaded.filter((file) => !/^ts\/(?:estimates\/\w+|api\/errors)\.ts$/.test(file))).toEqual([]);
});
