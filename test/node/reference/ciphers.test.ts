/** The references of the block ciphers beside the vectors that their designers published, and the counter of Romulus v1.2. */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../reference/bytes.js';
import { deoxysBc } from '../../reference/deoxys-bc.js';
import { v12Member } from '../../reference/romulus-v12.js';
import { skinny128, skinny128384 } from '../../reference/skinny.js';
import { skinny64128 } from '../../reference/skinny-64.js';
import { tgifBc } from '../../reference/tgif-bc.js';

type Cipher = (tweakeys: Uint8Array[], block: Uint8Array) => Uint8Array;
const withKey =
  (cipher: (key: Uint8Array, block: Uint8Array) => Uint8Array): Cipher =>
  ([key], block) =>
    cipher(key!, block);
/** SKINNY-128-384 as Romulus calls it, with the rounds that were published. */
const skinny384: Cipher = ([first, second, third], block) => skinny128384(first!, second!, third!, block, 56);
const skinny384Tweakeys =
  'df889548cfc7ea52d296339301797449 ab588a34a47f1ab2dfe9c8293fbea9a5 ab1afac2611012cd8cef952618c3ebe8';
const deoxysTweakeys =
  '00001020304050607000000000000000 202122232425262728292a2b2c2d2e2f 101112131415161718191a1b1c1d1e1f';

it.each<[name: string, Cipher, tweakeys: string, plaintext: string, ciphertext: string]>([
  [
    'SKINNY-128-128',
    skinny128,
    '4f55cfb0520cac52fd92c15f37073e93',
    'f20adb0eb08b648a3b2eeed1f0adda14',
    '22ff30d498ea62d7e45b476e33675b74',
  ],
  [
    'SKINNY-128-256',
    skinny128,
    '009cec81605d4ac1d2ae9e3085d7a1f3 1ac123ebfc00fddcf01046ceeddfcab3',
    '3a0c47767a26a68dd382a695e7022e25',
    'b731d98a4bde147a7ed4a6f16b9b587f',
  ],
  ...[skinny128, skinny384].map((cipher): [string, Cipher, string, string, string] => [
    'SKINNY-128-384',
    cipher,
    skinny384Tweakeys,
    'a3994b66ad85a3459f44e92b08f550cb',
    '94ecf589e2017c601b38c6346a10dcfa',
  ]),
  ['SKINNY-64-128', withKey(skinny64128), '9eb93640d088da6376a39d1c8bea71e1', 'cf16cfe8fd0f98aa', '6ceda1f43de92b9e'],
  [
    'Deoxys-BC-128-384',
    deoxysBc,
    deoxysTweakeys,
    'd18db1b44ad16fe5623ccd73c250c272',
    'e94c5c6df7c19474bbdd292baa2555fd',
  ],
  [
    'TGIF-TBC',
    withKey(tgifBc),
    '000102030405060708090a0b0c0d0e0f',
    '000102030405060708090a0b0c0d0e0f',
    'f61b940328c758b690a65ab1034b9bb7',
  ],
  [
    'TGIF-TBC',
    withKey(tgifBc),
    '3ae8af4bc588015c24c648bc2c1ccde5',
    'ac3bc6dc0d10081ece8cb4e328b2ddd5',
    '2ea60dbef63809f98034f4af3ade28d9',
  ],
])('%s gives the published ciphertext', (_, cipher, tweakeys, plaintext, ciphertext) => {
  expect(toHex(cipher(tweakeys.split(' ').map(fromHex), fromHex(plaintext)))).toBe(ciphertext);
});

describe('the short counter of Romulus v1.2', () => {
  const tweakeysAt = (name: 'N2' | 'N3', count: number) =>
    v12Member(name)
      .tweakeys(new Uint8Array(16), { block: new Uint8Array(12), count, domain: 0 })
      .map((tweakey) => toHex(tweakey.subarray(0, 3)));

  it('is reduced by x^4 + x^3 + x + 1', () => {
    const first = [0, 23, 24, 25].map((count) => tweakeysAt('N3', count)[0]);
    expect(first).toEqual(['010000', '000080', '1b0000', '360000']);
  });

  it('has the longest period, and in member 2 a second part that counts the periods', () => {
    const period = 2 ** 24 - 1;
    expect([0, 1, period, period + 1, 2 * period].map((count) => tweakeysAt('N2', count).join(' '))).toEqual([
      '010000 000000 010000',
      '020000 000000 010000',
      '010000 000000 020000',
      '020000 000000 020000',
      '010000 000000 040000',
    ]);
    let power = 1;
    let steps = 0;
    do power = ((power << 1) & 0xffffff) ^ (power >> 23 ? 0x1b : 0);
    while (++steps < period && power !== 1);
    expect(steps).toBe(period);
  });
});
