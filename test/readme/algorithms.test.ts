/** Computes the worked examples of docs/algorithms by the reference, with which other tests compare the package. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { root } from '../package/tarball.js';
import { computations, compute } from './computations.js';
import { says, textOf, type WorkedExample, workedExamples } from './worked-examples.js';

// Each factory imports by itself, as vitest moves it before the imports of this file.
vi.mock('../reference/skinny.js', async (original) => {
  // A schedule begins with the second half of the tweakey, and then has the first.
  const tweakeyOf = ({ buffer }: DataView) =>
    Uint8Array.of(...new Uint8Array(buffer, 8, 8), ...new Uint8Array(buffer, 0, 8));
  return (await import('./calls.js')).noting(await original(), {
    encipher: (first: DataView, second: DataView, third: DataView, input: Uint8Array) => ({
      input,
      tweakeys: [first, second, third].map(tweakeyOf),
    }),
    skinny128384: (first: Uint8Array, second: Uint8Array, third: Uint8Array, input: Uint8Array) => ({
      input,
      tweakeys: [first, second, third],
    }),
    skinny128: (tweakeys: Uint8Array[], input: Uint8Array) => ({ input, tweakeys }),
  });
});
vi.mock('../reference/skinny-64.js', async (original) =>
  (await import('./calls.js')).noting(await original(), {
    skinny64128: (key: Uint8Array, input: Uint8Array) => ({ input, tweakeys: [key] }),
  }),
);
vi.mock('../reference/deoxys-bc.js', async (original) =>
  (await import('./calls.js')).noting(await original(), {
    deoxysBc: (tweakeys: Uint8Array[], input: Uint8Array) => ({ input, tweakeys }),
  }),
);
vi.mock('../reference/tgif-bc.js', async (original) =>
  (await import('./calls.js')).noting(await original(), {
    tgifBc: (key: Uint8Array, input: Uint8Array) => ({ input, tweakeys: [key] }),
  }),
);
vi.mock('../reference/ascon.js', async (original) =>
  (await import('./calls.js')).noting(await original(), {
    asconP: (input: Uint8Array, rounds: number) => ({ input, rounds }),
  }),
);
vi.mock('../reference/keccak.js', async (original) =>
  (await import('./calls.js')).noting(await original(), {
    keccakP400: (input: Uint8Array, rounds: number) => ({ input, rounds }),
    keccakF200: (input: Uint8Array) => ({ input }),
  }),
);
vi.mock('../reference/spongent.js', async (original) =>
  (await import('./calls.js')).noting(await original(), {
    spongentPi160: (input: Uint8Array) => ({ input }),
    spongentPi176: (input: Uint8Array) => ({ input }),
  }),
);

const folder = join(root, 'docs/algorithms');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
const examples = pages.flatMap((page) =>
  workedExamples(readFileSync(join(folder, page), 'utf8')).map((example) => ({ page, ...example })),
);

/** Whether the example can be computed and all that it says is so. */
function holds(example: WorkedExample): boolean {
  try {
    const values = compute(example);
    return [...example.computed].every(([name, text]) => says(text, values[name]));
  } catch {
    return false;
  }
}

describe('the worked examples of docs/algorithms', () => {
  it('are on every page, and of every algorithm', () => {
    expect(new Set(examples.map(({ page }) => page))).toEqual(new Set(pages));
    expect(new Set(examples.map(({ algorithm }) => algorithm))).toEqual(new Set(Object.keys(computations)));
  });

  it.each(examples)('are what the reference computes: $page, line $line', (example) => {
    const values = compute(example);
    expect(example.computed.size).toBeGreaterThan(0);
    for (const [name, text] of example.computed) {
      expect(values, `${example.algorithm} gives no ${name}`).toHaveProperty([name]);
      expect(says(text, values[name]), `${name} -> ${textOf(values[name]!)}`).toBe(true);
    }
  });

  it.each(examples)('fail with any digit changed: $page, line $line', (example) => {
    for (const part of ['given', 'computed'] as const)
      for (const [name, text] of example[part])
        for (const [i, digit] of [...text].entries()) {
          if (digit === ' ') continue;
          const other = (Number.parseInt(digit, 16) ^ 1).toString(16);
          const changed = new Map(example[part]).set(name, `${text.slice(0, i)}${other}${text.slice(i + 1)}`);
          expect(holds({ ...example, [part]: changed }), `${name}, digit ${i + 1}`).toBe(false);
        }
  });
});
