/** The ciphers and permutations that the attacks of two-keys.ts run backwards, each with its inverse. */
import { deoxysBc, deoxysBcInverse } from '../../test/reference/deoxys-bc.js';
import { ELEPHANT_INSTANCES } from '../../test/reference/elephant.js';
import { pattern } from '../../test/reference/kats.js';
import { skinny128, skinny128Inverse, skinny128384 } from '../../test/reference/skinny.js';
import { skinny64128, skinny64128Inverse } from '../../test/reference/skinny-64.js';
import { tgifBc, tgifBcInverse } from '../../test/reference/tgif-bc.js';

const [key, ...others] = [pattern('key', 16), pattern('nonce', 16), pattern('associatedData', 16)] as const;
const tweakeys: [Uint8Array, Uint8Array, Uint8Array] = [key, ...others];

type Call = (block: Uint8Array) => Uint8Array;
export const ciphers: [name: string, length: number, call: Call, inverse: Call][] = [
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
