/** Tests of the hash: right digests, and wrong ones that must not pass for right. */
import { concatenate } from '../../test/reference/bytes.js';
import { padAlways, referenceHash } from '../../test/reference/romulus.js';
import { EMPTY, filled, flipBits, hex, random, range } from './inputs.js';
import type { HASH_NOTES } from './notes.js';

export function* hashCases(): Generator<{
  flag: keyof typeof HASH_NOTES;
  comment: string;
  msg: Uint8Array;
  digest: Uint8Array;
}> {
  const size = 32;
  const message = (length: number) => random(`H ${length}`, length);
  const right = (flag: keyof typeof HASH_NOTES, comment: string, msg: Uint8Array) => ({
    flag,
    comment,
    msg,
    digest: referenceHash(msg),
  });
  for (const length of range(2 * size + 2)) yield right('Pseudorandom', `${length} bytes`, message(length));
  for (const blocks of [3, 4, 7, 8, 15, 16, 31, 32, 33, 64])
    for (const length of [-16, -1, 0, 1].map((difference) => blocks * size + difference))
      yield right('BlockEdge', `${length} bytes`, message(length));
  for (const byte of [0, 0xff])
    for (const length of [1, 15, 16, 17, 30, 31, 32, 33, 63, 64, 65, 1024])
      yield right('SpecialValue', `${length} bytes ${hex(Uint8Array.of(byte))}`, filled(length, byte));

  for (const length of [0, 1, 16, 31, 32, 33, 63, 64]) {
    const short = message(length);
    const full = padAlways(short, size);
    const what = `${length} bytes`;
    yield { flag: 'PaddedInput', comment: `${what}; digest of the padded`, msg: short, digest: referenceHash(full) };
    yield {
      flag: 'PaddedInput',
      comment: `${what}, padded; digest without`,
      msg: full,
      digest: referenceHash(short),
    };
    const zero = concatenate([short, filled(1, 0)]);
    yield {
      flag: 'PaddedInput',
      comment: `${what}; digest with a zero more`,
      msg: short,
      digest: referenceHash(zero),
    };
  }
  for (const length of [0, 20, 32, 100]) {
    const msg = message(length);
    const digest = referenceHash(msg);
    const changes: [string, Uint8Array][] = [
      ...range(size).map((byte): [string, Uint8Array] => {
        const bit = 8 * byte + ((byte * 3 + length) % 8);
        return [`bit ${bit} flipped`, flipBits(digest, bit)];
      }),
      ['halves swapped', concatenate([digest.subarray(16), digest.subarray(0, 16)])],
      ['first half', digest.slice(0, 16)],
      ['without the last byte', digest.slice(0, -1)],
      ['a zero more', concatenate([digest, filled(1, 0)])],
      ['left out', EMPTY],
      ['all bytes 00', filled(size, 0)],
    ];
    for (const [comment, changed] of changes) yield { flag: 'ModifiedDigest', comment, msg, digest: changed };
  }
}
