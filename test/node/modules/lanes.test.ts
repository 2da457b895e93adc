/** The lanes of the modules that have some: what they make of messages side by side is what the module makes of each alone. */
import { describe, expect, it } from 'vitest';
import { pattern } from '../../reference/kats.js';
import { suites } from '../../reference/suites.js';
import { readOfficialVectors } from '../../reference/vectors.js';
import { ModuleLanes } from './lanes.js';
import { type Message, SuiteModule } from './module.js';

const same = (a: Uint8Array | null | undefined, b: Uint8Array) => !!a && Buffer.compare(a, b) === 0;

/** Messages of different keys and nonces. */
const messagesOf = (lengths: { messageLength: number; adLength: number }[]): Message[] =>
  lengths.map(({ messageLength, adLength }, i) => ({
    key: pattern('key', 16 + i).slice(-16),
    nonce: pattern('nonce', 16 + i).slice(-16),
    associatedData: pattern('associatedData', adLength + i).slice(i),
    text: pattern('message', messageLength + i).slice(i),
  }));

/** Numbers that differ wildly, the same in each run. */
const scattered = (count: number, below: number): number[] =>
  Array.from({ length: count }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 0) % below);

const withLanes = suites.filter(({ mostLanes }) => mostLanes > 0);

describe.each(withLanes)('of $key', async (suite) => {
  const { modes, mostLanes } = suite;
  const file = new URL(`../../../ts/suites/${suite.key}/simd128.generated.ts`, import.meta.url).href;
  const { hex }: { hex: string } = await import(/* @vite-ignore */ file);
  const module = new SuiteModule(hex, modes);
  const lanes = new ModuleLanes(module, mostLanes);

  describe.each(modes)('in $name', async (mode) => {
    const vectors = await readOfficialVectors(suite, mode);
    // Of whole blocks of every mode.
    const [[piece]] = suite.pieces({ messageLength: 0, adLength: 0 }, mode.blockLength) as [[number, number]];

    it('they give the official vectors, both ways', () => {
      const plain = vectors.map(({ plaintext: text, ...common }) => ({ ...common, text }));
      const crypted = vectors.map(({ ciphertext: text, ...common }) => ({ ...common, text }));
      const encrypted = lanes.work(mode, 'encrypt', plain);
      const decrypted = lanes.work(mode, 'decrypt', crypted);
      expect(vectors.filter(({ ciphertext }, i) => same(encrypted[i], ciphertext))).toHaveLength(vectors.length);
      expect(vectors.filter(({ plaintext }, i) => same(decrypted[i], plaintext))).toHaveLength(vectors.length);
    });

    it.each([
      { kind: 'equally long', lengths: Array.from({ length: 24 }, () => ({ messageLength: 1024, adLength: 13 })) },
      {
        kind: 'of any lengths',
        lengths: scattered(60, 2000).map((messageLength, i) => ({ messageLength, adLength: (i * 37) % 200 })),
      },
      {
        kind: 'about the length of a piece',
        lengths: Array.from({ length: 40 }, (_, i) => ({
          messageLength: 1996 + i,
          adLength: i % 3 === 0 ? 0 : 2035 - i,
        })),
      },
      {
        kind: 'of many pieces',
        lengths: scattered(10, 9000).map((messageLength, i) => ({
          messageLength,
          adLength: i % 2 === 0 ? 5000 : 4032,
        })),
      },
    ])('they work messages $kind', ({ lengths }) => {
      const messages = messagesOf(lengths);
      for (const [count, options] of [
        [mostLanes, {}],
        [8, { wholeLimit: -1, pieceLength: piece }],
        [5, { wholeLimit: 100, pieceLength: 14 * piece }],
        [1, {}],
      ] as [number, { wholeLimit?: number; pieceLength?: number }][]) {
        const some = options.pieceLength === piece || count === 1 ? messages.slice(0, 12) : messages;
        const encrypted = lanes.work(mode, 'encrypt', some, { count, ...options });
        for (const [i, message] of some.entries()) {
          const alone = module.encryptByPieces(mode, message, 16128);
          expect(same(encrypted[i], alone), `${message.text.length} bytes, ad ${message.associatedData.length}`).toBe(
            true,
          );
        }
        const crypted = some.map((message, i) => ({ ...message, text: encrypted[i] as Uint8Array }));
        const decrypted = lanes.work(mode, 'decrypt', crypted, { count, ...options });
        for (const [i, { text }] of some.entries()) expect(same(decrypted[i], text)).toBe(true);
      }
    });

    it('they refuse the forged ones among others, and leave their text as it came', () => {
      const messages = messagesOf(
        scattered(48, 300).map((messageLength, i) => ({ messageLength, adLength: (7 * i) % 50 })),
      );
      const crypted = lanes.work(mode, 'encrypt', messages);
      const isForged = (i: number) => i % 3 !== 1;
      const forged = messages.map((message, i) => {
        const text = (crypted[i] as Uint8Array).slice();
        if (isForged(i)) text[(i * 53) % text.length] = (text[(i * 53) % text.length] as number) ^ (1 << (i % 8));
        return { ...message, text };
      });
      for (const options of [{}, { wholeLimit: -1, pieceLength: piece }]) {
        const results = lanes.work(mode, 'decrypt', forged, options);
        for (const [i, result] of results.entries()) {
          if (isForged(i)) expect(result).toBeNull();
          else expect(same(result, (messages[i] as Message).text)).toBe(true);
        }
      }
    });

    it('they leave nothing in memory that is not overwritten', () => {
      const fresh = new SuiteModule(hex, modes);
      const its = new ModuleLanes(fresh, mostLanes);
      const before = fresh.memory.slice();
      const messages = messagesOf(scattered(20, 3000).map((messageLength) => ({ messageLength, adLength: 40 })));
      its.work(mode, 'encrypt', messages);
      its.work(mode, 'encrypt', messages, { wholeLimit: -1 });
      expect(same(fresh.memory, before)).toBe(false);
      its.wipe();
      expect(same(fresh.memory, before)).toBe(true);
    });

    it('they begin anew whatever memory holds', () => {
      const fresh = new SuiteModule(hex, modes);
      const its = new ModuleLanes(fresh, mostLanes);
      const messages = messagesOf(scattered(9, 500).map((messageLength) => ({ messageLength, adLength: 20 })));
      const expected = its.work(mode, 'encrypt', messages);
      for (const dirt of [0xff, 0x5a]) {
        its.wipe(dirt);
        const results = its.work(mode, 'encrypt', messages);
        for (const [i, result] of results.entries()) expect(same(result, expected[i] as Uint8Array)).toBe(true);
      }
    });
  });
});
