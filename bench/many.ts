/**
 * The benchmark's cases of many messages, which are the same in Node and in a page. Each function that takes many
 * messages in one call is compared with one call for each of these messages.
 */
import type { AeadSync, RomulusSync } from 'romulus-wasm';

export interface ManyCase {
  /** The function's name for a reader. */
  name: string;
  /** The name of its list of messages. */
  batch: string;
  messages: number;
  /** Bytes of all messages together, without associated data. */
  bytes: number;
  /** Processes the whole batch in one call. */
  many(): unknown;
  /** Gives the same results by a call for each message. */
  oneByOne(): unknown;
}

interface Batch {
  /** The list's name for a reader. */
  batch: string;
  /** The lengths of its messages in bytes. */
  lengths: number[];
  adLength?: number;
  oneKey?: boolean;
}

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

const sizeOf = (batch: string, lengths: number[]) => ({
  batch,
  messages: lengths.length,
  bytes: lengths.reduce((sum, length) => sum + length, 0),
});

const randomKey = () => crypto.getRandomValues(new Uint8Array(16));
const numbered = (number: number) => new Uint8Array(Uint32Array.of(number, 0, 0, 0).buffer);

function encryption(aead: AeadSync, { batch, lengths, adLength, oneKey }: Batch): ManyCase {
  const firstKey = randomKey();
  const requests = lengths.map((length, i) => ({
    key: oneKey ? firstKey : randomKey(),
    nonce: numbered(i),
    plaintext: new Uint8Array(length),
    ...(adLength === undefined ? {} : { associatedData: new Uint8Array(adLength) }),
  }));
  return {
    name: `${aead.name} encryptMany`,
    ...sizeOf(batch, lengths),
    many: () => aead.encryptMany(requests),
    oneByOne: () => requests.map((request) => aead.encrypt(request)),
  };
}

/** Encryption and hashing, because decryption takes about as long as encryption. */
export function manyCases(romulus: RomulusSync, batches = usualBatches): ManyCase[] {
  return batches.flatMap((each) => {
    const modes = [romulus.romulusN, romulus.romulusM, romulus.romulusT].map((aead) => encryption(aead, each));
    const messages = each.lengths.map((length) => new Uint8Array(length));
    const hashing = {
      name: 'hashMany',
      ...sizeOf(each.batch, each.lengths),
      many: () => romulus.hashMany(messages),
      oneByOne: () => messages.map((message) => romulus.romulusH(message)),
    };
    return [...modes, hashing];
  });
}
