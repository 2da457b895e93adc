/** clang-tidy, by the rules of .clang-tidy, finds planted faults in C++. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../package/tarball.js';
import { folderOf } from './planted.js';

const program = 'clang-tidy-14';
const isMissing = spawnSync(program, ['--version']).error !== undefined && !process.env.CI;

/** The rules that a source breaks. */
function rulesBrokenBy(source: string): string[] {
  const config = readFileSync(join(root, '.clang-tidy'), 'utf8');
  const cwd = folderOf({ '.clang-tidy': config, 'a.cpp': `#include <utility>\n#include <vector>\n${source}\n` });
  const { status, stdout } = spawnSync(program, ['--quiet', 'a.cpp', '--', '-std=c++20'], { cwd, encoding: 'utf8' });
  const rules = [...stdout.matchAll(/ \[([\w.-]+),-warnings-as-errors\]/g)].map(([, rule]) => rule as string);
  expect(status === 0).toBe(rules.length === 0);
  return rules;
}

describe.skipIf(isMissing)('clang-tidy', () => {
  const absorb = 'void absorb(int length, bool last);';
  it.each([
    ['a bare true', `${absorb}\nvoid f() { absorb(1, true); }`, 'bugprone-argument-comment'],
    ['a false under a wrong name', `${absorb}\nvoid f() { absorb(1, /*first=*/false); }`, 'bugprone-argument-comment'],
    [
      'six parameters',
      'int f(int a, int b, int c, int d, int e, int g) { return a + b + c + d + e + g; }',
      'readability-function-size',
    ],
    [
      'six parameters of a template',
      'template <class T> T f(T a, T b, T c, T d, T e, std::pair<T, T> g) { return a; }\nint g() { return f(1, 1, 1, 1, 1, {1, 1}); }',
      'readability-function-size',
    ],
    [
      'a use after a move',
      'void take(std::vector<int> x);\nauto f(std::vector<int> x) { take(std::move(x)); return x.size(); }',
      'bugprone-use-after-move',
    ],
    [
      'a copy of a large parameter',
      'auto f(const std::vector<int> x) { return x.size(); }',
      'performance-unnecessary-value-param',
    ],
  ])('refuses %s', { timeout: 60_000 }, (_, source, rule) => expect(rulesBrokenBy(source)).toContain(rule));

  it('accepts a named true and five parameters', { timeout: 60_000 }, () =>
    expect(
      rulesBrokenBy(
        `${absorb}\nint f(int a, int b, int c, int d, int e) { absorb(a, /*last=*/true); return b + c + d + e; }`,
      ),
    ).toEqual([]),
  );
});
