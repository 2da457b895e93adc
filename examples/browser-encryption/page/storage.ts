/**
 * Stores results until they are downloaded, in hidden files of this site or else in memory. Each tab has a folder of its own, and holds a
 * lock of the same name while the tab lives. A folder without a lock belongs to a tab that is gone, and is removed.
 */

import { downloadStart, hand } from './hand.js';
import { nameOf } from './names.js';
import { Problem } from './problem.js';
import type { Result } from './state.js';
import { message } from './words.js';

const prefix = 'romulus results ';
const folderName = prefix + crypto.getRandomValues(new Uint32Array(4)).join('-');
/**
 * The type of stored results. Some browsers open the contents instead of downloading them. This type keeps them from showing the contents
 * as a page of this site.
 */
const type = 'application/octet-stream';

const isSupported = (): boolean =>
  'storage' in navigator && 'locks' in navigator && 'createWritable' in (window.FileSystemFileHandle?.prototype ?? {});

let locked: Promise<void> | undefined;

const lock = () =>
  new Promise<void>((resolve, reject) => {
    const hold = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    navigator.locks.request(folderName, hold).catch(reject);
  });

export async function removeAbandoned(): Promise<void> {
  if (!isSupported()) return;
  const root = await navigator.storage.getDirectory();
  const names = await Array.fromAsync(root.keys());
  // A tab takes its lock before its folder exists, so each of these folders is locked by now, or abandoned.
  const { held = [] } = await navigator.locks.query();
  const isAbandoned = (folder: string) => folder.startsWith(prefix) && held.every(({ name }) => name !== folder);
  // A folder that cannot be removed does not stop the removal of others.
  await Promise.allSettled(names.filter(isAbandoned).map((name) => root.removeEntry(name, { recursive: true })));
}

interface Place {
  readonly writable: WritableStream<Uint8Array>;
  readonly contents: () => Promise<Blob> | Blob;
  readonly remove: () => Promise<void> | void;
}

function inMemory(): Place {
  const parts: Blob[] = [];
  // Browsers keep larger Blobs on disk.
  const write = (bytes: Uint8Array) => void parts.push(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  return { writable: new WritableStream({ write }), contents: () => new Blob(parts), remove() {} };
}

/** Makes a new file in this tab's folder. Makes the folder again if it was deleted with the site's data. */
async function onDisk(): Promise<Place> {
  locked ??= lock();
  await locked;
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  const handle = await folder.getFileHandle(crypto.randomUUID(), { create: true });
  // If this removal fails, the file is removed later with the folder.
  const remove = () => folder.removeEntry(handle.name).catch(() => {});
  try {
    return { writable: await handle.createWritable(), contents: () => handle.getFile(), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Stores a stream, which it reads to its end. If that fails, nothing is left, and the promise rejects with the error of the stream or of
 * the disk.
 */
export async function store(path: string, stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Result> {
  let place = inMemory();
  try {
    if (isSupported())
      place = await onDisk().catch((error) => {
        if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
        return place;
      });
    await stream.pipeTo(place.writable, { signal });
    // A file gets its contents when it is closed, not before.
    const contents = await place.contents();
    return resultOf(path, contents.slice(0, contents.size, type), place.remove);
  } catch (error) {
    await stream.cancel(error).catch(() => {});
    await place.remove();
    throw error;
  }
}

/**
 * The results that were handed out. Such a result may still be on its way to a download when its row is removed, so it is removed later.
 */
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
    throw new Problem(message('resultGone'), error);
  }
}
