/** Files and standard input, read in large pieces into memory that is reused and wiped. */
import fs, { fstatSync, readSync, type Stats, statSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { attempt, printWarning, systemFailure, usageFailure } from './failure.js';
import { pathOf } from './file-name.js';

export interface Input {
  readonly name: string;
  /** The number of bytes in a regular file. Undefined for other inputs, and for files that report 0 bytes. */
  readonly size: number | undefined;
  /** True if others could choose the contents. Always false on Windows, which has permissions of another kind. */
  readonly othersMayWrite: boolean;
  /** Yields the bytes, which can be read only once. A piece is valid only until the next one is requested. */
  pieces(): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

const pieceLength = 2 ** 20;

/** The descriptor that a path names. Linux cannot open a socket by such a path, and standard input often is one. */
export function descriptorOf(path: string): number | undefined {
  if (path === '-' || path === '/dev/stdin') return 0;
  const [, number] = /^\/dev\/fd\/(\d{1,9})$/.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

export async function openInput(path: string, name = path === '-' ? 'standard input' : path): Promise<Input> {
  const descriptor = descriptorOf(path);
  let handle: FileHandle | undefined;
  try {
    if (descriptor !== undefined) return openDescriptor(name, descriptor);
    handle = await open(pathOf(path));
    return inputOf(name, await handle.stat(), handle);
  } catch (error) {
    await closed(handle);
    throw systemFailure(name, error);
  }
}

function openDescriptor(name: string, descriptor: number): Input {
  if (descriptor === 0) refuseClosed(0);
  const stat = fstatSync(descriptor);
  if (stat.isFIFO() || stat.isSocket() || (descriptor === 0 && isatty(0))) {
    const stream = descriptor === 0 ? process.stdin : new Socket({ fd: descriptor, writable: false });
    // The stream is destroyed, because unread input would keep the process from ending.
    const close = async () => void stream.destroy();
    return { name, size: undefined, othersMayWrite: false, pieces: () => streamed(name, stream), close };
  }
  // The descriptor is read directly, because the stream `process.stdin` would be empty for a folder or a disk.
  const read: Reader['read'] = promisify(fs.read).bind(undefined, descriptor);
  return inputOf(name, stat, { read, stat: async () => fstatSync(descriptor), close: async () => {} });
}

/** The methods of a `FileHandle` that standard input can have too. */
interface Reader {
  read(buffer: Uint8Array, offset: number, length: number, position: null): Promise<{ bytesRead: number }>;
  stat(): Promise<Stats>;
  close(): Promise<void>;
}

function inputOf(name: string, stat: Stats, reader: Reader): Input {
  // The first read would fail too, but only after the user was asked for a passphrase.
  if (stat.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  // The files of /proc report a size of 0.
  const size = stat.isFile() && stat.size > 0 ? stat.size : undefined;
  const othersMayWrite = process.platform !== 'win32' && stat.isFile() && (stat.mode & 0o022) !== 0;
  return { name, size, othersMayWrite, pieces: () => piecesOf(name, size, reader), close: () => closed(reader) };
}

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

async function* streamed(name: string, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of stream) {
      try {
        yield piece;
      } finally {
        piece.fill(0);
      }
    }
  } catch (error) {
    throw systemFailure(name, error);
  }
}

/** Copies a secret. V8 moves the bytes of short arrays about its heap, unless they have a buffer from the beginning. */
export function inOwnMemory(secret: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new ArrayBuffer(secret.length));
  copy.set(secret);
  return copy;
}

/** Reads a small file. The caller wipes the contents. Error messages show `name` instead of the path. */
export async function readSecretFile(name: string, path: string, limit: number): Promise<Uint8Array> {
  if (path === '') throw usageFailure(`${name}: the name of the file is empty`);
  const buffer = new Uint8Array(limit);
  const input = await openInput(path, name);
  try {
    if (input.othersMayWrite) printWarning(`${name}: not only its owner may write to the file; chmod go-w fixes that`);
    let length = 0;
    for await (const piece of input.pieces()) {
      if (length + piece.length > limit) throw usageFailure(`${name}: the file has more than ${limit} bytes`);
      buffer.set(piece, length);
      length += piece.length;
    }
    return inOwnMemory(buffer.subarray(0, length));
  } finally {
    buffer.fill(0);
    await input.close();
  }
}

/** Closes a file and ignores errors: a file that was only read cannot lose data. */
const closed = async (reader: Reader | undefined): Promise<void> => reader?.close().catch(() => {});

/** Throws if a standard stream was closed when the program was started. */
export function refuseClosed(descriptor: 0 | 1): void {
  const reason = 'is closed, or /dev/null opened for reading and writing, which looks the same';
  if (looksClosed(descriptor)) throw new Error(reason);
}

/** Node replaces a closed stream by /dev/null for reading and writing. A shell opens it for only one of the two. */
function looksClosed(descriptor: 0 | 1): boolean {
  return attempt(() => {
    const stat = fstatSync(descriptor);
    if (!stat.isCharacterDevice() || stat.rdev !== statSync('/dev/null').rdev) return false;
    // One of these calls throws if a shell opened it. Both are harmless: /dev/null has nothing to read or spoil.
    readSync(descriptor, new Uint8Array(1));
    writeSync(descriptor, new Uint8Array(1));
    return true;
  }, false);
}
