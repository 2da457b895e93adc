/** Where bytes come from: files and standard input, read in large pieces into memory that is used again and wiped. */
import { type FileHandle, open } from 'node:fs/promises';
import { systemFailure, usageFailure } from './exit.js';

export interface Input {
  /** As it stands in messages. */
  readonly name: string;
  /** How many bytes there are, of a regular file that has some. */
  readonly size: number | undefined;
  /** The bytes, once; a piece may be read until the next is asked for, then it is overwritten. */
  pieces(): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

const pieceLength = 2 ** 20;

/** The file, or standard input for `-`. */
export async function openInput(path: string): Promise<Input> {
  if (path === '-') return standardInput;
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const stat = await handle.stat();
    // The files of /proc say that they are empty.
    const size = stat.isFile() && stat.size > 0 ? stat.size : undefined;
    return { name: path, size, pieces: () => fileIn(path, handle as FileHandle), close: () => closed(handle) };
  } catch (error) {
    await closed(handle);
    throw systemFailure(path, error);
  }
}

const standardInput: Input = {
  name: 'standard input',
  size: undefined,
  async *pieces() {
    try {
      for await (const piece of process.stdin as AsyncIterable<Uint8Array>) {
        yield piece;
        piece.fill(0);
      }
    } catch (error) {
      throw systemFailure('standard input', error);
    }
  },
  async close() {
    // What is not read to its end would keep the process from ending.
    process.stdin.destroy();
  },
};

/** The next piece is read while one is worked on. */
async function* fileIn(path: string, handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffers = [new Uint8Array(pieceLength), new Uint8Array(pieceLength)] as const;
  const read = (i: 0 | 1) => {
    const reading = handle.read(buffers[i], 0, pieceLength, null);
    reading.catch(() => {});
    return reading;
  };
  let reading = read(0);
  try {
    for (let i: 0 | 1 = 0; ; i = i === 0 ? 1 : 0) {
      const { bytesRead } = await reading.catch((error) => {
        throw systemFailure(path, error);
      });
      if (bytesRead === 0) return;
      reading = read(i === 0 ? 1 : 0);
      yield buffers[i].subarray(0, bytesRead);
    }
  } finally {
    await reading.catch(() => {});
    for (const buffer of buffers) buffer.fill(0);
  }
}

/** The contents of a small file, for the caller to wipe. `name` stands in messages, in place of the path. */
export async function readSmallFile(name: string, path: string, limit: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(limit + 1);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
      length += bytesRead;
      if (length > limit) throw usageFailure(`${name}: the file has more than ${limit} bytes`);
      if (bytesRead === 0) return buffer.slice(0, length);
    }
  } catch (error) {
    throw systemFailure(name, error);
  } finally {
    buffer.fill(0);
    await closed(handle);
  }
}

/** What was only read has nothing to lose. */
const closed = async (handle: FileHandle | undefined): Promise<void> => handle?.close().catch(() => {});
