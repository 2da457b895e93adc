/** Computes the worked examples of docs/algorithms by the reference, and those of public functions by the package too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { suites } from '../../ts/suites/table.js';
import { installTarball, root } from '../package/tarball.js';
import { computations, compute } from './algorithms.js';
import { says, textOf, type WorkedExample, workedExamples } from './worked-examples.js';

// The reference's own calls are noted, so that an example can show what is between its input and its output.
vi.mock('../reference/skinny.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../reference/skinny.js')>();
  const { noted } = await import('./calls.js');
  // A schedule begins with the second half of the tweakey, and then has the first.
  const tweakeyOf = ({ buffer }: DataView) =>
    Uint8Array.of(...new Uint8Array(buffer, 8, 8), ...new Uint8Array(buffer, 0, 8));
  const encipher: typeof original.encipher = (first, second, third, block, rounds) =>
    noted(block, () => original.encipher(first, second, third, block, rounds), {
      tweakeys: [first, second, third].map(tweakeyOf),
    });
  const skinny128384: typeof original.skinny128384 = (first, second, third, block, rounds) =>
    noted(block, () => original.skinny128384(first, second, third, block, rounds), {
      tweakeys: [first, second, third].map((tweakey) => tweakey.slice()),
    });
  return { ...original, encipher, skinny128384 };
});
vi.mock('../reference/ascon.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../reference/ascon.js')>();
  const { noted } = await import('./calls.js');
  const asconP: typeof original.asconP = (state, rounds) =>
    noted(state, () => original.asconP(state, rounds), { rounds });
  return { ...original, asconP };
});
vi.mock('../reference/keccak.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../reference/keccak.js')>();
  const { noted } = await import('./calls.js');
  const keccakP400: typeof original.keccakP400 = (state, rounds) =>
    noted(state, () => original.keccakP400(state, rounds), { rounds });
  const keccakF200: typeof original.keccakF200 = (block) => noted(block, () => original.keccakF200(block));
  return { ...original, keccakP400, keccakF200 };
});
vi.mock('../reference/spongent.js', async (importOriginal) => {
  const original = await importOriginal<typeof import('../reference/spongent.js')>();
  const { noted } = await import('./calls.js');
  const spongentPi160: typeof original.spongentPi160 = (block) => noted(block, () => original.spongentPi160(block));
  const spongentPi176: typeof original.spongentPi176 = (block) => noted(block, () => original.spongentPi176(block));
  return { ...original, spongentPi160, spongentPi176 };
});

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

/** The entries of the package, and of what algorithms each has a function, by the names that they give themselves. */
const publicNames = Object.values(suites).map(({ entry, modes, hash }): [entry: string, names: string[]] => [
  entry === 'index' ? 'romulus-wasm' : `romulus-wasm/${entry}`,
  [...Object.values(modes), ...(hash ? [hash] : [])].map(({ name }) => name),
]);

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

  describe('are what the package computes', () => {
    const project = installTarball();

    it.each(publicNames)('%s', async (entry, names) => {
      const algorithms = names.map((name) => name.toLowerCase());
      const own = examples.filter(({ algorithm }) => algorithms.includes(algorithm));
      expect(new Set(own.map(({ algorithm }) => algorithm))).toEqual(new Set(algorithms));
      const given = own.map(({ algorithm, given }) => ({ algorithm, ...Object.fromEntries(given) }));
      const program = `import * as functions from '${entry}';
        const bytes = (hex) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
        const results = [];
        for (const { algorithm, message, key, nonce, ad, plaintext } of ${JSON.stringify(given)}) {
          const isIt = (value) =>
            message === undefined ? value?.name?.toLowerCase() === algorithm : value?.digestLength !== undefined;
          const call = Object.values(functions).find(isIt);
          if (message !== undefined) {
            results.push(await call(bytes(message)));
            continue;
          }
          const request = { key: bytes(key), nonce: bytes(nonce), associatedData: bytes(ad) };
          const ciphertext = await call.encrypt({ ...request, plaintext: bytes(plaintext) });
          const decrypted = await call.decrypt({ ...request, ciphertext });
          if (Buffer.compare(decrypted, bytes(plaintext)) !== 0) throw new Error('it does not decrypt');
          results.push(ciphertext);
        }
        console.log(JSON.stringify(results.map((result) => Buffer.from(result).toString('hex'))));`;
      const file = project.write(`${entry.replaceAll('/', '-')}.mjs`, program);
      const promised = own.map(({ computed }) =>
        ['ciphertext', 'tag', 'digest'].map((name) => computed.get(name)?.replaceAll(' ', '') ?? '').join(''),
      );
      expect(JSON.parse(await project.run(file))).toEqual(promised);
    });
  });
});

describe('a worked example', () => {
  it('has names with values that are given or computed, and values that go on in indented lines', () => {
    const markdown = 'Text.\n\n```example some-name\nkey: 00 01\n  02\nad:\ncall 1 out -> 0a0b\n```\n';
    expect(workedExamples(markdown)).toEqual([
      {
        algorithm: 'some-name',
        line: 3,
        given: new Map([
          ['key', '00 01 02'],
          ['ad', ''],
        ]),
        computed: new Map([['call 1 out', '0a0b']]),
      },
    ]);
  });

  it.each(['key 00', 'key: 00\nkey: 00', '-> 00'])('is nothing else: %j', (text) => {
    expect(() => workedExamples(`\`\`\`example name\n${text}\n\`\`\`\n`)).toThrow(SyntaxError);
  });
});
