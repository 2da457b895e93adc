/**
 * The packed declarations, as compilers see them with various libraries: the project's own TypeScript, and among the
 * consumers the oldest supported one, the newest, and some between.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, inject, it } from 'vitest';
import { markdownBlocks } from '../../readme/blocks.js';
import { installTarball, root } from '../tarball.js';

const project = installTarball();
for (const name of ['consumer.ts', 'consumer.dom.ts', 'consumer.node.ts']) {
  // The files import the source, so that they are checked with all others. Their copies import the package.
  const source = readFileSync(new URL(name, import.meta.url), 'utf8');
  const text = source.replaceAll(/'(?:\.\.\/)+ts(\/[\w-]+)?\/index\.js'/g, "'romulus-wasm$1'");
  project.write(`src/${name}`, text);
  project.write(`src/${name.replace(/ts$/, 'cts')}`, text);
}
// Imports each kind of entry on demand, as CommonJS can under each setting.
project.write(
  'src/later.cts',
  `type Bytes = import('romulus-wasm', { with: { 'resolution-mode': 'import' }}).Bytes;
  export async function hash(message: Uint8Array): Promise<Bytes> {
    const { load } = await import('romulus-wasm/js');
    const { encryptStream } = await import('romulus-wasm/stream');
    encryptStream({ key: message }).outputLength(0);
    const { romulusH } = await load();
    // @ts-expect-error: a text
    romulusH('message');
    return romulusH(message);
  }`,
);
// With a link in its place, the project looks as if it had installed @types/node by itself.
mkdirSync(join(project.folder, 'node_modules/@types'));
symlinkSync(join(root, 'node_modules/@types/node'), join(project.folder, 'node_modules/@types/node'), 'dir');

/** The programs of pages, except those for a certain program: they import modules that only this program has. */
const programs = ['README.md', 'docs/guide.md'].flatMap((page) =>
  markdownBlocks(readFileSync(join(root, page), 'utf8'))
    .filter(({ notExecuted }) => notExecuted === undefined)
    .map(({ line, code }) => project.write(`pages/${page.replaceAll(/\W/g, '-')}-${line}.mts`, code)),
);

const node16 = { module: 'node16', moduleResolution: 'node16' };
const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' };
const bundler = { module: 'es2022', moduleResolution: 'bundler' };
const node10 = { module: 'commonjs', moduleResolution: 'node10' };
const language = { lib: ['ES2022'], types: [] };

const later = ['typescript', 'typescript-6.0', 'typescript-7.0'];

/** Options of a compiler, with the files and the compilers that the case is for: all by default. */
type Case = Record<'module' | 'moduleResolution' | 'name', string> &
  Record<'files' | 'types', string[]> & { lib?: string[]; for?: (compiler: string) => boolean };

const inNode: Case = {
  name: 'in Node, and the programs of pages',
  ...nodenext,
  lib: ['ES2022'],
  types: ['node'],
  files: ['src/consumer.ts', 'src/consumer.node.ts', ...programs],
};
const inPage = { lib: ['ES2022', 'DOM'], types: [], files: ['src/consumer.ts', 'src/consumer.dom.ts'] };
const alone = { ...language, files: ['src/consumer.ts'] };
const others: Case[] = [
  { name: 'in a page', ...nodenext, ...inPage },
  { name: 'the programs of pages with the libraries of the default', ...nodenext, types: ['node'], files: programs },
  { name: 'with the language alone', ...nodenext, ...alone },
  { name: 'for a bundler', ...bundler, ...alone },
  { name: 'by node10', ...node10, ...alone, for: (compiler) => compiler !== 'typescript-7.0' },
  {
    name: 'imports of CommonJS',
    ...nodenext,
    ...language,
    files: ['src/consumer.cts'],
    for: (name) => later.includes(name),
  },
  { name: 'late imports of CommonJS', ...node16, ...language, files: ['src/later.cts'] },
];
const tried = inject('extent') === 'all' ? [inNode, ...others] : [inNode];

// Several compilers run side by side, on a busy machine for minutes.
const patient = { timeout: 300_000 };

describe.each(inject('compilers').map((folder) => [basename(folder), folder] as const))('%s', (compiler, folder) => {
  for (const { name, files, for: isFor, ...options } of tried.filter((each) => each.for?.(compiler) ?? true))
    it.concurrent(`compiles ${name}`, patient, async ({ expect }) => {
      const compilerOptions = {
        ...{ target: 'es2022', noEmit: true, strict: true, exactOptionalPropertyTypes: true },
        // The programs of pages are JavaScript, which cannot type a caught value.
        useUnknownInCatchVariables: false,
        // TypeScript 6 announces features that the next version drops.
        ...(compiler === 'typescript-6.0' && { ignoreDeprecations: '6.0' }),
        ...options,
      };
      const file = project.write(`${compiler} ${name}.json`, JSON.stringify({ compilerOptions, files }));
      expect(await diagnostics(join(root, folder, 'bin/tsc'), file)).toBe('');
    });
});

async function diagnostics(compiler: string, config: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', config], { cwd: project.folder });
    return stdout;
  } catch (error) {
    return (error as { stdout?: string }).stdout || String(error);
  }
}
