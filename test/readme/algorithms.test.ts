/** Computes the worked examples of docs/algorithms with the reference, and public functions with the package too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { romulusH } from '../../ts/index.js';
import { suites } from '../../ts/suites/table.js';
import { concatenate, expectSame } from '../fixtures/bytes.js';
import { root } from '../package/tarball.js';
import { noting } from './calls.js';
import { bytesOf, says, textOf, type WorkedExample, workedExamples } from './worked-examples.js';

type Bytes = Uint8Array;

const folder = join(root, 'docs/algorithms');
const references = join(root, 'test/reference');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
const examples = pages.flatMap((page) =>
  workedExamples(readFileSync(join(folder, page), 'utf8')).map((example) => ({ page, ...example })),
);

const isPrimitive = (name: string) =>
  name.endsWith('-bc') || (pages.includes(`${name}.md`) && !Object.hasOwn(suites, name));

// Ciphers and permutations record their calls, so that an example can show the values between its input and its output.
for (const file of readdirSync(references))
  if (isPrimitive(file.replace(/\.ts$/, '')))
    vi.doMock(join(references, file), async (original) => noting(await original()));
const { computations, compute } = await import('./computations.js');
const { loadModes } = await import('../fixtures/suites.js');
const modes = await loadModes();

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

  const given = ({ given, computed }: WorkedExample, ...names: string[]) =>
    names.map((name) => bytesOf(given.get(name) ?? computed.get(name) ?? '')) as [Bytes, Bytes, Bytes, Bytes];
  const of = (name: string) => examples.filter(({ algorithm }) => algorithm === name.toLowerCase());

  it.each(modes)("equal the package's values: $aead.name", async ({ aead }) => {
    expect(of(aead.name).length).toBeGreaterThan(0);
    for (const example of of(aead.name)) {
      const [key, nonce, associatedData, plaintext] = given(example, 'key', 'nonce', 'ad', 'plaintext');
      const ciphertext = await aead.encrypt({ key, nonce, associatedData, plaintext });
      expectSame(ciphertext, concatenate(...given(example, 'ciphertext', 'tag')));
      expectSame(await aead.decrypt({ key, nonce, associatedData, ciphertext }), plaintext);
    }
  });

  it("equal the package's values: Romulus-H", async () => {
    expect(of('Romulus-H').length).toBeGreaterThan(0);
    for (const example of of('Romulus-H')) {
      const [message, digest] = given(example, 'message', 'digest');
      expectSame(await romulusH(message), digest);
    }
  });
});
