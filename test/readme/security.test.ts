/** The table of promises in SECURITY.md: each row names tests, or checks of other kinds, that exist. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../package/tarball.js';

const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const rows = [...page.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, promise, how, tests]) => ({ promise, how, tests }) as Record<'promise' | 'how' | 'tests', string>,
);

describe('SECURITY.md', () => {
  it('has a table of promises, of how they are checked, and of the tests', () => {
    expect(rows[0]).toEqual({ promise: 'promise', how: 'how it is checked', tests: 'by which test' });
    expect(rows.length).toBeGreaterThan(12);
  });

  it.each(rows.slice(2))('names tests that exist: $promise', ({ tests }) => {
    const paths = tests.split(', ').map((path) => /^`(.+)`$/.exec(path)?.[1] ?? '');
    for (const path of paths) {
      expect(path && existsSync(join(root, path)), tests).toBe(true);
      if (statSync(join(root, path)).isDirectory())
        expect(
          readdirSync(join(root, path)).some((name) => name.endsWith('.test.ts')),
          path,
        ).toBe(true);
      else expect(path).toMatch(/^test\/.+\.test\.ts$|^(tools|verify)\/.+\.m?[tj]s$/);
    }
  });
});
