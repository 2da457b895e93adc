/**
 * The benchmark's cases of many messages, which are the same in Node and in a page. Each function that takes many
 * messages in one call is compared with one call for each of these messages.
 */
import type { Aead, AeadSync, RomulusSync } from 'romulus-wasm';
import { hashMany, romulusH, romulusM, romulusN, romulusT } from 'romulus-wasm';
import { otherModes } from './suites.js';

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
  /** Gives the same results by a call for each message. Promises are awaited one after the other. */
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
  { batch: '4096 x 32 B, telemetry with 16 B of ad', lengths: alike(4096, 32), adLength: 16 },
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

async function awaitEach<Input, Result>(inputs: Input[], call: (input: Input) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const input of inputs) results.push(await call(input));
  return results;
}

/** The cases of the sync functions, and those of the promise functions with the same names. */
interface Cases {
  sync: ManyCase[];
  promise: ManyCase[];
}

/** The promise functions of a mode, and the sync ones. */
type Twins = readonly [aead: Aead, twin: AeadSync];

function addMode({ sync, promise }: Cases, [aead, twin]: Twins, { batch, lengths, adLength, oneKey }: Batch): void {
  const size = sizeOf(batch, lengths);
  const firstKey = randomKey();
  const requests = lengths.map((length, i) => ({
    key: oneKey ? firstKey : randomKey(),
    nonce: numbered(i).subarray(0, aead.nonceLength),
    plaintext: new Uint8Array(length),
    ...(adLength === undefined ? {} : { associatedData: new Uint8Array(adLength) }),
  }));
  const encrypted = requests.map(({ plaintext, ...rest }) => ({
    ...rest,
    ciphertext: twin.encrypt({ ...rest, plaintext }),
  }));
  const encryption = { name: `${aead.name} encryptMany`, ...size };
  const decryption = { name: `${aead.name} decryptMany`, ...size };
  sync.push({
    ...encryption,
    many: () => twin.encryptMany(requests),
    oneByOne: () => requests.map((request) => twin.encrypt(request)),
  });
  sync.push({
    ...decryption,
    many: () => twin.decryptMany(encrypted),
    oneByOne: () => encrypted.map((request) => twin.decrypt(request)),
  });
  promise.push({
    ...encryption,
    many: () => aead.encryptMany(requests),
    oneByOne: () => awaitEach(requests, (request) => aead.encrypt(request)),
  });
  promise.push({
    ...decryption,
    many: () => aead.decryptMany(encrypted),
    oneByOne: () => awaitEach(encrypted, (request) => aead.decrypt(request)),
  });
}

/** The cases of Romulus. */
export function manyCases(romulus: RomulusSync, batches = usualBatches): Cases {
  const cases: Cases = { sync: [], promise: [] };
  for (const each of batches) {
    addMode(cases, [romulusN, romulus.romulusN], each);
    addMode(cases, [romulusM, romulus.romulusM], each);
    addMode(cases, [romulusT, romulus.romulusT], each);
    // A hash has no associated data.
    if (each.adLength !== undefined) continue;
    const messages = each.lengths.map((length) => new Uint8Array(length));
    const hashing = { name: 'hashMany', ...sizeOf(each.batch, each.lengths) };
    cases.sync.push({
      ...hashing,
      many: () => romulus.hashMany(messages),
      oneByOne: () => messages.map((message) => romulus.romulusH(message)),
    });
    cases.promise.push({
      ...hashing,
      many: () => hashMany(messages),
      oneByOne: () => awaitEach(messages, (message) => romulusH(message)),
    });
  }
  return cases;
}

/** The cases of the other suites, on the build that they take by themselves. */
export async function otherSuiteCases(): Promise<ManyCase[]> {
  const cases: Cases = { sync: [], promise: [] };
  for (const { aead, twin } of await otherModes())
    addMode(cases, [aead, twin], { batch: '256 x 64 B', lengths: alike(256, 64) });
  return cases.sync;
}
