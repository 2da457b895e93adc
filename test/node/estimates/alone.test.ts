/** The estimates load only their own files, the errors and the check of names: no WebAssembly. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('loads nothing but its own files, the errors and the check of names', async () => {
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
  expect(loaded.filter((file) => !/^ts\/(?:estimates\/\w+|api\/(?:errors|options))\.ts$/.test(file))).toEqual([]);
});
