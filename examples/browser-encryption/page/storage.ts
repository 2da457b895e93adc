/**
 * The place of results until they are downloaded: hidden files of this site, or else memory. Each tab has a folder of
 * its own, and a lock by the same name while it lives. A folder without a lock is that of a tab that is gone, and is removed.
 */

import { downloadStart, hand } from './hand.js';
import { nameOf } from './names.js';
import { Problem } from './problem.js';
import type { Result } from './state.js';

const prefix = 'romulus results ';
/**
 * If a browser opens the contents instead of downloading them, this type keeps it from showing them as a page of this
 * site.
 */
const type = 'application/octet-stream';

let opened: Promise<FileSystemDirectoryHandle | undefined> | undefined;

const isSupported = (): boolean =>
  'storage' in navigator &&
  'locks' in navigator &&
  'FileSystemFileHandle' in window &&
  'createWritable' in FileSystemFileHandle.prototype;

async function open(): Promise<FileSystemDirectoryHandle | undefined> {
  if (!isSupported()) return undefined;
  const root = await navigator.storage.getDirectory();
  const name = prefix + crypto.randomUUID();
  // Takes the lock before the folder exists, so that no other tab takes the folder for an abandoned one.
  await new Promise<void>((resolve, reject) => {
    const hold = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    navigator.locks.request(name, hold).catch(reject);
  });
  return root.getDirectoryHandle(name, { create: true });
}

/** Removes the folders of closed tabs. */
export async function removeAbandoned(): Promise<void> {
  if (!isSupported()) return;
  const root = await navigator.storage.getDirectory();
  const names: string[] = [];
  for await (const name of root.keys()) if (name.startsWith(prefix)) names.push(name);
  const remove = (name: string) =>
    navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await root.removeEntry(name, { recursive: true });
    });
  // A folder that cannot be removed does not stop the removal of others.
  await Promise.allSettled(names.map(remove));
}

interface NewFile {
  readonly folder: FileSystemDirectoryHandle;
  readonly handle: FileSystemFileHandle;
  readonly writable: WritableStream<Uint8Array>;
}

let next = 1;

/** A new file in this tab's folder. If the folder was deleted with the site's data, makes a new one. Undefined if that fails. */
async function newFile(): Promise<NewFile | undefined> {
  for (let attempt = 0; attempt < 2; attempt++) {
    opened ??= open().catch(() => undefined);
    const folder = await opened;
    if (!folder) return undefined;
    const name = String(next++);
    try {
      const handle = await folder.getFileHandle(name, { create: true });
      return { folder, handle, writable: await handle.createWritable() };
    } catch (error) {
      await folder.removeEntry(name).catch(() => {});
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
      opened = undefined;
    }
  }
  return undefined;
}

/** Reads the stream to its end. If that fails, nothing is left, and it rejects with the stream's error or the disk's. */
export async function store(path: string, stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Result> {
  const file = await newFile().catch(async (error: unknown) => {
    await stream.cancel(error);
    throw error;
  });
  if (!file) return storeInMemory(path, stream, signal);
  const { folder, handle, writable } = file;
  // If this removal fails, the file goes with the folder.
  const remove = () => folder.removeEntry(handle.name).catch(() => {});
  try {
    // The file gets its contents when it is closed, not before.
    await stream.pipeTo(writable, { signal });
  } catch (error) {
    await remove();
    throw error;
  }
  const contents = await handle.getFile();
  return resultOf(path, contents.slice(0, contents.size, type), remove);
}

async function storeInMemory(path: string, stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Result> {
  const parts: Blob[] = [];
  const keep = new WritableStream<Uint8Array>({
    // Browsers keep Blobs of some size on disk.
    write: (bytes) => void parts.push(new Blob([bytes as Uint8Array<ArrayBuffer>])),
  });
  await stream.pipeTo(keep, { signal });
  return resultOf(path, new Blob(parts, { type }), () => {});
}

/** A file that was handed out may still be on its way to a download when its row is removed. */
const handedOut = new WeakSet<Blob>();

const resultOf = (path: string, contents: Blob, letGo: () => void): Result => {
  return { path, contents, remove: () => void setTimeout(letGo, handedOut.has(contents) ? downloadStart : 0) };
};

export function handResult({ path, contents }: Result): void {
  handedOut.add(contents);
  hand(nameOf(path), contents);
}

/** Rejects with a Problem if the browser no longer has the result. */
export async function checkResult({ contents }: Result): Promise<void> {
  try {
    await contents.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new Problem((words) => words.resultGone, error);
  }
}
