/** build/lengths.mjs and Biome find planted files that are too long, and lists of parameters. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../package/tarball.js';
import { accepted, checkFiles, folderOf, refused } from './planted.js';

const lines = (count: number) => '//\n'.repeat(count);

const counted = [
  'bench/a.css',
  'build/a.mjs',
  'examples/one/a.js',
  'test/a.test.ts',
  'ts/a.ts',
  'wasm-src/suites/one/a.hpp',
];
const uncounted = ['wasm-src/primitives/one/kernel.hpp', 'ts/a.generated.ts', 'docs/a.md', 'test/node_modules/a.ts'];
const filesOfLines = (files: string[], count: number) => Object.fromEntries(files.map((file) => [file, lines(count)]));

it('accepts 350 lines, and more of a kernel, a document and what nobody writes', () =>
  expect(checkFiles('lengths', { ...filesOfLines(counted, 350), ...filesOfLines(uncounted, 351) })).toEqual(accepted));

it('refuses 351 lines', () =>
  expect(checkFiles('lengths', filesOfLines(counted, 351))).toEqual(
    refused(...counted.map((file) => `${file}:351: has more than 350 lines; take a concept out of it`)),
  ));

it('Biome refuses six parameters in TypeScript', () => {
  const { vcs, ...config } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  const parameters = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: number`);
  const lint = (count: number) => {
    const code = `export function f(${parameters.slice(0, count).join(', ')}) {}\n`;
    const cwd = folderOf({ 'biome.json': JSON.stringify(config), 'ts/a.ts': code });
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    return spawnSync(process.execPath, [biome, 'lint'], { cwd, encoding: 'utf8' }).stderr;
  };
  expect(lint(6)).toContain('lint/complexity/useMaxParams');
  expect(lint(5)).not.toContain('useMaxParams');
});
