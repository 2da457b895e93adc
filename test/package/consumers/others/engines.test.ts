/** The entry without WebAssembly, in engines that have none, nor a browser's or Node's globals: for Hermes, Metro bundles it. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { officialFiles } from '../../official.js';
import { compile, installTarball, kats } from '../../tarball.js';
import { buildConsumer, installConsumer, run } from '../consumer.js';
import { places } from '../places.js';

const project = installTarball();

const told = {
  webAssembly: 'undefined',
  missing: [
    expect.stringMatching(/^ERR_ROMULUS_USAGE: .*crypto\.getRandomValues/),
    expect.stringMatching(/^ERR_ROMULUS_USAGE: .*TextDecoder/),
  ],
  length: 32,
  vectors: 4292,
};

const bundled = (async () => {
  const folder = await installConsumer(project, 'others/engines');
  const vectors = officialFiles.map((file) => [file, readFileSync(join(kats, file), 'utf8')]);
  writeFileSync(join(folder, 'src/vectors.json'), JSON.stringify(Object.fromEntries(vectors)));
  writeFileSync(join(folder, 'src/official.js'), compile(new URL('../../official.ts', import.meta.url)));
  await buildConsumer(folder);
  chmodSync(join(folder, 'node_modules/hermes-engine-cli/linux64-bin/hermes'), 0o755);
  // QuickJS takes no generator that Babel made: 'nip_catch: no catch op'.
  const [main, outfile] = ['src/main.js', 'bundle.quickjs.js'];
  await build({
    absWorkingDir: folder,
    entryPoints: [main],
    outfile,
    bundle: true,
    format: 'iife',
    logLevel: 'silent',
  });
  return folder;
})();

it.each(places['consumers/others/engines'])('works in $name', async ({ command: [program, ...args] }) => {
  expect(JSON.parse(await run(await bundled, program, ...args))).toEqual(told);
});
