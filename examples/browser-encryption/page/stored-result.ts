/** A result where it waits to be downloaded or saved: in the scratch folder, or in memory where there is none. */
import { writeWhole } from './saving.js';
import { scratchFolder } from './scratch.js';

export interface StoredResult {
  readonly contents: Blob;
  /** Gives back the memory and the room on the disk. */
  remove(): Promise<void>;
}

/** So that a browser which is led to the contents themselves, not to a download, never shows them as a page of this site. */
const type = 'application/octet-stream';

let next = 1;

/** Reads the stream to its end. If that fails, nothing is left, and it rejects with the stream's error or the disk's. */
export async function store(stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<StoredResult> {
  const folder = await scratchFolder();
  return folder ? storeOnDisk(stream, folder, signal) : storeInMemory(stream);
}

async function storeOnDisk(
  stream: ReadableStream<Uint8Array>,
  folder: FileSystemDirectoryHandle,
  signal: AbortSignal,
): Promise<StoredResult> {
  const name = String(next++);
  const handle = await folder.getFileHandle(name, { create: true });
  await writeWhole(folder, handle, stream, signal);
  const file = await handle.getFile();
  // What cannot be removed then goes with the folder.
  return { contents: file.slice(0, file.size, type), remove: () => folder.removeEntry(name).catch(() => {}) };
}

async function storeInMemory(stream: ReadableStream<Uint8Array>): Promise<StoredResult> {
  const parts: Blob[] = [];
  const keep = new WritableStream<Uint8Array>({
    // Browsers keep Blobs of some size on disk.
    write: (bytes) => void parts.push(new Blob([bytes as Uint8Array<ArrayBuffer>])),
  });
  await stream.pipeTo(keep);
  return { contents: new Blob(parts, { type }), remove: async () => {} };
}
