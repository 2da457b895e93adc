/** The benchmark's cases, which are the same in Node and in a page: each function of the package at each size. */
import type { RomulusSync } from 'romulus-wasm';
import { createHasher, hashStream, romulusH, romulusM, romulusN, romulusT, seal, unseal } from 'romulus-wasm';

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

const sizes = [16, 64, 1024, 4096, 65_536, 1_048_576];

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

/** The pieces of a message, in the lengths that the stream of a file has. */
async function* chunksOf(message: Uint8Array) {
  for (let start = 0; start < message.length; start += 65_536) yield message.subarray(start, start + 65_536);
}

/**
 * Returns the cases of the sync functions, and those of the promise functions with the same names. Only the promise
 * functions have streams.
 */
export function cases(sync: RomulusSync, chosen = sizes): { sync: Case[]; promise: Case[] } {
  const key = crypto.getRandomValues(new Uint8Array(16));
  const nonce = crypto.getRandomValues(new Uint8Array(16));
  const associatedData = new Uint8Array(16 * adBlocks);
  const lists: { sync: Case[]; promise: Case[] } = { sync: [], promise: [] };
  for (const bytes of chosen) {
    const message = new Uint8Array(bytes);
    const hash = { name: 'Romulus-H', bytes, calls: hashCalls(bytes), chain: 'pair' } as const;
    lists.sync.push({ ...hash, run: () => sync.romulusH(message) });
    lists.promise.push({ ...hash, run: () => romulusH(message) });
    const hasher = { name: 'Hasher', bytes, calls: hashCalls(bytes), chain: 'pair' } as const;
    lists.sync.push({ ...hasher, run: () => sync.createHasher().update(message).digest() });
    lists.promise.push({ ...hasher, run: async () => (await createHasher()).update(message).digest() });
    const stream = { name: 'hashStream', bytes, calls: hashCalls(bytes), chain: 'pair' } as const;
    lists.promise.push({ ...stream, run: () => hashStream(chunksOf(message)) });
    const request = { key, nonce, associatedData, plaintext: message };
    for (const [mode, aead, twin] of [
      ['N', romulusN, sync.romulusN],
      ['M', romulusM, sync.romulusM],
      ['T', romulusT, sync.romulusT],
    ] as const) {
      const encrypted = { key, nonce, associatedData, ciphertext: twin.encrypt(request) };
      const calls = modeCalls[mode](bytes);
      const chain = mode === 'T' ? 'pair' : 'one';
      const encrypt = { name: `${aead.name} encrypt`, bytes, calls, chain } as const;
      const decrypt = { name: `${aead.name} decrypt`, bytes, calls, chain } as const;
      lists.sync.push({ ...encrypt, run: () => twin.encrypt(request) });
      lists.sync.push({ ...decrypt, run: () => twin.decrypt(encrypted) });
      lists.promise.push({ ...encrypt, run: () => aead.encrypt(request) });
      lists.promise.push({ ...decrypt, run: () => aead.decrypt(encrypted) });
    }
    const sealed = sync.seal({ key, plaintext: message, associatedData });
    const calls = modeCalls.M(bytes);
    const sealing = { name: 'seal', bytes, calls, chain: 'one' } as const;
    const unsealing = { name: 'unseal', bytes, calls, chain: 'one' } as const;
    lists.sync.push({ ...sealing, run: () => sync.seal({ key, plaintext: message, associatedData }) });
    lists.sync.push({ ...unsealing, run: () => sync.unseal({ key, sealed, associatedData }) });
    lists.promise.push({ ...sealing, run: () => seal({ key, plaintext: message, associatedData }) });
    lists.promise.push({ ...unsealing, run: () => unseal({ key, sealed, associatedData }) });
  }
  return lists;
}
