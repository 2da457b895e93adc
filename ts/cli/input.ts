/** Where bytes come from: files and standard input, read in large pieces into memory that is used again and wiped. */
import fs, { fstatSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { printWarning, systemFailure, usageFailure } from './failure.js';
import { pathOf } from './file-name.js';
import { closedReason, looksClosed } from './standard-streams.js';

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
  if (path === '-') return openStandardInput();
  let handle: FileHandle | undefined;
  try {
    handle = await open(pathOf(path));
    return inputOf(path, await handle.stat(), handle);
  } catch (error) {
    await closed(handle);
    throw systemFailure(path, error);
  }
}

function openStandardInput(): Input {
  const name = 'standard input';
  const descriptor = 0;
  try {
    if (looksClosed(descriptor)) throw new Error(closedReason);
    const stat = fstatSync(descriptor);
    const isStream = stat.isFIFO() || stat.isSocket() || isatty(descriptor);
    if (isStream) return { name, size: undefined, pieces: () => streamed(name), close: async () => endStream() };
    // Of a folder or a disk, the stream of that name would be an empty one.
    const read: Reader['read'] = promisify(fs.read).bind(undefined, descriptor);
    return inputOf(name, stat, { read, stat: async () => fstatSync(descriptor), close: async () => {} });
  } catch (error) {
    throw systemFailure(name, error);
  }
}

/** A `FileHandle`, or as much of one as there is of standard input. */
interface Reader {
  read(buffer: Uint8Array, offset: number, length: number, position: null): Promise<{ bytesRead: number }>;
  stat(): Promise<Stats>;
  close(): Promise<void>;
}

function inputOf(name: string, stat: Stats, reader: Reader): Input {
  // Told by the first read too, but only when a passphrase was asked for.
  if (stat.isDirectory()) throw new Error('is a directory');
  // The files of /proc say that they are empty.
  const size = stat.isFile() && stat.size > 0 ? stat.size : undefined;
  return { name, size, pieces: () => piecesOf(name, size, reader), close: () => closed(reader) };
}

/** The next piece is read while one is worked on. `size` is what the file had when it was opened. */
async function* piecesOf(name: string, size: number | undefined, reader: Reader): AsyncGenerator<Uint8Array> {
  const buffers = [new Uint8Array(pieceLength), new Uint8Array(pieceLength)] as const;
  const read = (i: 0 | 1) => {
    const reading = reader.read(buffers[i], 0, pieceLength, null);
    reading.catch(() => {});
    return reading;
  };
  let reading = read(0);
  try {
    for (let i: 0 | 1 = 0; ; i = i === 0 ? 1 : 0) {
      const { bytesRead } = await reading.catch((error) => {
        throw systemFailure(name, error);
      });
      if (bytesRead === 0) {
        // Else what is missing would be taken for the end. Compared with its size, as some files of the system end before theirs.
        if (size !== undefined && (await reader.stat()).size < size)
          throw systemFailure(name, new Error('became shorter while it was read'));
        return;
      }
      reading = read(i === 0 ? 1 : 0);
      yield buffers[i].subarray(0, bytesRead);
    }
  } finally {
    await reading.catch(() => {});
    for (const buffer of buffers) buffer.fill(0);
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

/** What is not read to its end would keep the process from ending. */
const endStream = (): void => void process.stdin.destroy();

/** The contents of a small file with a secret, for the caller to wipe. `name` stands in messages, in place of the path. */
export async function readSecretFile(name: string, path: string, limit: number): Promise<Uint8Array> {
  if (path === '') throw usageFailure(`${name}: the name of the file is empty`);
  const buffer = new Uint8Array(limit + 1);
  let handle: FileHandle | undefined;
  try {
    handle = await open(pathOf(path));
    if (othersMayWrite(await handle.stat()))
      printWarning(`${name}: not only its owner may write to the file; chmod go-w fixes that`);
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

/** Whoever may write the file may choose the secret. Windows has permissions of another kind. */
const othersMayWrite = (stat: Stats): boolean =>
  process.platform !== 'win32' && stat.isFile() && (stat.mode & 0o022) !== 0;

/** What was only read has nothing to lose. */
const closed = async (reader: Reader | undefined): Promise<void> => reader?.close().catch(() => {});
