/**
 * The short counter of Romulus v1.2: in members 2 it goes on into its second half after 2^24 - 1 blocks, and in members 3
 * it ends there. Programs written from the specification gave or confirmed the expected results. The long inputs are
 * zeros: the system gives no memory to pages that nobody writes. Of every other counter and mask, all bits change within
 * the 2^17 blocks of the vectors in kats/.
 */
import { expect, it } from 'vitest';
import { type Aead, romulusM2, romulusM3, romulusN2, romulusN3 } from '../../ts/suites/romulus-v12/index.js';
import { hex, key as otherKey, nonce as otherNonce } from '../fixtures/bytes.js';

const counting = (length: number, first: number) => Uint8Array.from({ length }, (_, i) => first + i);
const key = counting(16, 0);
const nonce = counting(12, 16);
const plaintext = new Uint8Array(33);
/** A block beyond 2^23 - 1 pairs of 16 and 12 bytes, five pairs more, and some bytes. */
const associatedData = new Uint8Array(28 * (2 ** 23 - 1) + 16 + 28 * 5 + 3);

const expected: { aead: Aead; ciphertext: string }[] = [
  {
    aead: romulusN2,
    ciphertext:
      '0ac875d2138f039d4176707fd0d9cdc155e984f455d69e842ae7515704c7f39f' + '407c10fabdc4762cf4114504f27b92222a',
  },
  {
    aead: romulusM2,
    ciphertext:
      '1f6a12f2229a082718612ea66e1ae790bb91180f92e4e2ffd6b4da38c50f0dbd' + '39a6202d82cb6a085321a9bd753e48ea2c',
  },
];

it.each(expected)('$aead.name, by itself and in a list', { timeout: 300_000 }, async ({ aead, ciphertext }) => {
  const request = { key, nonce, associatedData, plaintext };
  const result = await aead.encrypt(request);
  expect(hex(result)).toBe(ciphertext);
  const short = { key, nonce, plaintext };
  const [opened, other] = await aead.decryptMany([
    { ...request, ciphertext: result },
    { ...short, ciphertext: await aead.encrypt(short) },
  ]);
  expect([opened, other]).toEqual([plaintext, plaintext]);
});

/** The six blocks at the end of a text of this many blocks. */
const ends: { aead: Aead; blocks: number; end: string[] }[] = [
  {
    aead: romulusN2,
    blocks: 2 ** 24 + 3,
    end: [
      'b3c28997a82be1f1be00d98fe7e60c0177d08870f709892f568b529d4d742ac8329bceca16ed7d7114e7c75024ec46de',
      'b7fb489ed12f09222d5eeb326380f6b50ce1244aa9f72c7403801ebd7579b7b4dbabd850446a69ed17b64ac909002157',
    ],
  },
  {
    aead: romulusM2,
    blocks: 2 ** 24 + 3,
    end: [
      'af16a37dd0ca4d9c12343d472c28d759c30a10780034d5180b7ccbd446f32e3cb256c350a0b790b5f076359e0641b500',
      '14008d5fd6445b6a0409b6d5c470ca9e2ccb49412b7fdc0b96550a5805e00a6b84937bd0279f8724ccb6d2c6613b0467',
    ],
  },
  {
    aead: romulusN3,
    blocks: 2 ** 24 - 2,
    end: [
      'ee3766518eff5c644d6799fd424bbebf083525b6aecbc306faa0b959a1b5a8b795e9528b69e2ff8a880a4f4df41f3f97',
      '54049cce9dc42abf5bca4a07f095b44bd634f735f8ee36a5848319c041bcb660dd58ebab1f8a7ffc5eb64b7bc799bdcf',
    ],
  },
  {
    aead: romulusM3,
    blocks: 14_680_061,
    end: [
      'a3c8196f09c1f5cdf4f49100f3244bb610f0a43979ae66a4d331b5e5cc6c6251667699d2a1191f60598ad5f7d263b9ce',
      '6221e4591017fd2289402dee0d6328a3d498af91fedce4b3f35f8150cd20237b3b28ad4a95186c75b16c00d3ca1d3dce',
    ],
  },
];

it.each(ends)('$aead.name, $blocks blocks', { timeout: 300_000 }, async ({ aead, blocks, end }) => {
  const request = { key: otherKey, nonce: otherNonce.subarray(0, 12), plaintext: new Uint8Array(16 * blocks) };
  const ciphertext = await aead.encrypt(request);
  expect(hex(ciphertext.slice(-16 - 96, -16))).toBe(end.join(''));
});
