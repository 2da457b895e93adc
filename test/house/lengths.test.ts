/** tools/lint/lengths.mjs and Biome find planted files and lists of parameters that are too long. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../package/tarball.js';
import { accepted, checkFiles, folderOf, refused } from './planted.js';

const lines = (count: number) => '//\n'.repeat(count);
const mend = 'pass what belongs together as one struct';

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

describe('of C++', () => {
  it.each([
    'int f(int a, int b, int c, int d, int e, int g) { return a; }',
    'template <class T>\n[[gnu::always_inline]] void f(\n    T& a, T& b,\n    const A<B, C>& c, T d, T e = g(1, 2), T h) const {\n}',
    'auto f(A a, A b, A c, A d, A e, A g) noexcept -> B<C> {\n}',
    'struct X { f(A a, A b, A c, A d, A e, A g) : a_(a), b_(b) {} };',
  ])('refuses six parameters: %j', (code) => {
    const line = code.slice(0, code.indexOf('f(')).split('\n').length;
    expect(checkFiles('lengths', { 'wasm-src/a.hpp': `${code}\n` })).toEqual(
      refused(`wasm-src/a.hpp:${line}: f has 6 parameters; ${mend}`),
    );
  });

  it.each([
    'int f(int a, int b, int c, int d, A<B, C> e) { return g(1, 2, 3, 4, 5, 6); }',
    '// f(a, b, c, d, e, g) {}\nint f();',
    'int f(int a, int b, int c, int d, int e, int g);',
  ])('accepts %j', (code) => expect(checkFiles('lengths', { 'wasm-src/a.hpp': `${code}\n` })).toEqual(accepted));
});

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
