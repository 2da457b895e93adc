/**
 * Stores results until they are downloaded, in hidden files of this site or else in memory. Each tab has its own folder,
 * and locks that name while it lives. The folder goes when its tab goes. A folder without a lock is what a crash left.
 */
import { nameOf } from './names.js';
import { type Result, remember, remembered } from './state.js';

const prefix = 'romulus-encrypt results ';
const folderName = prefix + crypto.getRandomValues(new Uint32Array(4)).join('-');
/** The type of stored results. It keeps browsers from opening the contents as a page of this site. */
const type = 'application/octet-stream';

const isSupported = (): boolean =>
  'storage' in navigator && 'locks' in navigator && 'createWritable' in (window.FileSystemFileHandle?.prototype ?? {});

/** The most bytes of one result that need not be on the disk, and of all such results. */
const short = 2 ** 24;
const shortInAll = 2 ** 28;
let inMemoryNow = 0;

let locked: Promise<void> | undefined;
let root: FileSystemDirectoryHandle | undefined;
let lastHanded = 0;

const lock = () =>
  new Promise<void>((resolve, reject) => {
    const held = () => new Promise<never>(() => resolve());
    navigator.locks.request(folderName, held).catch(reject);
  });

/** The key of the time of the last hand-out of a result on the disk, of any tab. */
const handedAt = 'romulus-encrypt:handed';

export async function removeAbandoned(): Promise<void> {
  if (!isSupported()) return;
  // A tab that was closed or loaded again just now can have left a download that has not read its file yet.
  const wait = () => Number(remembered(handedAt)) + downloadStart - Date.now();
  while (wait() > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait(), downloadStart)));
  const root = await navigator.storage.getDirectory();
  const names = await Array.fromAsync(root.keys());
  // A tab takes its lock before its folder exists, so each of these folders is locked by now, or abandoned.
  const { held = [] } = await navigator.locks.query();
  const isAbandoned = (folder: string) => folder.startsWith(prefix) && held.every(({ name }) => name !== folder);
  // A folder that cannot be removed does not stop the removal of others.
  await Promise.allSettled(names.filter(isAbandoned).map((name) => root.removeEntry(name, { recursive: true })));
}

/** Removes this tab's folder when the page goes: at once, or by the service worker, if there is one, when each download has begun. */
export function removeOnLeaving(worker: () => ServiceWorker | null | undefined): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted || !root) return;
    const wait = lastHanded + downloadStart - Date.now();
    if (wait <= 0) root.removeEntry(folderName, { recursive: true }).catch(() => {});
    worker()?.postMessage({ folder: folderName, wait });
  });
}

/** `counted` are the bytes of a result that is in memory though there is a disk. */
function inMemory(counted = 0) {
  inMemoryNow += counted;
  const parts: Blob[] = [];
  // Browsers keep larger Blobs on disk.
  const write = (bytes: Uint8Array<ArrayBuffer>) => void parts.push(new Blob([bytes]));
  const remove = async () => {
    inMemoryNow -= counted;
  };
  return { writable: new WritableStream({ write }), contents: async () => new Blob(parts), remove, isOnDisk: false };
}

/** Makes a new file in this tab's folder. Makes the folder again if it was deleted with the site's data. */
async function onDisk(): Promise<ReturnType<typeof inMemory>> {
  locked ??= lock();
  await locked;
  root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  const handle = await folder.getFileHandle(crypto.randomUUID(), { create: true });
  // If this removal fails, the file is removed later with the folder.
  const remove = () => folder.removeEntry(handle.name).catch(() => {});
  try {
    return { writable: await handle.createWritable(), contents: () => handle.getFile(), remove, isOnDisk: true };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The results that may still be on their way to a download when their row is removed. */
const handedOut = new WeakSet<Blob>();

/**
 * Stores a whole stream. If that fails, nothing is left, and the error of the stream or the disk is thrown. `plaintext` is
 * the length of a stream that is not encrypted: if it is short, it does not reach the disk.
 */
export async function store(
  path: string,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  plaintext = Number.POSITIVE_INFINITY,
): Promise<Result> {
  const isShort = plaintext <= short && inMemoryNow + plaintext <= shortInAll;
  let place = inMemory(isShort ? plaintext : 0);
  try {
    if (isSupported() && !isShort)
      place = await onDisk().catch((error) => {
        if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
        return place;
      });
    await stream.pipeTo(place.writable, { signal });
    // A file gets its contents when it is closed, not before.
    const contents = (await place.contents()).slice(undefined, undefined, type);
    const remove = () => void setTimeout(place.remove, handedOut.has(contents) ? downloadStart : 0);
    return { path, contents, remove, isOnDisk: place.isOnDisk };
  } catch (error) {
    await stream.cancel(error).catch(() => {});
    await place.remove();
    throw error;
  }
}

/** The milliseconds after which a download has begun and no longer needs the original. Firefox ends service workers after 60 seconds. */
export const downloadStart = 20_000;

/** Hands a file to the browser. A page cannot learn whether the browser downloads the file. */
export function hand(name: string, contents: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), downloadStart);
}

export function handResult({ path, contents, isOnDisk }: Result): void {
  handedOut.add(contents);
  if (isOnDisk) {
    lastHanded = Date.now();
    remember(handedAt, String(lastHanded));
  }
  hand(nameOf(path), contents);
}
