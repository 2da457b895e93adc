/** The entry without WebAssembly, in engines that have none, nor a browser's or Node's globals: for Hermes, Metro bundles it. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { officialFiles } from '../official.js';
import { compile, installTarball, kats } from '../tarball.js';
import { buildConsumer, installConsumer, run } from './consumer.js';

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
  const folder = await installConsumer(project, 'engines');
  const vectors = officialFiles.map((file) => [file, readFileSync(join(kats, file), 'utf8')]);
  writeFileSync(join(folder, 'src/vectors.json'), JSON.stringify(Object.fromEntries(vectors)));
  writeFileSync(join(folder, 'src/official.js'), compile(new URL('../official.ts', import.meta.url)));
  await buildConsumer(folder);
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

it('works in QuickJS', async () => {
  expect(JSON.parse(await run(await bundled, process.execPath, 'quickjs.mjs'))).toEqual(told);
});

it('works in Hermes', async () => {
  const folder = await bundled;
  const hermes = join(folder, 'node_modules/hermes-engine-cli/linux64-bin/hermes');
  chmodSync(hermes, 0o755);
  expect(JSON.parse(await run(folder, hermes, 'bundle.js'))).toEqual(told);
});
