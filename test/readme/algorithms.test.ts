/** Computes the worked examples of docs/algorithms with the reference. The vectors compare the package with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { suites } from '../../ts/suites/table.js';
import { root } from '../package/tarball.js';
import { noting, says, textOf, workedExamples } from './worked-examples.js';

const folder = join(root, 'docs/algorithms');
const references = join(root, 'test/reference');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
const examples = pages.flatMap((page) =>
  workedExamples(readFileSync(join(folder, page), 'utf8')).map((example) => ({ page, ...example })),
);

const isPrimitive = (name: string) =>
  /^skinny|-bc$/.test(name) || (pages.includes(`${name}.md`) && !Object.hasOwn(suites, name));

// Ciphers and permutations record their calls, so that an example can show the values between its input and its output.
for (const file of readdirSync(references))
  if (isPrimitive(file.replace(/\.ts$/, '')))
    vi.doMock(join(references, file), async (original) => noting(await original()));
const { computations, compute } = await import('./computations.js');

describe('the worked examples of docs/algorithms', () => {
  it('are on every page, and of every algorithm', () => {
    expect(new Set(examples.map(({ page }) => page))).toEqual(new Set(pages));
    expect(new Set(examples.map(({ algorithm }) => algorithm))).toEqual(new Set(Object.keys(computations)));
  });

  it.each(examples)("equal the reference's values: $page, line $line", (example) => {
    const values = compute(example);
    expect(example.computed.size).toBeGreaterThan(0);
    for (const [name, text] of example.computed) {
      expect(values, `${example.algorithm} gives no ${name}`).toHaveProperty([name]);
      expect(says(text, values[name]), `${name} -> ${textOf(values[name]!)}`).toBe(true);
    }
  });
});
