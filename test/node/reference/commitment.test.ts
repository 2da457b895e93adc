/** The derivations of docs/commitment.md: inverses that the attacks need, and the birthday bounds of tags. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadModes } from '../../fixtures/suites.js';
import { deoxysBc, deoxysBcInverse } from '../../reference/deoxys-bc.js';
import { ELEPHANT_INSTANCES } from '../../reference/elephant.js';
import { pattern } from '../../reference/kats.js';
import { skinny128, skinny128Inverse, skinny128384 } from '../../reference/skinny.js';
import { skinny64128, skinny64128Inverse } from '../../reference/skinny-64.js';
import { tgifBc, tgifBcInverse } from '../../reference/tgif-bc.js';

const bytes = (length: number) => pattern('message', length);
const [key, ...others] = [pattern('key', 16), pattern('nonce', 16), pattern('associatedData', 16)] as const;
const tweakeys: [Uint8Array, Uint8Array, Uint8Array] = [key, ...others];

type Call = (block: Uint8Array) => Uint8Array;
const ciphers: [name: string, length: number, call: Call, inverse: Call][] = [
  ...([1, 2, 3] as const).map((parts): (typeof ciphers)[number] => [
    `SKINNY-128-${128 * parts}`,
    16,
    (block) => skinny128(tweakeys.slice(0, parts), block),
    (block) => skinny128Inverse(tweakeys.slice(0, parts), block),
  ]),
  [
    'SKINNY-128-384+',
    16,
    (block) => skinny128384(...tweakeys, block),
    (block) => skinny128Inverse(tweakeys, block, 40),
  ],
  ['SKINNY-64-128', 8, (block) => skinny64128(key, block), (block) => skinny64128Inverse(key, block)],
  ['Deoxys-BC', 16, (block) => deoxysBc(tweakeys, block), (block) => deoxysBcInverse(tweakeys, block)],
  ['TGIF-BC', 16, (block) => tgifBc(key, block), (block) => tgifBcInverse(key, block)],
  ...Object.entries(ELEPHANT_INSTANCES).map(([name, one]): (typeof ciphers)[number] => [
    `the permutation of ${name}`,
    one.blockLength,
    one.permute,
    one.permuteBack,
  ]),
];

it.each(ciphers)('undoes %s', (_, length, call, inverse) => {
  const block = bytes(length);
  expect(inverse(call(block))).toEqual(block);
  expect(call(inverse(block))).toEqual(block);
});

describe.each(await loadModes())('$mode.title', ({ mode, twin }) => {
  it('is in the table of docs/commitment.md', () => {
    const [family, ...rest] = mode.title.split('-');
    const row = new RegExp(`^\\| .*${family}.*${rest.join('-')}`, 'm');
    expect(readFileSync(new URL('../../../docs/commitment.md', import.meta.url), 'utf8')).toMatch(row);
  });

  it('has tags that agree in 20 bits under two of 4096 keys, as often as chance has it', () => {
    const requests = Array.from({ length: 4096 }, (_, i) => ({
      key: Uint8Array.from(key, (byte, at) => (at < 2 ? (i >> (8 * at)) & 255 : byte)),
      nonce: bytes(mode.nonceLength),
      plaintext: bytes(0),
    }));
    const tags = twin.encryptMany(requests).map((tag) => (tag[0]! << 12) | (tag[1]! << 4) | (tag[2]! >> 4));
    const agreeing = tags.length - new Set(tags).size;
    // 2^23 pairs: 8 are expected, and more than 25 or none at all come with a probability below 1 in 2900.
    expect(agreeing).toBeGreaterThan(0);
    expect(agreeing).toBeLessThan(26);
  });
});
