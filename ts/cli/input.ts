/** Files and standard input, read in large pieces into memory that is reused and wiped. */
import fs, { fstatSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { printWarning, systemFailure, usageFailure } from './failure.js';
import { pathOf } from './file-name.js';
import { closedReason, looksClosed } from './standard-streams.js';

export interface Input {
  /** The name in messages. */
  readonly name: string;
  /** The number of bytes in a regular file. Undefined for other inputs, and for files that report 0 bytes. */
  readonly size: number | undefined;
  /** Yields the bytes, which can be read only once. A piece is valid only until the next one is requested. */
  pieces(): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

const pieceLength = 2 ** 20;

export async function openInput(path: string): Promise<Input> {
  const name = path === '-' ? 'standard input' : path;
  let handle: FileHandle | undefined;
  try {
    if (path === '-') return openStandardInput(name);
    handle = await open(pathOf(path));
    return inputOf(name, await handle.stat(), handle);
  } catch (error) {
    await closed(handle);
    throw systemFailure(name, error);
  }
}

function openStandardInput(name: string): Input {
  if (looksClosed(0)) throw new Error(closedReason);
  const stat = fstatSync(0);
  // The stream is destroyed, because unread input would keep the process from ending.
  const close = async () => void process.stdin.destroy();
  if (stat.isFIFO() || stat.isSocket() || isatty(0))
    return { name, size: undefined, pieces: () => streamed(name), close };
  // The descriptor is read directly, because the stream `process.stdin` would be empty for a folder or a disk.
  const read: Reader['read'] = promisify(fs.read).bind(undefined, 0);
  return inputOf(name, stat, { read, stat: async () => fstatSync(0), close: async () => {} });
}

/** The methods of a `FileHandle` that standard input can have too. */
interface Reader {
  read(buffer: Uint8Array, offset: number, length: number, position: null): Promise<{ bytesRead: number }>;
  stat(): Promise<Stats>;
  close(): Promise<void>;
}

function inputOf(name: string, stat: Stats, reader: Reader): Input {
  // The first read would fail too, but only after the user was asked for a passphrase.
  if (stat.isDirectory()) throw new Error('is a directory');
  // The files of /proc report a size of 0.
  const size = stat.isFile() && stat.size > 0 ? stat.size : undefined;
  return { name, size, pieces: () => piecesOf(name, size, reader), close: () => closed(reader) };
}

/** Yields the pieces of an input. Reads the next piece while the caller works on the current one. */
async function* piecesOf(name: string, size: number | undefined, reader: Reader): AsyncGenerator<Uint8Array> {
  let [buffer, next] = [new Uint8Array(pieceLength), new Uint8Array(pieceLength)];
  const read = (into: Uint8Array) => {
    const reading = reader.read(into, 0, pieceLength, null);
    reading.catch(() => {});
    return reading;
  };
  let reading = read(buffer);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      // The end comes too early if the file was cut meanwhile. The current size shows this, because some system files
      // always end before their size.
      if (bytesRead === 0 && size !== undefined && (await reader.stat()).size < size)
        throw new Error('became shorter while it was read');
      if (bytesRead === 0) return;
      reading = read(next);
      yield buffer.subarray(0, bytesRead);
      [buffer, next] = [next, buffer];
    }
  } catch (error) {
    throw systemFailure(name, error);
  } finally {
    await reading.catch(() => {});
    buffer.fill(0);
    next.fill(0);
  }
}

async function* streamed(name: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of process.stdin as AsyncIterable<Uint8Array>) {
      yield piece;
      piece.fill(0);
    }
  } catch (error) {
    throw systemFailure(name, error);
  }
}

/** Reads a small file. The caller wipes the contents. Error messages show `name` instead of the path. */
export async function readSecretFile(name: string, path: string, limit: number): Promise<Uint8Array> {
  if (path === '') throw usageFailure(`${name}: the name of the file is empty`);
  const buffer = new Uint8Array(limit + 1);
  let handle: FileHandle | undefined;
  try {
    handle = await open(pathOf(path));
    if (othersMayWrite(await handle.stat()))
      printWarning(`${name}: not only its owner may write to the file; chmod go-w fixes that`);
    for (let length = 0; ; ) {
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

/** Other writers could choose the secret. Windows has permissions of another kind. */
const othersMayWrite = (stat: Stats): boolean =>
  process.platform !== 'win32' && stat.isFile() && (stat.mode & 0o022) !== 0;

/** Closes a file and ignores errors: a file that was only read cannot lose data. */
const closed = async (reader: Reader | undefined): Promise<void> => reader?.close().catch(() => {});
