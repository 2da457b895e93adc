/** The work behind the API's functions, given to a pool's workers: long messages whole, lists in parts, files in batches. */
import type { ModeRow } from '../../suites.mjs';
import { localCrypter, type MessageCrypter } from '../api/aead.js';
import { type Bytes, copyOf } from '../api/bytes.js';
import type { AbortSignalLike } from '../api/platform.js';
import type { ReadOptions } from '../api/work-options.js';
import type { Direction, Message } from '../engine/message.js';
import { pack } from '../messages/packing.js';
import { authentic } from '../messages/single.js';
import { moveSteps, wipeSliced } from '../messages/slicing.js';
import { follow, withSignals } from '../runtime/abort.js';
import type { ChunkBatch } from '../stream/chunk-batch.js';
import type { ChunkCrypter } from '../stream/crypter.js';
import { memoryOf, nativeStretch, type Stretch, tooLittleMemory } from '../stream/scrypt.js';
import { romulusH } from '../suites/romulus/hash.js';
import { outputFormats } from './jobs.js';
import { unpackResults } from './packed-results.js';
import { sentMode } from './suites.js';
import type { Workers } from './workers.js';

/** What has fewer bytes is done in the calling thread before a worker could have answered. */
const shortMessage = 4_096;
const shortList = 1_048_576;
/** So many bytes of each message pay for no more than sending it. */
const sendingLength = 900;
/** Where messages are longer on average, workers take the list in any case: the calling thread has other things to do. */
const longOnAverage = 262_144;
/** How many times as fast as one thread workers must be, so that sending a list to them costs less than it brings. */
const worthSending = 1.25;

/** Longer parts may as well be several, so that none holds the calling thread for long when its results come. */
const longPart = 2_097_152;
const manyMessages = 128;

/** One that a worker is at, and one that it finds when it is done, however long the calling thread takes to answer. */
const batchesAhead = 2;

const lengthOf = ({ adLength, textLength }: Message): number => adLength + textLength;
const lengthOfAll = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + lengthOf(message), 0);

export interface PoolCrypter extends MessageCrypter {
  hash(options: ReadOptions, text: Uint8Array, length: number): Promise<Bytes>;
}

export const poolCrypter = (workers: Workers): PoolCrypter => ({
  async encrypt<Result>(...[options, mode, message, format]: Parameters<typeof localCrypter.encrypt<Result>>) {
    const load = lengthOf(message);
    if (load < shortMessage) return localCrypter.encrypt(options, mode, message, format);
    const job = { mode: sentMode(mode), format: outputFormats.indexOf(format), message: pack([message], mode) };
    const result = await workers.work('encrypt', job, { ...options, load }, mode.loader);
    return (await handOut(result as Bytes, message)) as Result;
  },

  async decrypt(options, mode, message) {
    const load = lengthOf(message);
    if (load < shortMessage) return localCrypter.decrypt(options, mode, message);
    const job = { mode: sentMode(mode), message: pack([message], mode) };
    return handOut(authentic(await workers.work('decrypt', job, { ...options, load }, mode.loader)), message);
  },

  async hash(options, text, length) {
    if (length < shortMessage) return romulusH(text, options);
    const job = { text: copyOf(text, length), state: undefined, isLast: true };
    return workers.work('hash', job, { ...options, load: length });
  },

  async many(options, operation, messages) {
    const total = lengthOfAll(messages);
    if (isSoonerHere(messages.length, total, workers.size, operation))
      return localCrypter.many(options, operation, messages);
    const parts = partsOf(messages, total, workers.size, operation);
    const mode = operation.crypts ? sentMode(operation) : undefined;
    const results: (Bytes | undefined)[][] = [];
    const processed: number[] = parts.map(() => 0);
    let told = 0;
    const tell = (part: number, ofPart: number) => {
      processed[part] = ofPart;
      const ofAll = processed.reduce((sum, each) => sum + each);
      if (ofAll === told || ofAll === total) return;
      told = ofAll;
      options.onProgress?.(ofAll, total);
    };
    const runPart = async (part: Message[], i: number, signal: AbortSignalLike) => {
      const load = lengthOfAll(part);
      const job = { mode, direction: operation.direction, messages: pack(part, operation) };
      const onProgress = options.onProgress && ((ofPart: number) => tell(i, ofPart));
      const packed = await workers.work('many', job, { load, signal, onProgress }, operation.loader);
      const lengths = part.map((message) => operation.resultLength(message));
      results[i] = unpackResults(packed, lengths);
      tell(i, load);
    };
    try {
      await withSignals([options.signal], (signal) => Promise.all(parts.map((part, i) => runPart(part, i, signal))));
      return results.flat();
    } catch (error) {
      for (const result of results.flat()) result?.fill(0);
      throw error;
    }
  },
});

