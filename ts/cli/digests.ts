/**
 * Computes digests of many files for hash.ts. Small files are hashed side by side in lists, and large files as streams, in as many threads
 * as are useful.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Bytes } from '../index.js';
import { attempt, Failure, reasonOf } from './failure.js';
import { pathOf } from './file-name.js';
import { descriptorOf, openInput } from './input.js';
import { type Functions, openFunctions, worthWorkers } from './library.js';
import { openProgress } from './progress.js';

type Failed = Readonly<{ failure: string; isMissing: boolean }>;

export type Digested = { readonly digest: string } | Failed;

interface File {
  readonly index: number;
  readonly path: string;
  readonly size: number | undefined;
}

/** The largest file, in bytes, that is read whole and hashed side by side with others. */
const smallFile = 2 ** 20;
const [leastListBytes, mostListBytes] = [2 ** 20, 2 ** 24];
/** The time for opening a file, as the number of bytes that could be hashed meanwhile. */
const fileOverhead = 2 ** 13;

export async function* digestsOf(paths: readonly string[], jobs: number, isSilent = false): AsyncGenerator<Digested> {
  const files = paths.map((path, index) => ({ index, path, size: sizeOf(path) }));
  const regular = files.filter(({ size }) => size !== undefined);
  // Other inputs may have to wait for other processes. Each has a list of its own, so that no regular file waits for it.
  const others = files.filter(({ size }) => size === undefined).map((file) => [file]);
  const bytes = regular.reduce((sum, { size = 0 }) => sum + size, 0);
  const total = others.length === 0 ? bytes : undefined;
  const work = bytes + regular.length * fileOverhead;
  const lists = listsOf(regular, Math.min(mostListBytes, Math.max(leastListBytes, work / (4 * jobs))));
  const count = work < worthWorkers ? 1 : Math.max(1, Math.min(jobs, lists.length));
  const here = await openFunctions(0);
  // A pool has one worker, because a larger pool would split a list. The more messages are side by side, the faster they are.
  const pools = Array.from({ length: count - 1 }, () => openFunctions(1));
  const progress = openProgress({ isSilent });
  const stop = new AbortController();
  const { signal } = stop;
  const digested = new Map<number, Digested>();
  let wake = () => {};
  let processed = 0;
  const settle = ({ index }: File, result: Digested) => {
    digested.set(index, result);
    wake();
  };
  const addProgress = (more: number) => {
    if (signal.aborted) return;
    processed += more;
    progress.at(processed, total);
  };

  async function digestList(list: readonly File[], buffer: Uint8Array, functions: Functions): Promise<void> {
    const read = new Map<File, Uint8Array>();
    let end = 0;
    for (const file of list) {
      const contents = readWhole(file, buffer.subarray(end));
      if (contents instanceof Uint8Array) {
        read.set(file, contents);
        end += contents.length;
      } else {
        settle(file, contents ?? (await digestOfStream(file, functions)));
      }
    }
    const digests = await functions.hashMany([...read.values()], { signal }).catch(failedOf);
    for (const [i, file] of [...read.keys()].entries())
      settle(file, Array.isArray(digests) ? { digest: hexOf(digests[i] as Bytes) } : digests);
    addProgress(end);
  }

  async function digestOfStream({ path }: File, functions: Functions): Promise<Digested> {
    try {
      const input = await openInput(path);
      let before = 0;
      const onProgress = (now: number) => {
        addProgress(now - before);
        before = now;
      };
      const hashing = functions.hashStream(input.pieces(), { signal, onProgress });
      return { digest: hexOf(await hashing.finally(() => input.close())) };
    } catch (error) {
      return failedOf(error instanceof Failure ? error.cause : error);
    }
  }

  const digestAll = async (waiting: (readonly File[])[], functions: Functions) => {
    const buffer = new Uint8Array(1 + Math.max(0, ...waiting.map(bytesToRead)));
    for (let list = waiting.shift(); list && !signal.aborted; list = waiting.shift())
      await digestList(list, buffer, functions);
    buffer.fill(0);
  };
  digestAll(others, here);
  digestAll(lists, here);
  // Two loops feed each pool, so that it has its next list in time. If no worker can start, this thread hashes all lists.
  for (const pool of [...pools, ...pools]) pool.then((functions) => digestAll(lists, functions)).catch(() => {});
  try {
    for (const i of paths.keys()) {
      while (!digested.has(i))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      progress.clear();
      yield digested.get(i) as Digested;
      digested.delete(i);
    }
  } finally {
    stop.abort();
    progress.close();
    await Promise.allSettled(pools.map((pool) => pool.then((functions) => functions.close())));
  }
}

/** The size of a regular file, and undefined for other inputs. A missing file has the size 0, and fails when it is opened. */
function sizeOf(path: string): number | undefined {
  if (descriptorOf(path) !== undefined) return undefined;
  const stat = attempt(() => statSync(pathOf(path)), undefined);
  return !stat ? 0 : stat.isFile() ? stat.size : undefined;
}

/** A large file has a list of its own. Small files share lists of at least `enough` bytes, except for the last. */
function listsOf(files: readonly File[], enough: number): File[][] {
  const lists: File[][] = [];
  let list: File[] = [];
  let bytes = 0;
  for (const file of files) {
    const { size = 0 } = file;
    if (!isSmall(file)) {
      lists.push([file]);
      continue;
    }
    if (list.push(file) === 1) lists.push(list);
    bytes += size + fileOverhead;
    if (bytes < enough) continue;
    list = [];
    bytes = 0;
  }
  return lists;
}

const isSmall = ({ size }: File): boolean => size !== undefined && size <= smallFile;

const bytesToRead = (list: readonly File[]): number =>
  list.filter(isSmall).reduce((sum, { size = 0 }) => sum + size, 0);

/** Reads a small file into the buffer, with room for one byte more. Returns undefined if it is not small or has changed its size. */
function readWhole(file: File, buffer: Uint8Array): Uint8Array | Failed | undefined {
  if (!isSmall(file)) return undefined;
  const { path, size = 0 } = file;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(pathOf(path), 'r');
    let length = 0;
    let read: number;
    do {
      read = readSync(descriptor, buffer, length, size + 1 - length, null);
      length += read;
    } while (read > 0 && length <= size);
    return length === size ? buffer.subarray(0, size) : undefined;
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
