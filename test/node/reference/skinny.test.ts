/** SKINNY's references beside the vectors that its designers published. */
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../../reference/bytes.js';
import { skinny128, skinny128384 } from '../../reference/skinny.js';
import { skinny64128 } from '../../reference/skinny-64.js';

type Cipher = (tweakeys: Uint8Array[], block: Uint8Array) => Uint8Array;
const withKey =
  (cipher: (key: Uint8Array, block: Uint8Array) => Uint8Array): Cipher =>
  ([key], block) =>
    cipher(key!, block);
/** SKINNY-128-384 as Romulus calls it, with the rounds that were published. */
const skinny384: Cipher = ([first, second, third], block) => skinny128384(first!, second!, third!, block, 56);
const skinny384Tweakeys =
  'df889548cfc7ea52d296339301797449 ab588a34a47f1ab2dfe9c8293fbea9a5 ab1afac2611012cd8cef952618c3ebe8';

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
])('%s gives the published ciphertext', (_, cipher, tweakeys, plaintext, ciphertext) => {
  expect(toHex(cipher(tweakeys.split(' ').map(fromHex), fromHex(plaintext)))).toBe(ciphertext);
});
