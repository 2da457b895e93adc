/** The reference of TGIF's cipher, compared with the published vectors. */
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../../reference/bytes.js';
import { tgifBc } from '../../reference/tgif-bc.js';

it.each([
  ['000102030405060708090a0b0c0d0e0f', '000102030405060708090a0b0c0d0e0f', 'f61b940328c758b690a65ab1034b9bb7'],
  ['3ae8af4bc588015c24c648bc2c1ccde5', 'ac3bc6dc0d10081ece8cb4e328b2ddd5', '2ea60dbef63809f98034f4af3ade28d9'],
])('TGIF-TBC gives the published ciphertext under %s', (key, plaintext, ciphertext) => {
  expect(toHex(tgifBc(fromHex(key), fromHex(plaintext)))).toBe(ciphertext);
});
