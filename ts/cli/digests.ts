/** Digests of files: many small ones side by side, large ones piece by piece, on as many threads as there is work for. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { parentPort, Worker } from 'node:worker_threads';
import { type Bytes, hashMany, hashStream } from '../index.js';
import { release } from '../runtime/release.js';
import { Failure, reasonOf } from './failure.js';
import { pathOf } from './file-name.js';
import { openInput } from './input.js';
import { openProgress } from './progress.js';

interface Failed {
  /** Why there is no digest. */
  readonly failure: string;
  readonly isMissing: boolean;
}

/** What became of a file; the digest in hexadecimal. */
export type Digested = { readonly digest: string } | Failed;

interface DigestSettings {
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
async function* digestsOf(paths: readonly string[], { jobs, onProgress }: DigestSettings): AsyncGenerator<Digested> {
  const files = paths.map((path, index) => ({ index, path, size: sizeOf(path) }));
  // For this thread alone: it has the standard input, and what waits for other processes should hold no other thread.
  const here = files.filter(({ size }) => size === undefined).map((file) => [file]);
  const { batches, load, ...sum } = batchesOf(files, jobs);
  const total = here.length > 0 ? undefined : sum.total;
  const count = load < worthThreads ? 1 : Math.min(jobs, batches.length);
  const threads: DigestThread[] = count > 1 ? Array.from({ length: count }, () => new OtherThread()) : [thisThread];
  const digested = new Map<number, Digested>();
  let change = () => {};
  let processed = 0;
  const take = async (thread: DigestThread, from: Batch[]) => {
    for (let batch = from.shift(); batch; batch = from.shift()) {
      const results = await thread.digest(batch, (bytes) => {
        processed += bytes;
        onProgress(processed, total);
      });
      for (const [i, { index }] of batch.entries()) digested.set(index, results[i] as Digested);
      change();
    }
  };
  try {
    const working = Promise.all([take(thisThread, here), ...threads.map((thread) => take(thread, batches))]);
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

/** The same with a progress bar, which is out of the way for each. */
export async function* digestsWithProgress(
  paths: readonly string[],
  { jobs, isSilent = false }: { jobs: number; isSilent?: boolean },
): AsyncGenerator<Digested> {
  const progress = openProgress({ isSilent });
  try {
    for await (const digested of digestsOf(paths, { jobs, onProgress: progress.at })) {
      progress.clear();
      yield digested;
    }
  } finally {
    progress.close();
  }
}

/** Undefined for what is no regular file. What is not there is found so when it is opened. */
function sizeOf(path: string): number | undefined {
  if (path === '-') return undefined;
  try {
    const stat = statSync(pathOf(path));
    return stat.isFile() ? stat.size : undefined;
  } catch {
    return 0;
  }
}

/** Regular files in batches, how many bytes they are, and how much work. */
function batchesOf(files: readonly File[], jobs: number): { batches: Batch[]; load: number; total: number } {
  let count = 0;
  let total = 0;
  for (const { size } of files) {
    if (size === undefined) continue;
    count++;
    total += size;
  }
  const load = total + count * fileOverhead;
  // No batch is so long that others wait for it at the end.
  const enough = Math.min(mostBytes, Math.max(leastBytes, load / (4 * jobs)));
  const batches: Batch[] = [];
  let batch: Batch = [];
  let bytes = enough;
  for (const file of files) {
    if (file.size === undefined) continue;
    if (file.size > smallFile) {
      batches.push([file]);
      continue;
    }
    if (bytes >= enough) {
      batch = [];
      bytes = 0;
      batches.push(batch);
    }
    batch.push(file);
    bytes += file.size + fileOverhead;
  }
  return { batches, load, total };
}

interface DigestThread {
  /** In the order of the batch; tells after each part how many bytes it was. */
  digest(batch: Batch, onPart: (bytes: number) => void): Promise<Digested[]>;
  end(): void;
}

const thisThread: DigestThread = {
  async digest(batch, onPart) {
    const digested: Digested[] = [];
    const contents = new Map<number, Uint8Array<ArrayBuffer>>();
    for (const [i, file] of batch.entries()) {
      const read = readWhole(file);
      if (read instanceof Uint8Array) contents.set(i, read);
      else digested[i] = read ?? (await digestOfStream(file.path, onPart));
    }
    const whole = [...contents.values()];
    const digests = await hashMany(whole);
    for (const i of contents.keys()) digested[i] = { digest: hexOf(digests.shift() as Bytes) };
    onPart(whole.reduce((sum, { length }) => sum + length, 0));
    release(whole.map(({ buffer }) => buffer));
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
    return failedOf(error instanceof Failure ? error.cause : error);
  }
}

/** A small file; undefined for another, and if it has not the size that was told. Not by promises, which take longer than to read it. */
function readWhole({ path, size }: File): Uint8Array<ArrayBuffer> | Failed | undefined {
  if (size === undefined || size > smallFile) return undefined;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(pathOf(path), 'r');
    const buffer = new Uint8Array(size + 1);
    let length = 0;
    for (;;) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      if (read === 0) return length < size ? undefined : buffer.subarray(0, length);
      length += read;
      if (length === buffer.length) return undefined;
    }
  } catch (error) {
    return failedOf(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const failedOf = (error: unknown): Failed => ({
  failure: reasonOf(error),
  isMissing: (error as NodeJS.ErrnoException).code === 'ENOENT',
});

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
