/** Compiles consumers of the packed declarations, with several TypeScripts and what a program may have besides the language. */
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, inject, it } from 'vitest';
import { importing, installTarball, root } from '../tarball.js';

const project = installTarball();
for (const name of ['consumer.ts', 'consumer.estimates.ts', 'consumer.dom.ts', 'consumer.node.ts'])
  project.write(`src/${name}`, importing(new URL(name, import.meta.url), 'romulus-wasm'));
// With a link in its place, the project looks as if it had installed @types/node by itself.
mkdirSync(join(project.folder, 'node_modules/@types'));
symlinkSync(join(root, 'node_modules/@types/node'), join(project.folder, 'node_modules/@types/node'), 'dir');

/** As development dependencies, by their names in package.json: the oldest that is promised, steps between, the newest. */
const between = inject('extent') === 'all' ? ['typescript-5.7', 'typescript', 'typescript-6.0'] : [];
const compilers = ['typescript-5.4', ...between, 'typescript-7.0'];

const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' };
const bundler = { module: 'es2022', moduleResolution: 'bundler' };
const language = { lib: ['ES2022'], types: [], files: ['consumer.ts', 'consumer.estimates.ts'] };

// How the package is found does not depend on the libraries: resolving by bundler is tried with the fewest.
const cases = [
  { name: 'in a page', ...nodenext, lib: ['ES2022', 'DOM'], types: [], files: ['consumer.ts', 'consumer.dom.ts'] },
  { name: 'in Node', ...nodenext, lib: ['ES2022'], types: ['node'], files: ['consumer.ts', 'consumer.node.ts'] },
  { name: 'with the language alone', ...nodenext, ...language },
  { name: 'with the language alone, for a bundler', ...bundler, ...language },
];

// What is with the language alone is there for the oldest and the newest.
describe.each(compilers)('%s', (compiler) => {
  for (const { name, files, ...options } of cases.slice(0, between.includes(compiler) ? 2 : cases.length))
    it.concurrent(`compiles ${name}`, async ({ expect }) => {
      const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
      const compilerOptions = { target: 'es2022', noEmit: true, ...strict, ...options };
      const config = { compilerOptions, files: files.map((file) => `src/${file}`) };
      const file = project.write(`${compiler} ${name}.json`, JSON.stringify(config));
      expect(await diagnostics(compiler, file)).toBe('');
    });
});

const require = createRequire(import.meta.url);

async function diagnostics(compiler: string, config: string): Promise<string> {
  const program = join(dirname(require.resolve(`${compiler}/package.json`)), 'bin/tsc');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, '-p', config], { cwd: project.folder });
    return stdout;
  } catch (error) {
    return (error as { stdout?: string }).stdout || String(error);
  }
}
