/** The installed package in every runtime that it promises to run in, on every build that the runtime has. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Build, builds } from '../builds/hiding.js';
import { installTarball, kats } from '../package/tarball.js';
import { installPrograms, outcome, run, writePrograms } from './consumer.js';

const deno = ['@deno/linux-x64-glibc/deno', 'run', '--no-prompt', '--allow-read'];
const runtimes: { name: string; command: string[]; fastest: Build }[] = [
  { name: 'Node 20.19', command: ['node-20/bin/node'], fastest: 'simd128' },
  { name: 'Node 22', command: ['node-22/bin/node'], fastest: 'relaxed' },
  { name: 'Node 24', command: ['node-24/bin/node'], fastest: 'relaxed' },
  { name: 'Node 26', command: ['node-26/bin/node'], fastest: 'relaxed' },
  { name: 'Deno', command: deno, fastest: 'relaxed' },
  { name: 'Bun', command: ['@oven/bun-linux-x64/bin/bun'], fastest: 'relaxed' },
];

const project = installTarball();
writePrograms(project, 'programs');
const read = "(file) => readFileSync(process.argv[2] + '/' + file, 'utf8')";
const end = `work({ romulus, stream, pool }, ${read}, process.argv[3]).then((outcome) => console.log(JSON.stringify(outcome)));`;
project.write(
  'programs/module.js',
  `import { readFileSync } from 'node:fs';
   import process from 'node:process';
   import * as romulus from 'romulus-wasm';
   import * as stream from 'romulus-wasm/stream';
   import * as pool from 'romulus-wasm/pool';
   import { work } from './work.js';
   ${end}`,
);
project.write(
  'programs/commonjs.cjs',
  `const { readFileSync } = require('node:fs');
   const romulus = require('romulus-wasm');
   const stream = require('romulus-wasm/stream');
   const pool = require('romulus-wasm/pool');
   const { work } = require('./work.js');
   ${end}`,
);
const programs = installPrograms('runtimes');

describe.concurrent.each(runtimes)('$name', ({ command: [program = '', ...flags], fastest }) => {
  const start = async (file: string, ...args: string[]) =>
    JSON.parse(await run(project.folder, join(await programs, program), ...flags, `programs/${file}`, ...args));

  it('works, on the fastest build that it has', async ({ expect }) => {
    expect(await start('module.js', kats)).toEqual(outcome(fastest));
  });

  it('works by require()', async ({ expect }) => {
    expect(await start('commonjs.cjs', kats)).toEqual(outcome(fastest));
  });

  it.each(builds.slice(0, builds.indexOf(fastest)))('works all official vectors on the build %s', async (build) => {
    const { vectors, build: sha256 } = outcome(build);
    expect(await start('module.js', kats, build)).toEqual({ vectors, build: sha256 });
  });
});
