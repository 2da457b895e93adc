/** The cases, which are the same in Node and in a page: one message at each size, and lists of messages. */
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

/** A list of messages in one call, which is compared with one call for each message. */
export interface ManyCase {
  name: string;
  /** The name of the list. */
  batch: string;
  messages: number;
  /** Bytes of all messages together, without associated data. */
  bytes: number;
  many(): unknown;
  oneByOne(): unknown;
}

/** Messages of these lengths, each under its own key unless they are of one file. */
type Batch = Pick<ManyCase, 'batch'> & { lengths: readonly number[]; adLength?: number; oneKey?: boolean };

/** Returns the lengths of messages that all have one length. */
export const alike = (count: number, length: number) => new Array<number>(count).fill(length);

const usualBatches: readonly Batch[] = [
  { batch: '256 x 1 KiB', lengths: alike(256, 1024) },
  // Every length occurs equally often, and no two neighbours have like lengths.
  { batch: '1024 x 0..64 B', lengths: Array.from({ length: 1024 }, (_, i) => (i * 37) % 65) },
  { batch: '4096 x 32 B, telemetry', lengths: alike(4096, 32) },
  { batch: '8 x 64 KiB', lengths: alike(8, 65_536) },
  { batch: '32 x 64 KiB, chunks of a file', lengths: alike(32, 65_536), oneKey: true },
];

const randomKey = () => crypto.getRandomValues(new Uint8Array(16));

/** Encryption and hashing, because decryption takes about as long as encryption. */
export function manyCases(romulus: RomulusSync, batches = usualBatches): ManyCase[] {
  return batches.flatMap(({ batch, lengths, adLength = 0, oneKey }) => {
    const firstKey = randomKey();
    const requests = lengths.map((length, i) => ({
      key: oneKey ? firstKey : randomKey(),
      nonce: new Uint8Array(Uint32Array.of(i, 0, 0, 0).buffer),
      plaintext: new Uint8Array(length),
      associatedData: new Uint8Array(adLength),
    }));
    const texts = requests.map(({ plaintext }) => plaintext);
    const shared = { batch, messages: texts.length, bytes: lengths.reduce((sum, length) => sum + length, 0) };
    const ofModes = [romulus.romulusN, romulus.romulusM, romulus.romulusT].map((aead) => ({
      ...{ ...shared, name: `${aead.name} encryptMany`, many: () => aead.encryptMany(requests) },
      oneByOne: () => requests.map((request) => aead.encrypt(request)),
    }));
    const hashing = { ...shared, name: 'hashMany', many: () => romulus.hashMany(texts) };
    return [...ofModes, { ...hashing, oneByOne: () => texts.map((text) => romulus.romulusH(text)) }];
  });
}