/** The result, in the caller's array if there is one. */
async function handOut(result: Bytes, { output }: Message): Promise<Bytes> {
  if (output) await wipeSliced(moveSteps(result, output));
  return (output as Bytes) ?? result;
}

/** Whether the calling thread is done with a list before workers could be. */
function isSoonerHere(count: number, total: number, size: number, mode: ModeRow): boolean {
  if (total < shortList + sendingLength * count) return true;
  if (size === 1 || total >= count * longOnAverage) return false;
  const costs = goTogether(count, total, mode) ? mode.laneCosts : [];
  const timeOf = (messages: number) =>
    Math.min(messages, ...costs.map(([width, cost]) => Math.ceil(messages / width) * cost));
  return timeOf(count) < worthSending * timeOf(Math.ceil(count / size));
}

/** Whether messages of this length on average go side by side. */
const goTogether = (count: number, total: number, { laneLimit }: ModeRow) => total <= count * (laneLimit ?? total);

/** The list in parts, of about the same length: for each worker the same number, as far as there are messages. */
function partsOf(messages: Message[], total: number, size: number, mode: ModeRow): Message[][] {
  const count = messages.length;
  // So many side by side take little longer than one alone, so that parts should have them, unless they are too long for it.
  const [fewMessages] = (goTogether(count, total, mode) && mode.laneCosts[0]) || [1];
  const rounds = Math.ceil(Math.min(total / (size * longPart), count / (size * manyMessages)));
  const parts = count <= size ? count : Math.min(size * rounds, Math.ceil(count / fewMessages));
  const result: Message[][] = [];
  let start = 0;
  let length = 0;
  for (const [i, message] of messages.entries()) {
    length += lengthOf(message);
    if (length < (total * (result.length + 1)) / parts && i < count - 1) continue;
    result.push(messages.slice(start, i + 1));
    start = i + 1;
  }
  return result;
}

/** Batches of chunks, some more than there are workers, so that one waits where one is done; every batch goes through `each`. */
export function chunkCrypter(
  workers: Workers,
  each: <Result>(batch: () => Promise<Result>) => Promise<Result>,
): ChunkCrypter {
  // The text is given away, and key and prefix are not.
  const giving = (direction: Direction) => (batch: ChunkBatch, signal: AbortSignalLike) =>
    each(() => {
      const job = {
        direction,
        batch: { ...batch, key: new Uint8Array(batch.key), noncePrefix: new Uint8Array(batch.noncePrefix) },
      };
      return workers.work('chunks', job, { load: batch.text.length, signal, onProgress: undefined });
    });
  const inWorker: Stretch = async (derivation, options) => {
    const key = await workers.work('stretch', derivation, { ...options, load: memoryOf(derivation.cost) });
    if (!key) throw tooLittleMemory(derivation);
    return key;
  };
  const stretch: Stretch = (derivation, options) =>
    each(() => {
      const native = nativeStretch();
      if (!native) return inWorker(derivation, options);
      return withEither(options.signal, workers.ending, (signal) => native(derivation, { ...options, signal }));
    });
  const waiting = Math.min(workers.size, 4);
  return { parallel: workers.size + waiting, encrypt: giving('encrypt'), decrypt: giving('decrypt'), stretch };
}

/** Runs work with a signal that aborts when one of two does. */
const withEither = <Result>(
  one: AbortSignalLike,
  other: AbortSignalLike,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const stop = new AbortController();
  const unfollow = [one, other].map((signal) => follow(signal, () => stop.abort(signal.reason)));
  return work(stop.signal).finally(() => {
    for (const each of unfollow) each();
  });
};

/** Has the calling thread work batches too: those for which no worker would be free soon. */
export function helpedBy(helper: ChunkCrypter, crypter: ChunkCrypter, size: number): ChunkCrypter {
  let given = 0;
  let helping = false;
  const share = (direction: Direction) => async (batch: ChunkBatch, signal: AbortSignalLike) => {
    if (given >= batchesAhead * size && !helping) {
      helping = true;
      return helper[direction](batch, signal).finally(() => {
        helping = false;
      });
    }
    given++;
    return crypter[direction](batch, signal).finally(() => {
      given--;
    });
  };
  // Batches are put out in order: what is done early waits, and others must go on meanwhile.
  const parallel = 2 * (batchesAhead * size + 1);
  return { ...crypter, parallel, encrypt: share('encrypt'), decrypt: share('decrypt') };
}
