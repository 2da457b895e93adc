/** Forged messages in lists, at every place: they give null, the others their plaintext, and no forged text leaks. */
import { describe, expect, it } from 'vitest';
import type { DecryptRequest } from '../../../ts/index.js';
import { expectAllSame, flipBit } from '../../fixtures/bytes.js';
import type { TestedMode } from '../../fixtures/suites.js';
import { loadAlgorithms, type Message, messagesOf, type Shape } from './calls.js';

const { modes } = await loadAlgorithms();

const parts = ['tag', 'ciphertext', 'associatedData', 'nonce', 'key'] as const;

/** The request with one bit changed. `at` chooses the part and the bit. */
function forge(request: DecryptRequest, at: number, tagLength: number): DecryptRequest {
  const part = parts[at % parts.length] as (typeof parts)[number];
  if (part === 'tag') {
    const { ciphertext } = request;
    return { ...request, ciphertext: flipBit(ciphertext, 8 * ciphertext.length - 1 - ((at * 7) % (8 * tagLength))) };
  }
  const bytes = request[part] as Uint8Array;
  const length = part === 'ciphertext' ? bytes.length - tagLength : bytes.length;
  return { ...request, [part]: flipBit(bytes, (at * 1009) % (8 * length)) };
}

const encrypted = ({ mode, twin }: TestedMode, messages: Message[]): DecryptRequest[] =>
  messages.map(({ plaintext, ...message }) => {
    const common = { ...message, nonce: message.nonce.slice(0, mode.nonceLength) };
    return { ...common, ciphertext: twin.encrypt({ ...common, plaintext }) };
  });

const replaced = <Item>(list: readonly Item[], at: number, item: Item) => list.map((old, i) => (i === at ? item : old));

async function expectPlaintexts(
  { aead, twin, expectClean }: (typeof modes)[number],
  requests: DecryptRequest[],
  expected: (Uint8Array | null)[],
) {
  expectAllSame(twin.decryptMany(requests), expected, 'at once');
  expectClean('at once');
  expectAllSame(await aead.decryptMany(requests), expected, 'by promise');
  expectClean('by promise');
}

/** Short messages of several sizes. Each part has at least one byte to forge. */
const shortShape = (i: number): Shape => ({ text: 1 + ((i * 23) % 70), ad: 1 + ((i * 11) % 40) });
const shapes = (count: number, shapeOf = shortShape) => Array.from({ length: count }, (_, i) => shapeOf(i));

const longShapes: Shape[] = [
  { text: 2_049, ad: 3 },
  { text: 5_000, ad: 2_500 },
  { text: 16_385, ad: 1 },
  { text: 9, ad: 17_000 },
  { text: 40_000, ad: 20_000 },
];

describe.each(modes)('$aead.name', (form) => {
  const { tagLength, laneCosts } = form.mode;
  const counts = laneCosts.length > 0 ? [1, 2, 7, 8, 9, 31, 32, 33, 40] : [1, 2, 9];
  it.each(counts)('one of %i is forged, each in turn', async (count) => {
    const messages = messagesOf(shapes(count));
    const requests = encrypted(form, messages);
    const plaintexts = messages.map(({ plaintext }) => plaintext);
    for (const [i, request] of requests.entries()) {
      const expected = replaced<Uint8Array | null>(plaintexts, i, null);
      // All parts of the first message, so all parts of a list of one message too.
      for (const at of i === 0 ? [0, 1, 2, 3, 4] : [i + count])
        await expectPlaintexts(form, replaced(requests, i, forge(request, at, tagLength)), expected);
    }
  });

  it('long ones are forged among short ones that are not, and the reverse', async () => {
    const isLong = (i: number) => i % 9 === 4;
    const messages = messagesOf(shapes(45, (i) => (isLong(i) ? (longShapes[(i - 4) / 9] as Shape) : shortShape(i))));
    const requests = encrypted(form, messages);
    const forged = requests.map((request, i) => forge(request, i, tagLength));
    for (const isForged of [isLong, (i: number) => !isLong(i), () => true]) {
      const given = requests.map((request, i) => (isForged(i) ? forged[i]! : request));
      const expected = messages.map(({ plaintext }, i) => (isForged(i) ? null : plaintext));
      await expectPlaintexts(form, given, expected);
    }
  });

  it('no byte of a forged plaintext is handed out', async () => {
    const isForged = (i: number) => i % 3 === 1;
    const sizes = [0, 20, 2_048, 100, 2_500, 33, 17_000, 64, 7];
    const messages = messagesOf(sizes.flatMap((text) => new Array<Shape>(5).fill({ text, ad: 10 })));
    // The highest bit tells them apart: it is set in every byte of the forged plaintexts and of no others.
    for (const [i, { plaintext }] of messages.entries())
      plaintext.set(plaintext.map((byte) => (isForged(i) ? byte | 0x80 : byte & 0x7f)));
    // With another tag, N and T would decrypt to the same plaintext; with other associated data, M and T would.
    const requests = encrypted(form, messages).map((request, i) =>
      isForged(i) ? forge(request, i % 2 ? 0 : 2, tagLength) : request,
    );
    for (const results of [form.twin.decryptMany(requests), await form.aead.decryptMany(requests)]) {
      expect(results.map((result) => result === null)).toEqual(messages.map((_, i) => isForged(i)));
      for (const result of results)
        if (result) expect(new Uint8Array(result.buffer).some((byte) => byte >= 0x80)).toBe(false);
    }
  });
});
