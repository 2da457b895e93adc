/** The work behind the API's functions, given to a pool's workers: long messages whole, lists in parts, files in batches. */
import { followingController } from '../abort.js';
import { localCrypter, type MessageCrypter } from '../aead.js';
import type { BatchOperation } from '../batch.js';
import type { Bytes } from '../bytes.js';
import type { Message } from '../engine/message.js';
import type { AeadMode } from '../mode.js';
import type { OutputFormat } from '../output-format.js';
import type { AbortSignalLike } from '../platform.js';
import { aeadLengths, authentic } from '../single.js';
import type { ChunkBatch, ChunkCrypter } from '../stream/crypter.js';
import { hashOperation, messageToHash, romulusH } from '../suites/romulus/hash.js';
import type { ReadOptions } from '../work-options.js';
import { type Job, type Kind, type Outcome, outputFormats } from './jobs.js';
import { pack, unpackResults } from './packing.js';
import type { Workers } from './workers.js';

/** What has fewer bytes is done in the calling thread before a worker could have answered. */
const shortMessage = 4_096;
const shortList = 65_536;
/** The same of a list whose messages are shorter on average: computing them takes less time than sending them. */
const shortOnAverage = 256;

/** So many messages side by side take little longer than one alone, so that parts of a list should have them. */
const fewMessages = 8;
/** Longer parts may as well be several, so that none holds the calling thread for long when its results come. */
const longPart = 2_097_152;
const manyMessages = 128;

/** One that a worker is at, and one that it finds when it is done, however long the calling thread takes to answer. */
const batchesAhead = 2;

const lengthOf = ({ adLength, textLength }: Message): number => adLength + textLength;
const lengthOfAll = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + lengthOf(message), 0);

export class PoolDispatch implements MessageCrypter {
  readonly #workers: Workers;

  constructor(workers: Workers) {
    this.#workers = workers;
  }

  async encrypt<Result>(
    mode: AeadMode,
    message: Message,
    format: OutputFormat<Result>,
    options: ReadOptions,
  ): Promise<Result> {
    const length = lengthOf(message);
    if (length < shortMessage) return localCrypter.encrypt(mode, message, format, options);
    const names = Object.keys(outputFormats) as (keyof typeof outputFormats)[];
    const name = names.find((each) => outputFormats[each] === (format as unknown)) as keyof typeof outputFormats;
    const job = () => ({ id: mode.id, format: name, message: pack([message], aeadLengths(mode)) });
    return (await this.#work('encrypt', job, length, options)) as Result;
  }

  async decrypt(mode: AeadMode, message: Message, options: ReadOptions): Promise<Bytes> {
    const length = lengthOf(message);
    if (length < shortMessage) return localCrypter.decrypt(mode, message, options);
    const job = () => ({ id: mode.id, message: pack([message], aeadLengths(mode)) });
    return authentic(await this.#work('decrypt', job, length, options));
  }

  async hash(text: Uint8Array, length: number, options: ReadOptions): Promise<Bytes> {
    if (length < shortMessage) return romulusH(text, options);
    return this.#work('hash', () => ({ message: pack([messageToHash(text, length)], hashOperation) }), length, options);
  }

  async many(task: BatchOperation, messages: Message[], options: ReadOptions): Promise<(Bytes | undefined)[]> {
    const total = lengthOfAll(messages);
    if (total < Math.max(shortList, messages.length * shortOnAverage))
      return localCrypter.many(task, messages, options);
    const { signal, onProgress } = options;
    const parts = partsOf(messages, total, this.#workers.size);
    const results: (Bytes | undefined)[][] = [];
    const processed: number[] = parts.map(() => 0);
    let told = 0;
    const { stop, unfollow } = followingController(signal);
    const workPart = async (part: Message[], i: number) => {
      const tell = (ofPart: number) => {
        processed[i] = ofPart;
        const ofAll = processed.reduce((sum, each) => sum + each);
        if (ofAll === told || ofAll === total) return;
        told = ofAll;
        onProgress?.(ofAll, total);
      };
      const length = lengthOfAll(part);
      const job = () => ({ id: task.id, direction: task.direction, messages: pack(part, task) });
      const packed = await this.#work('many', job, length, { signal: stop.signal, onProgress: onProgress && tell });
      results[i] = unpackResults(
        packed,
        part.map((message) => task.resultLength(message)),
      );
      tell(length);
    };
    try {
      await Promise.all(parts.map(workPart));
      return results.flat();
    } catch (error) {
      stop.abort(error);
      for (const result of results.flat()) result?.fill(0);
      throw error;
    } finally {
      unfollow();
    }
  }

  /** The inputs are copied when it is called. */
  async #work<K extends Kind>(
    kind: K,
    job: () => Job<K>,
    total: number,
    { signal, onProgress }: ReadOptions,
  ): Promise<Outcome<K>> {
    return this.#workers.work(kind, job(), {
      load: total,
      signal,
      onProgress: onProgress && ((processed) => onProgress(processed, total)),
    });
  }
}

/** The list in parts, of about the same length: for each worker the same number, as far as there are messages. */
function partsOf(messages: Message[], total: number, size: number): Message[][] {
  const count = messages.length;
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
  // The text is given away, and the key is not.
  const giving =
    <K extends 'encryptBatch' | 'decryptBatch'>(kind: K) =>
    (batch: ChunkBatch, signal: AbortSignalLike) =>
      each(() => {
        const job = { ...batch, key: new Uint8Array(batch.key) };
        return workers.work(kind, job as Job<K>, { load: batch.text.length, signal, onProgress: undefined });
      });
  const waiting = Math.min(workers.size, 4);
  return { parallel: workers.size + waiting, encrypt: giving('encryptBatch'), decrypt: giving('decryptBatch') };
}

/** Has the calling thread work batches too: those for which no worker would be free soon. */
export function helpedBy(helper: ChunkCrypter, crypter: ChunkCrypter, size: number): ChunkCrypter {
  let given = 0;
  let helping = false;
  const share =
    <K extends 'encrypt' | 'decrypt'>(direction: K) =>
    async (...[batch, signal]: Parameters<ChunkCrypter[K]>) => {
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
  return {
    // Batches are put out in order: what is done early waits, and others must go on meanwhile.
    parallel: 2 * (batchesAhead * size + 1),
    encrypt: share('encrypt') as ChunkCrypter['encrypt'],
    decrypt: share('decrypt') as ChunkCrypter['decrypt'],
  };
}
