/**
 * The browser's own files of this site, which no person sees: results are there, whole, until they are downloaded or saved. Each tab has a
 * folder of its own, and a lock by the same name while it lives: the folders of tabs that are gone have none, and are removed.
 */

const prefix = 'romulus results ';

let opened: Promise<FileSystemDirectoryHandle | undefined> | undefined;

/** Undefined if the browser has no such files, or not here: in a private window, say. */
export function scratchFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  opened ??= open().catch(() => undefined);
  return opened;
}

const isSupported = (): boolean =>
  'storage' in navigator &&
  'locks' in navigator &&
  'FileSystemFileHandle' in window &&
  'createWritable' in FileSystemFileHandle.prototype;

async function open(): Promise<FileSystemDirectoryHandle | undefined> {
  if (!isSupported()) return undefined;
  const root = await navigator.storage.getDirectory();
  const name = prefix + crypto.randomUUID();
  // Before there is a folder, so that no other tab takes it for one of a tab that is gone.
  await holdLock(name);
  return root.getDirectoryHandle(name, { create: true });
}

/** Holds it until the page is closed. */
function holdLock(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const hold = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    navigator.locks.request(name, hold).catch(reject);
  });
}

/** Removes what tabs that are gone have left. */
export async function removeAbandoned(): Promise<void> {
  if (!isSupported()) return;
  const root = await navigator.storage.getDirectory();
  const names: string[] = [];
  for await (const name of root.keys()) if (name.startsWith(prefix)) names.push(name);
  const remove = (name: string) =>
    navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await root.removeEntry(name, { recursive: true });
    });
  // One that cannot be removed keeps no other.
  await Promise.allSettled(names.map(remove));
}
