/**
 * The counter of members 2 of Romulus v1.2 goes on into its second half after 2^24 - 1 blocks. A program written from
 * the specification gave the expected results. The associated data is zeros: the system gives no memory to pages that
 * nobody writes.
 */
import { expect, it } from 'vitest';
import { type Aead, romulusM2, romulusN2 } from '../../ts/suites/romulus-v12/index.js';
import { hex } from '../fixtures/bytes.js';

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
