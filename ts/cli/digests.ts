/** Digests of files: many small ones side by side, large ones piece by piece, on as many threads as there is work for. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { parentPort, Worker } from 'node:worker_threads';
import { type Bytes, hashMany, hashStream } from '../index.js';
import { release } from '../release.js';
import { Failure, reasonOf } from './failure.js';
import { openInput } from './input.js';

interface Failed {
  /** Why there is no digest. */
  readonly failure: string;
}

/** What became of a file; the digest in hexadecimal. */
export type Digested = { readonly digest: string } | Failed;

export interface DigestSettings {
  /** The number of threads, at most. */
  readonly jobs: number;
  onProgress(processed: number, total: number | undefined): void;
}

interface File {
  /** Its place in the list. */
  readonly index: number;
  readonly path: string;
  /** Undefined for what is no regular file. */
  readonly size: number | undefined;
}

/** Files that a thread hashes in one go. */
type Batch = File[];

/** Up to this size a file is read whole, and hashed side by side with others. */
const smallFile = 2 ** 20;
/** A batch has about so many bytes. */
const leastBytes = 2 ** 20;
const mostBytes = 2 ** 24;
/** What a file takes besides, in bytes that are hashed meanwhile. */
const fileOverhead = 2 ** 13;
/** Less than this is hashed before other threads have started. */
const worthThreads = 2 ** 23;

/** The digests of files, `-` being standard input, in the order of the paths. */
export async function* digestsOf(
  paths: readonly string[],
  { jobs, onProgress }: DigestSettings,
): AsyncGenerator<Digested> {
  const { digested, here, anywhere, load, total } = planOf(paths, jobs);
  const count = load < worthThreads ? 1 : Math.min(jobs, anywhere.length);
  const threads: DigestThread[] = count > 1 ? Array.from({ length: count }, () => new OtherThread()) : [thisThread];
  let change = () => {};
  let processed = 0;
  const take = async (thread: DigestThread, batches: Batch[]) => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const results = await thread.digest(batch, (bytes) => {
        processed += bytes;
        onProgress(processed, total);
      });
      for (const [i, { index }] of batch.entries()) digested.set(index, results[i] as Digested);
      change();
    }
  };
  try {
    const working = Promise.all([take(thisThread, here), ...threads.map((thread) => take(thread, anywhere))]);
    working.catch(() => {});
    for (const i of paths.keys()) {
      while (!digested.has(i)) {
        const changed = new Promise<void>((resolve) => {
          change = resolve;
        });
        await Promise.race([changed, working]);
      }
      yield digested.get(i) as Digested;
      digested.delete(i);
    }
  } finally {
    for (const thread of threads) thread.end();
  }
}

interface Plan {
  /** What is known without hashing: files that are not there. */
  readonly digested: Map<number, Digested>;
  /** For this thread alone: it has the standard input, and what waits for other processes should hold no other thread. */
  readonly here: Batch[];
  readonly anywhere: Batch[];
  /** How much work there is anywhere, in bytes. */
  readonly load: number;
  /** How many bytes there are in all, if that is known. */
  readonly total: number | undefined;
}

function planOf(paths: readonly string[], jobs: number): Plan {
  const digested = new Map<number, Digested>();
  const files: { index: number; path: string; size: number }[] = [];
  const here: Batch[] = [];
  for (const [index, path] of paths.entries()) {
    const size = sizeOf(path);
    if (size === undefined) here.push([{ index, path, size }]);
    else if (typeof size === 'number') files.push({ index, path, size });
    else digested.set(index, size);
  }
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const load = total + files.length * fileOverhead;
  // No batch is so long that others wait for it at the end.
  const enough = Math.min(mostBytes, Math.max(leastBytes, load / (4 * jobs)));
  const anywhere: Batch[] = [];
  let batch: Batch = [];
  let bytes = enough;
  for (const file of files) {
    if (file.size > smallFile) {
      anywhere.push([file]);
      continue;
    }
    if (bytes >= enough) {
      batch = [];
      bytes = 0;
      anywhere.push(batch);
    }
    batch.push(file);
    bytes += file.size + fileOverhead;
  }
  return { digested, here, anywhere, load, total: here.length > 0 ? undefined : total };
}

/** Undefined for what is no regular file. */
function sizeOf(path: string): number | undefined | Failed {
  if (path === '-') return undefined;
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat.size : undefined;
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

interface DigestThread {
  /** In the order of the batch; tells after each part how many bytes it was. */
  digest(batch: Batch, onPart: (bytes: number) => void): Promise<Digested[]>;
  end(): void;
}

const thisThread: DigestThread = {
  async digest(batch, onPart) {
    const digested: Digested[] = [];
    const contents: Uint8Array[] = [];
    const indices: number[] = [];
    for (const [i, { path, size }] of batch.entries()) {
      if (size === undefined || size > smallFile) {
        digested[i] = await digestOfStream(path, onPart);
        continue;
      }
      const read = readWhole(path, size);
      if (read === undefined) {
        digested[i] = await digestOfStream(path, onPart);
      } else if ('failure' in read) {
        digested[i] = read;
      } else {
        contents.push(read);
        indices.push(i);
      }
    }
    const digests = await hashMany(contents);
    for (const [k, digest] of digests.entries()) digested[indices[k] as number] = { digest: hexOf(digest) };
    onPart(contents.reduce((sum, { length }) => sum + length, 0));
    release(contents.map(({ buffer }) => buffer as ArrayBuffer));
    return digested;
  },
  end() {},
};

async function digestOfStream(path: string, onPart: (bytes: number) => void): Promise<Digested> {
  try {
    const input = await openInput(path);
    try {
      let before = 0;
      const onProgress = (processed: number) => {
        onPart(processed - before);
        before = processed;
      };
      return { digest: hexOf(await hashStream(input.pieces(), { onProgress })) };
    } finally {
      await input.close();
    }
  } catch (error) {
    return { failure: reasonOf(error instanceof Failure ? error.cause : error) };
  }
}

/** Undefined if there is more than the size says. Not by promises, which take longer than to read a small file. */
function readWhole(path: string, size: number): Uint8Array | Failed | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const buffer = new Uint8Array(size + 1);
    let length = 0;
    for (;;) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      if (read === 0) return buffer.subarray(0, length);
      length += read;
      if (length === buffer.length) return undefined;
    }
  } catch (error) {
    return { failure: reasonOf(error) };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const hexOf = (digest: Bytes): string => Buffer.from(digest).toString('hex');

/** What another thread answers: how far it is, and at last what became of the batch. */
type Answer = { readonly bytes: number } | { readonly digested: Digested[] };

/** This program in a thread of its own, where it runs `serveDigests`. */
class OtherThread implements DigestThread {
  readonly #worker = new Worker(new URL(import.meta.url));

  digest(batch: Batch, onPart: (bytes: number) => void): Promise<Digested[]> {
    const worker = this.#worker;
    worker.postMessage(batch);
    return new Promise((resolve, reject) => {
      worker.removeAllListeners();
      worker.on('error', reject);
      worker.on('message', (answer: Answer) => {
        if ('bytes' in answer) onPart(answer.bytes);
        else resolve(answer.digested);
      });
    });
  }

  end(): void {
    this.#worker.terminate();
  }
}

/** Hashes batch after batch for the thread that started this one. */
export function serveDigests(): void {
  const port = parentPort;
  port?.on('message', async (batch: Batch) => {
    const digested = await thisThread.digest(batch, (bytes) => port.postMessage({ bytes } satisfies Answer));
    port.postMessage({ digested } satisfies Answer);
  });
}
