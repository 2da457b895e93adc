/** Lists in which some messages are forged. */
import { expect } from 'vitest';
import type { Aead, EncryptRequest } from '../../../ts/index.js';
import { expectSame, flipBit } from '../../fixtures/bytes.js';

/** Forges some of the ciphertexts: these come back as null, and the others as they were. */
export async function expectOthersOpened(
  aead: Aead,
  requests: EncryptRequest[],
  ciphertexts: Uint8Array[],
): Promise<void> {
  const isForged = (i: number) => i % 7 === 3;
  const toDecrypt = requests.map(({ plaintext: _, ...common }, i) => {
    const ciphertext = ciphertexts[i] as Uint8Array;
    return { ...common, ciphertext: isForged(i) ? flipBit(ciphertext, i % (8 * ciphertext.length)) : ciphertext };
  });
  const plaintexts = await aead.decryptMany(toDecrypt);
  expect(plaintexts).toHaveLength(requests.length);
  for (const [i, { plaintext }] of requests.entries()) {
    if (isForged(i)) expect(plaintexts[i], `plaintext ${i}`).toBeNull();
    else expectSame(plaintexts[i], plaintext, `plaintext ${i}`);
  }
}
