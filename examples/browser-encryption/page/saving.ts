/** Results on their way to the person's own files: into the browser's downloads, or as new files into a folder. */
import { freeName } from './free-name.js';
import { Problem } from './problem.js';
import { words } from './words.js';

declare global {
  interface Window {
    showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
  }
}

export const canSaveToFolder = (): boolean => window.showDirectoryPicker !== undefined;

/** Undefined if the person picks none, or may not: browsers refuse folders such as that of the downloads. */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await window.showDirectoryPicker?.({ id: 'results', mode: 'readwrite' });
  } catch (error) {
    // The second is of a frame of another site, the third of a person who does not allow it.
    if (error instanceof DOMException && ['AbortError', 'SecurityError', 'NotAllowedError'].includes(error.name))
      return undefined;
    throw error;
  }
}

/**
 * Writes a new file, below the folder if its path says so, and resolves with its path: the one given, or that with a number if it already
 * exists. What is in the folder stays as it is: if anything fails, the file that was begun is removed, and no other is touched.
 */
export async function writeNewFile(
  folder: FileSystemDirectoryHandle,
  path: string,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<string> {
  const folders = path.split('/');
  const name = folders.pop() as string;
  let innermost = folder;
  for (const each of folders) innermost = await innermost.getDirectoryHandle(each, { create: true });
  const handle = await newFile(innermost, name);
  await writeWhole(innermost, handle, stream, signal);
  return [...folders, handle.name].join('/');
}

/** Writes a file that is to be removed again if anything fails. */
export async function writeWhole(
  folder: FileSystemDirectoryHandle,
  handle: FileSystemFileHandle,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  try {
    // What is written becomes the file's contents when it is closed, not before.
    await stream.pipeTo(await handle.createWritable(), { signal });
  } catch (error) {
    await folder.removeEntry(handle.name).catch(() => {});
    throw error;
  }
}

async function newFile(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemFileHandle> {
  for (;;) {
    const handle = await folder.getFileHandle(await freeNameIn(folder, name), { create: true });
    // Another program may have made one of that name meanwhile.
    if ((await handle.getFile()).size === 0) return handle;
  }
}

async function freeNameIn(folder: FileSystemDirectoryHandle, name: string): Promise<string> {
  try {
    return await freeName(name, (each) => has(folder, each));
  } catch (error) {
    if (error instanceof TypeError) throw new Problem(words.nameNotAllowed);
    throw error;
  }
}

async function has(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true;
    throw error;
  }
}

/** After so many milliseconds a download has begun, and holds what it needs. */
export const downloadStart = 60_000;

/** Into the browser's downloads, at once. */
export function download(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
