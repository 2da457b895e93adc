/** The cases of one message, which are the same in Node and in a page: encryption, decryption and hashing at each size. */
import type { RomulusSync } from 'romulus-wasm';

export interface Case {
  /** The function's name for a reader. */
  name: string;
  /** The bytes of message in one call. The AEADs also have 16 bytes of associated data. */
  bytes: number;
  /** The calls of the block cipher that the specification asks for. */
  calls: number;
  /** The way in which the calls come: one after the other, or two at a time. */
  chain: 'one' | 'pair';
  run(): unknown;
}

const adBlocks = 1;
const blocksOf = (bytes: number) => Math.max(1, Math.ceil(bytes / 16));
const hashCalls = (bytes: number) => 2 * Math.ceil((bytes + 1) / 32);

/** The calls in each mode, with 16 bytes of associated data. */
const modeCalls = {
  N: (bytes: number) => Math.floor(adBlocks / 2) + 1 + blocksOf(bytes),
  M: (bytes: number) => Math.floor((adBlocks + blocksOf(bytes)) / 2) + 1 + blocksOf(bytes),
  // The tag hashes the padded associated data and ciphertext, the nonce and the counter. No key is made after the last
  // block.
  T: (bytes: number) => 1 + 2 * blocksOf(bytes) - 1 + hashCalls(32 + 16 * (Math.floor(bytes / 16) + 1) + 16 + 7) + 1,
};

export function cases({ romulusH, romulusN, romulusM, romulusT }: RomulusSync, sizes: readonly number[]): Case[] {
  const key = crypto.getRandomValues(new Uint8Array(16));
  const nonce = crypto.getRandomValues(new Uint8Array(16));
  const associatedData = new Uint8Array(16 * adBlocks);
  const modes = { N: romulusN, M: romulusM, T: romulusT };
  return sizes.flatMap((bytes) => {
    const plaintext = new Uint8Array(bytes);
    const hash: Case = {
      name: 'Romulus-H',
      bytes,
      calls: hashCalls(bytes),
      chain: 'pair',
      run: () => romulusH(plaintext),
    };
    const ofModes = (['N', 'M', 'T'] as const).flatMap((mode): Case[] => {
      const aead = modes[mode];
      const request = { key, nonce, associatedData, plaintext };
      const encrypted = { key, nonce, associatedData, ciphertext: aead.encrypt(request) };
      const shared = { bytes, calls: modeCalls[mode](bytes), chain: mode === 'T' ? 'pair' : 'one' } as const;
      return [
        { ...shared, name: `${aead.name} encrypt`, run: () => aead.encrypt(request) },
        { ...shared, name: `${aead.name} decrypt`, run: () => aead.decrypt(encrypted) },
      ];
    });
    return [hash, ...ofModes];
  });
}
