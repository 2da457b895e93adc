/** Holds the references of the members of SKINNY to the vectors that their designers published. */
import { expect, it } from 'vitest';
import { fromHex, toHex } from '../../reference/bytes.js';
import { skinny128, skinny128384 } from '../../reference/skinny.js';
import { skinny64128 } from '../../reference/skinny-64.js';

const skinny: [name: string, tweakeys: string[], plaintext: string, ciphertext: string][] = [
  [
    'SKINNY-128-128',
    ['4f55cfb0520cac52fd92c15f37073e93'],
    'f20adb0eb08b648a3b2eeed1f0adda14',
    '22ff30d498ea62d7e45b476e33675b74',
  ],
  [
    'SKINNY-128-256',
    ['009cec81605d4ac1d2ae9e3085d7a1f3', '1ac123ebfc00fddcf01046ceeddfcab3'],
    '3a0c47767a26a68dd382a695e7022e25',
    'b731d98a4bde147a7ed4a6f16b9b587f',
  ],
  [
    'SKINNY-128-384',
    ['df889548cfc7ea52d296339301797449', 'ab588a34a47f1ab2dfe9c8293fbea9a5', 'ab1afac2611012cd8cef952618c3ebe8'],
    'a3994b66ad85a3459f44e92b08f550cb',
    '94ecf589e2017c601b38c6346a10dcfa',
  ],
];

it.each(skinny)('%s gives the published ciphertext', (_, tweakeys, plaintext, ciphertext) => {
  expect(toHex(skinny128(tweakeys.map(fromHex), fromHex(plaintext)))).toBe(ciphertext);
});

it('SKINNY-128-384 is the same by either way to call it', () => {
  const [first, second, third] = [1, 2, 3].map((n) => Uint8Array.from({ length: 16 }, (_, i) => 31 * n * i));
  const block = new Uint8Array(16).fill(7);
  expect(skinny128([first!, second!, third!], block)).toEqual(skinny128384(first!, second!, third!, block, 56));
});

it('SKINNY-64-128 gives the published ciphertext', () => {
  const ciphertext = skinny64128(fromHex('9eb93640d088da6376a39d1c8bea71e1'), fromHex('cf16cfe8fd0f98aa'));
  expect(toHex(ciphertext)).toBe('6ceda1f43de92b9e');
});
