/** Consumers of the packed declarations, as a compiler sees them with various libraries. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, inject, it } from 'vitest';
import { markdownBlocks } from '../../readme/blocks.js';
import { importing, installTarball, root } from '../tarball.js';

const project = installTarball();
const consumers = ['consumer.ts', 'consumer.estimates.ts', 'consumer.dom.ts', 'consumer.node.ts', 'consumer.later.ts'];
for (const name of consumers) {
  const text = importing(new URL(name, import.meta.url), 'romulus-wasm');
  project.write(`src/${name}`, text);
  project.write(`src/${name.replace(/ts$/, 'cts')}`, text);
}
// With a link in its place, the project looks as if it had installed @types/node by itself.
mkdirSync(join(project.folder, 'node_modules/@types'));
symlinkSync(join(root, 'node_modules/@types/node'), join(project.folder, 'node_modules/@types/node'), 'dir');

const node16 = { module: 'node16', moduleResolution: 'node16' };
const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' };
const bundler = { module: 'es2022', moduleResolution: 'bundler' };
const node10 = { module: 'commonjs', moduleResolution: 'node10' };
const language = { lib: ['ES2022'], types: [] };
const everything = ['consumer.ts', 'consumer.estimates.ts'];
const inCommonJs = ['consumer.cts', 'consumer.estimates.cts'];

const later = ['typescript', 'typescript-6.0', 'typescript-7.0'];
const between = ['typescript-5.7', 'typescript-6.0'];
const outermost = (compiler: string) => !between.includes(compiler);

interface Case {
  name: string;
  files: string[];
  lib?: string[];
  types: string[];
  module: string;
  moduleResolution: string;
  /** The compilers that the case is for; all by default. */
  for?: (compiler: string) => boolean;
}

// Finding the package does not depend on the libraries, so three compilers cover the case with the language alone.
const cases: Case[] = [
  { name: 'in a page', ...nodenext, lib: ['ES2022', 'DOM'], types: [], files: ['consumer.ts', 'consumer.dom.ts'] },
  { name: 'in Node', ...nodenext, lib: ['ES2022'], types: ['node'], files: ['consumer.ts', 'consumer.node.ts'] },
  { name: 'with the language alone', ...nodenext, ...language, files: everything, for: outermost },
  { name: 'for a bundler', ...bundler, ...language, files: everything, for: outermost },
  { name: 'by node16', ...node16, ...language, files: everything, for: outermost },
  { name: 'by node10', ...node10, ...language, files: everything, for: (compiler) => compiler !== 'typescript-7.0' },
  { name: 'imports of CommonJS', ...nodenext, ...language, files: inCommonJs, for: (name) => later.includes(name) },
  { name: 'late imports of CommonJS', ...node16, ...language, files: ['consumer.later.cts'] },
];

const isAll = inject('extent') === 'all';
const tried = isAll ? cases : cases.filter(({ name }) => name === 'in Node');

const programsOf = (page: string) =>
  markdownBlocks(readFileSync(join(root, page), 'utf8'))
    // Leaves out blocks for a certain program: such a block imports modules that only this program has.
    .filter(({ notExecuted }) => notExecuted === undefined)
    .map(({ line, code }) => project.write(`pages/${page.replaceAll(/\W/g, '-')}-${line}.mts`, code));
const programs = Object.fromEntries(
  ['README.md', ...(isAll ? ['docs/guide.md'] : [])].map((page) => [page, programsOf(page)]),
);
// These files are JavaScript, which cannot type a caught value.
const untyped = { useUnknownInCatchVariables: false };
const libraries = {
  'Node alone': { lib: ['ES2022'] },
  ...(isAll && { 'the libraries of the default': {} }),
};

// Several compilers run side by side, on a busy machine for minutes.
const patient = { timeout: 300_000 };

/** Tests of compilers: their names, and the node_modules of each. */
export function describeCompilers(compilers: string[], installed: () => Promise<string>): void {
  describe.each(compilers)('%s', (compiler) => {
    /** The compiler's messages about files of the project. */
    async function compileBy(name: string, files: string[], options: object): Promise<string> {
      // TypeScript 6 announces features that the next version drops.
      const old = compiler === 'typescript-6.0' ? { ignoreDeprecations: '6.0' } : {};
      const compilerOptions = { target: 'es2022', noEmit: true, strict: true, ...old, ...options };
      const file = project.write(`${compiler} ${name}.json`, JSON.stringify({ compilerOptions, files }));
      return diagnostics(join(await installed(), compiler, 'bin/tsc'), file);
    }

    for (const { name, files, for: isFor, ...options } of tried.filter((each) => each.for?.(compiler) ?? true))
      it.concurrent(`compiles ${name}`, patient, async ({ expect }) => {
        const strict = { exactOptionalPropertyTypes: true, skipLibCheck: false };
        const sources = files.map((file) => `src/${file}`);
        expect(await compileBy(name, sources, { ...strict, ...options })).toBe('');
      });

    for (const [page, blocks] of Object.entries(programs))
      for (const [name, lib] of Object.entries(libraries))
        it.concurrent(`compiles the programs of ${page} with ${name}`, patient, async ({ expect }) => {
          expect(blocks.length).toBeGreaterThanOrEqual(4);
          const options = { ...nodenext, ...untyped, ...lib, skipLibCheck: true, types: ['node'] };
          expect(await compileBy(`${page.replaceAll('/', ' ')} ${name}`, blocks, options)).toBe('');
        });
  });
}

async function diagnostics(compiler: string, config: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', config], { cwd: project.folder });
    return stdout;
  } catch (error) {
    return (error as { stdout?: string }).stdout || String(error);
  }
}
