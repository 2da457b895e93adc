/** The entry that loads the module from a file, installed in Node. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builds } from '../fixtures/emulate-build.js';
import { fastestHere as fastest, outcomeUpTo } from './consumers/consumer.js';
import { commonJs, installTarball, kats, writePrograms } from './tarball.js';

const project = installTarball();
writePrograms(project, '.');

const program = `
  import { readFileSync } from 'node:fs';
  import * as romulus from 'romulus-wasm/by-url';
  import { work } from './work.js';
  const read = (file) => readFileSync(process.argv[2] + '/' + file, 'utf8');
  work({ romulus }, read, process.argv[3]).then((outcome) => console.log(JSON.stringify(outcome)));`;

it.each([
  ...builds.slice(0, builds.indexOf(fastest) + 1).map((build) => [build, 'mjs', program] as const),
  ['portable', 'cjs', commonJs(program)] as const,
])('works on the build %s, in a file of the kind .%s', async (build, kind, program) => {
  expect(JSON.parse(await project.print(program, [kats, build], kind))).toEqual(outcomeUpTo(build));
});

it('embeds no module, and has all that the main entry has', async () => {
  const text = readFileSync(join(project.installed, 'dist/by-url.js'), 'utf8');
  expect(text).not.toContain('0061736d');
  expect(text).not.toMatch(/^import /m);
  const names = `
    import * as main from 'romulus-wasm';
    import * as byUrl from 'romulus-wasm/by-url';
    console.log(Object.keys(byUrl).join() === Object.keys(main).join());`;
  expect(await project.print(names)).toBe('true\n');
});

it('says that the file is missing, and takes another', async () => {
  copyFileSync(join(project.installed, 'dist/by-url.js'), join(project.folder, 'alone.mjs'));
  const alone = `
    import { readFileSync } from 'node:fs';
    import { LoadError, load, romulusH } from './alone.mjs';
    const error = await romulusH(new Uint8Array(3)).catch((error) => error);
    await load(readFileSync(new URL(import.meta.resolve('romulus-wasm/romulus.wasm'))));
    const { length } = await romulusH(new Uint8Array(3));
    console.log(error instanceof LoadError, error.cause.code, length);`;
  expect(await project.print(alone)).toBe('true ENOENT 32\n');
});

it('loads at once only what was loaded before', async () => {
  const program = `
    import { load, loadSync } from 'romulus-wasm/by-url';
    let code;
    try { loadSync(); } catch (error) { code = error.code; }
    await load();
    console.log(code, loadSync().romulusH(new Uint8Array(3)).length);`;
  expect(await project.print(program)).toBe('ERR_ROMULUS_LOAD 32\n');
});
