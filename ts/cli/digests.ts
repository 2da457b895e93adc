/** Digests of files: small ones side by side in lists, large ones as streams, in as many threads as there is work for. */
import { readFileSync, statSync } from 'node:fs';
import type { Bytes } from '../index.js';
import { Failure, reasonOf } from './failure.js';
import { pathOf } from './file-name.js';
import { openInput } from './input.js';
import { type Functions, openFunctions, worthWorkers } from './library.js';
import { openProgress } from './progress.js';

/** The reason why there is no digest. */
type Failed = Readonly<{ failure: string; isMissing: boolean }>;

export type Digested = { readonly digest: string } | Failed;

interface File {
  readonly path: string;
  /** Undefined unless it is a regular file. */
  readonly size: number | undefined;
  readonly digested: Promise<Digested>;
  settle(digested: Digested): void;
}

/** Up to this size a file is read whole, and hashed side by side with others. */
const smallFile = 2 ** 20;
/** Bounds for the bytes of a list. */
const [leastBytes, mostBytes] = [2 ** 20, 2 ** 24];
/** The cost of opening a file, in bytes that are hashed meanwhile. */
const fileOverhead = 2 ** 13;

/** The digests of files, in the order of the paths, with a progress bar between them. `-` is standard input. */
export async function* digestsOf(
  paths: readonly string[],
  { jobs, isSilent = false }: { jobs: number; isSilent?: boolean },
): AsyncGenerator<Digested> {
  const files = paths.map(fileOf);
  const regular = files.filter(({ size }) => size !== undefined);
  // These may wait for other processes, and no regular file waits for them.
  const others = files.filter(({ size }) => size === undefined).map((file) => [file]);
  const bytes = regular.reduce((sum, { size = 0 }) => sum + size, 0);
  const total = others.length === 0 ? bytes : undefined;
  const work = bytes + regular.length * fileOverhead;
  const lists = listsOf(regular, Math.min(mostBytes, Math.max(leastBytes, work / (4 * jobs))));
  const count = work < worthWorkers ? 1 : Math.max(1, Math.min(jobs, lists.length));
  const here = await openFunctions(0);
  // A pool of one worker leaves a list as it is: the more messages side by side, the faster.
  const pools = await Promise.all(Array.from({ length: count - 1 }, () => openFunctions(1)));
  const progress = openProgress({ isSilent });
  const stop = new AbortController();
  const { signal } = stop;
  let processed = 0;
  const addProgress = (more: number) => {
    if (signal.aborted) return;
    processed += more;
    progress.at(processed, total);
  };

  async function digestList(list: readonly File[], functions: Functions): Promise<void> {
    const read = new Map<File, Uint8Array>();
    for (const file of list) {
      const contents = readSmall(file);
      if (contents instanceof Uint8Array) read.set(file, contents);
      else file.settle(contents ?? (await digestOfStream(file, functions)));
    }
    const digests = await functions.hashMany([...read.values()], { signal }).catch(failedOf);
    for (const [i, [file, contents]] of [...read].entries()) {
      file.settle(Array.isArray(digests) ? { digest: hexOf(digests[i] as Bytes) } : digests);
      addProgress(contents.length);
      contents.fill(0);
    }
  }

  async function digestOfStream({ path }: File, functions: Functions): Promise<Digested> {
    try {
      const input = await openInput(path);
      let before = 0;
      const onProgress = (now: number) => {
        addProgress(now - before);
        before = now;
      };
      try {
        return { digest: hexOf(await functions.hashStream(input.pieces(), { signal, onProgress })) };
      } finally {
        await input.close();
      }
    } catch (error) {
      return failedOf(error instanceof Failure ? error.cause : error);
    }
  }

  const digestAll = async (waiting: (readonly File[])[], functions: Functions) => {
    for (let list = waiting.shift(); list && !signal.aborted; list = waiting.shift()) await digestList(list, functions);
  };
  digestAll(others, here);
  // A pool gets its next list while it is at one, so it need not wait for this thread.
  for (const functions of [here, ...pools, ...pools]) digestAll(lists, functions);
  try {
    for (const file of files) {
      const digested = await file.digested;
      progress.clear();
      yield digested;
    }
  } finally {
    stop.abort();
    progress.close();
    await Promise.all(pools.map((functions) => functions.close()));
  }
}

function fileOf(path: string): File {
  let settle: File['settle'] = () => {};
  const digested = new Promise<Digested>((resolve) => {
    settle = resolve;
  });
  return { path, size: sizeOf(path), digested, settle };
}

/** The size of a regular file. A missing file has 0, and fails when it is opened. */
function sizeOf(path: string): number | undefined {
  if (path === '-') return undefined;
  try {
    const stat = statSync(pathOf(path));
    return stat.isFile() ? stat.size : undefined;
  } catch {
    return 0;
  }
}

/** Each large file by itself, and small ones in lists that have enough bytes. */
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

/** Undefined for any other file, and for one that has grown. */
function readSmall(file: File): Uint8Array | Failed | undefined {
  if (!isSmall(file)) return undefined;
  try {
    const path = pathOf(file.path);
    return statSync(path).size > smallFile ? undefined : readFileSync(path);
  } catch (error) {
    return failedOf(error);
  }
}

const failedOf = (error: unknown): Failed => ({
  failure: reasonOf(error),
  isMissing: (error as NodeJS.ErrnoException).code === 'ENOENT',
});

const hexOf = (digest: Bytes): string => Buffer.from(digest).toString('hex');
