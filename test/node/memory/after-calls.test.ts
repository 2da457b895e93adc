/** The linear memory after forgeries and between the slices of messages: to the byte as before. The matrix looks after calls. */
import { describe, expect, it } from 'vitest';
import type { DecryptRequest } from '../../../ts/index.js';
import { algorithmsOf, type Call, type Message, messagesOf, type Shape } from '../../every-engine/lists/calls.js';
import { ad, concatenate, expectAllSame, flipBit, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { afterEachCall, cleanCheck, loadedPackage, watchedModes } from '../../fixtures/instance.js';
import { pausingEverywhere, watchedSignal } from '../../fixtures/runtime.js';
import { casesOf, triedOf } from '../../fixtures/suites.js';
import { pairsOf, pattern } from '../../reference/kats.js';
import { firstTweakey, ZERO_BLOCK } from '../../reference/romulus-modes.js';
import { skinny128384 } from '../../reference/skinny.js';

const loaded = await loadedPackage();
const expectClean = cleanCheck(loaded);

/** The modes of all suites, each with a check of the memory of its own module. */
const everyMode = triedOf(await watchedModes(loaded)).map(({ instance, ...each }) => ({
  ...each,
  expectClean: instance === loaded ? expectClean : cleanCheck(instance),
}));

const { short, offsets } = casesOf({
  usual: { short: [0, 1, 16, 33], offsets: [1] },
  all: { short: [0, 1, 15, 16, 17, 33, 100], offsets: [-17, -16, -1, 0, 1, 16] },
});

/** Lengths of text and of associated data, around the edges of a block, of the window, of a piece, and beyond. */
const pairs = (...lengths: number[]) => pairsOf(...lengths).map((each) => [each.messageLength, each.adLength] as const);
const lengths = [
  ...short.flatMap((length) => pairs(length, 0, 0, length, length, 17, length, length)),
  ...offsets.flatMap((offset) => pairs(16_384 + offset, 0, 0, 16_384 + offset, 384 + offset, 16_000)),
  ...casesOf({ usual: pairs(32_769, 0), all: pairs(32_769, 0, 32_768, 0, 50_000, 40_000, 0, 40_000) }),
];

/** A message of many pieces. A call can pause after each. */
const long = { key, nonce, plaintext: text(200_000), associatedData: ad(40_000) };

describe.each(everyMode)('$aead.name leaves nothing', ({ suite, mode, aead, twin, expectClean }) => {
  const nonce = pattern('nonce', mode.nonceLength);

  const tried = casesOf({ usual: lengths.filter((_, i) => suite.key === 'romulus' || i % 3 === 0), all: lengths });

  it.each(tried)('of forgeries of %i bytes with %i of associated data', async (textLength, adLength) => {
    const request = { key, nonce, plaintext: text(textLength), associatedData: ad(adLength) };
    const right = { ...request, ciphertext: twin.encrypt(request) };
    const apart = { ...request, ...twin.encryptDetached(request) };
    const part = textLength > 0 ? 'ciphertext' : 'tag';
    const forgedApart = { ...apart, [part]: flipBit(apart[part], 0) };
    // Any bit of the tag and of the others: it differs from length to length.
    const [tagBit, bit] = [(textLength + 3 * adLength) % (8 * mode.tagLength), (textLength + adLength) % 96];
    const forgeries: [what: string, request: DecryptRequest][] = [
      ['a forged tag', { ...right, ciphertext: flipBit(right.ciphertext, 8 * textLength + tagBit) }],
      ['another key', { ...right, key: flipBit(key, bit) }],
      ['another nonce', { ...right, nonce: flipBit(nonce, bit) }],
      ['longer data', { ...right, associatedData: concatenate(request.associatedData, text(1)) }],
    ];

    for (const form of [twin, aead]) {
      const expectForged = async (what: string, decryption: () => unknown) => {
        expect(await rejection(async () => decryption()), what).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
        expectClean(`${what} ${form === twin ? 'at once' : 'by promise'}`);
      };
      for (const [what, forged] of forgeries) await expectForged(what, () => form.decrypt(forged));
      await expectForged('a forged text', () => form.decryptDetached(forgedApart));
    }
  });

  it('of a long message between its slices, and when it is given up', async () => {
    const request = { ...long, nonce };
    const toDecrypt = { ...request, ciphertext: twin.encrypt(request) };
    for (const work of [(o: object) => aead.encrypt(request, o), (o: object) => aead.decrypt(toDecrypt, o)]) {
      const whole = watchedSignal(0, () => expectClean('between two slices'));
      await pausingEverywhere(() => work(whole.options));
      expect(whole.told).toBeGreaterThan(5);
      const aborted = watchedSignal(3);
      expect(await pausingEverywhere(() => rejection(() => work(aborted.options)))).toBe(aborted.reason);
      expectClean('a call that was given up');
    }
  });
});

it.each<[what: string, shapesOf: (i: number) => Shape, blockOf: (message: Message) => Uint8Array]>([
  [
    'of its plaintext',
    (i) => ({ text: i % 2 === 0 ? 100 + i : 2_100 + i, ad: 5 }),
    ({ plaintext }) => plaintext.subarray(0, 16),
  ],
  // A text of one block leaves the key where it was made.
  [
    'of its first key',
    (i) => ({ text: 1 + (i % 16), ad: 5 }),
    ({ key, nonce }) => skinny128384(firstTweakey(0n, 66), ZERO_BLOCK, key, nonce),
  ],
])('Romulus-T makes nothing %s from a forgery, not even during a call', async (_, shapesOf, blockOf) => {
  const list = (forged: boolean) => Array.from({ length: 40 }, (_, i) => ({ ...shapesOf(i), forged }));
  const blocks = messagesOf(list(false).slice(0, 6)).map((message) => Buffer.from(blockOf(message)));
  /** The numbers of the blocks that were in memory after a call of the module. */
  const seen = new Set<number>();
  const watched = await loadedPackage((exports) => {
    const memory = Buffer.from(exports.memory.buffer);
    return afterEachCall(exports, () => {
      for (const [i, block] of blocks.entries()) if (memory.includes(block)) seen.add(i);
    });
  });
  const { callsOf } = algorithmsOf(watched.romulus, watched.sync).at(-1)!;
  // The authentic list shows that the test would see a block.
  for (const forged of [false, true]) {
    const { inputs, expected, byPromise, atOnce } = callsOf(list(forged)).at(-1) as Call;
    const oneByOne = () =>
      (inputs as unknown as DecryptRequest[]).map((request) => {
        try {
          return watched.sync.romulusT.decrypt(request);
        } catch {
          return null;
        }
      });
    for (const work of [atOnce, byPromise, oneByOne]) {
      seen.clear();
      expectAllSame(await work(), expected, 'decryptMany');
      expect(seen.size).toBe(forged ? 0 : blocks.length);
    }
  }
});
