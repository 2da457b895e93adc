/** Messages that must be accepted. */
import type { SuiteMode } from '../../test/reference/suites.js';
import {
  BLOCK,
  type Case,
  encrypted,
  filled,
  flipBits,
  hex,
  type Message,
  messageOf,
  type Open,
  openOf,
  range,
} from './inputs.js';

export function* acceptedCases(mode: SuiteMode, isLong: boolean): Generator<Case> {
  const message = (label: string, textLength: number, adLength: number) => messageOf(mode, label, textLength, adLength);
  const accept = (flag: Case['flag'], comment: string, accepted: Message): Case => ({
    flag,
    comment,
    message: accepted,
    valid: true,
  });

  for (const i of range(33)) yield accept('Pseudorandom', '', message(`pseudorandom ${i}`, i, (i * 7) % 33));
  for (const i of [40, 55, 70, 85, 100, 200])
    yield accept('Pseudorandom', '', message(`pseudorandom ${i}`, i, 257 - i));

  const { blockLength: block, nonceLength } = mode;
  const edges = [
    0,
    1,
    ...[1, 2, 3].flatMap((count) => [-1, 0, 1].map((offset) => count * block + offset)).slice(0, -1),
  ];
  for (const text of edges)
    for (const ad of edges) yield accept('BlockEdge', `msg of ${text}, aad of ${ad} bytes`, message('edge', text, ad));

  // The other suites do not need these cases, because their long vectors pass the edges of their counters.
  if (isLong) {
    for (const blocks of [7, 8, 9, 15, 16, 17, 55, 56, 57, 58, 112, 113, 128]) {
      yield accept('CounterEdge', `msg of ${blocks} blocks`, message('counter', blocks * block, 5));
      yield accept('CounterEdge', `aad of ${blocks} blocks`, message('counter', 5, blocks * block));
    }
    for (const length of [56 * block - 1, 56 * block + 1, 57 * block - 1]) {
      yield accept('CounterEdge', `msg of ${length} bytes`, message('counter', length, 0));
      yield accept('CounterEdge', `aad of ${length} bytes`, message('counter', 0, length));
    }
    yield accept('CounterEdge', 'msg of 57, aad of 57 blocks', message('counter', 57 * block, 57 * block));
    yield accept('CounterEdge', 'msg of 29, aad of 28 blocks', message('counter', 29 * block, 28 * block));
    yield accept('CounterEdge', 'msg of 256 blocks and a byte', message('counter', 256 * block + 1, 17));
    yield accept('CounterEdge', 'aad of 256 blocks and a byte', message('counter', 17, 256 * block + 1));
  }

  for (const key of [0, 0xff])
    for (const nonce of [0, 0xff])
      for (const plaintext of [0, 0xff])
        for (const associatedData of [0, 0xff])
          for (const length of [BLOCK, 2 * BLOCK + 1])
            yield accept(
              'SpecialValue',
              `all bytes ${[key, nonce, plaintext, associatedData].map((byte) => hex(Uint8Array.of(byte))).join(' ')}`,
              encrypted(mode, {
                key: filled(BLOCK, key),
                nonce: filled(nonceLength, nonce),
                plaintext: filled(length, plaintext),
                associatedData: filled(length, associatedData),
              }),
            );
  const counting = (length: number) => Uint8Array.from(range(length));
  const single = (length: number, bit: number) => flipBits(filled(length, 0), bit);
  const special: [string, (length: number) => Uint8Array][] = [
    ['counting bytes', counting],
    ['first byte 01', (length) => single(length, 0)],
    ['first byte 80', (length) => single(length, 7)],
    ['last byte 01', (length) => single(length, 8 * (length - 1))],
    ['last byte 80', (length) => single(length, 8 * length - 1)],
  ];
  for (const [comment, make] of special)
    for (const length of [15, 16, 17]) {
      const inputs = { plaintext: make(length), associatedData: make(length) };
      yield accept('SpecialValue', comment, encrypted(mode, { key: make(BLOCK), nonce: make(nonceLength), ...inputs }));
    }

  // The plaintext for a given ciphertext can be computed ahead only if the stream does not depend on the tag.
  if (mode.readsTextFirst !== 'encrypt')
    for (const byte of [0, 0xff])
      for (const length of [1, 16, 32, 35]) {
        const inputs = openOf(mode, 'special ciphertext', 0, 20);
        const plaintext = plaintextOf(mode, inputs, filled(length, byte));
        yield accept(
          'SpecialCiphertext',
          `all bytes ${hex(Uint8Array.of(byte))}`,
          encrypted(mode, { ...inputs, plaintext }),
        );
      }
}

/** Finds the plaintext for a ciphertext, block by block. Each block depends only on the blocks before it. */
function plaintextOf(mode: SuiteMode, open: Open, ciphertext: Uint8Array): Uint8Array {
  let plaintext = new Uint8Array(ciphertext.length);
  for (let end = 0; end < ciphertext.length; end += mode.blockLength) {
    const sofar = encrypted(mode, { ...open, plaintext }).ciphertext;
    plaintext = plaintext.map((byte, i) => byte ^ (sofar[i] as number) ^ (ciphertext[i] as number));
  }
  return plaintext;
}
