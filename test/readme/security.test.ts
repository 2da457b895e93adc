/** The table of promises in SECURITY.md: each row names tests, or checks of other kinds, that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../package/tarball.js';

const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const [head, , ...rows] = [...page.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, ...cells]) => cells);

it('SECURITY.md has a table of promises, of how they are checked, and of the tests', () => {
  expect(head).toEqual(['promise', 'how it is checked', 'by which test']);
  expect(rows.length).toBeGreaterThan(10);
});

it.each(rows)('SECURITY.md names tests that exist: %s', (_promise, _how, tests = '') => {
  for (const path of tests.split(', ').map((path) => /^`(.+)`$/.exec(path)?.[1] ?? '')) {
    expect(path && existsSync(join(root, path)), tests).toBe(true);
    const files = path.endsWith('/') ? readdirSync(join(root, path)).map((name) => path + name) : [path];
    const isCheck = (file: string) => /^test\/.+\.test\.ts$|^(tools|verify)\/.+\.m?[tj]s$/.test(file);
    expect(files.some(isCheck), path).toBe(true);
  }
});
