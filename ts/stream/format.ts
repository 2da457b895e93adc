/** The format of encrypted files (docs/stream-format.md): the header, the lengths, the nonces of the chunks. */
import { type Bytes, checkBytes, viewOf } from '../base/bytes.js';
import { UsageError } from '../base/errors.js';
import type { Direction } from '../engine/message.js';
import { type Mode, modes, nonceLength, tagLength } from '../suites/romulus/modes.js';
import { FormatError, VersionError } from './file-errors.js';

export const headerLength = 64;
/** The offset of the commitment. The bytes before it are authenticated together with the associated data. */
export const commitmentOffset = 32;
const saltOffset = 16;

const magic = [0x52, 0x4f, 0x4d, 0x55, 0x4c, 0x55, 0x53];
const version = 2;

/** A range of exponents. Chunk lengths and costs are powers of two, and the header stores their exponents. */
type Range = Readonly<Record<'least' | 'most', number>>;

export const chunkLogs: Range = { least: 10, most: 24 };
export const costLogs: Range = { least: 10, most: 20 };

export const defaultChunkLength = 2 ** 16;
export const defaultCost = 2 ** 17;

export const mostChunks = 2 ** 32;

/** The fields in the header of an encrypted file. */
export interface FileHeader {
  /** The mode of every chunk. */
  readonly mode: Mode;
  /** The bytes of plaintext in each chunk except the last: a power of two from 2^10 to 2^24. */
  readonly chunkLength: number;
  /** scrypt's N, from 2^10 to 2^20, if the file opens with a passphrase; it needs 1024 N bytes of memory. Undefined if a key opens it. */
  readonly cost: number | undefined;
}

export const isPower = (value: unknown, { least, most }: Range): value is number =>
  typeof value === 'number' && value >= 2 ** least && value <= 2 ** most && Number.isInteger(Math.log2(value));

export function writeHeader({ mode, chunkLength, cost }: FileHeader, salt: Uint8Array): Bytes {
  const header = new Uint8Array(headerLength);
  header.set(magic);
  const secret = cost === undefined ? [0, 0] : [1, Math.log2(cost)];
  header.set([version, mode.charCodeAt(0), Math.log2(chunkLength), ...secret], magic.length);
  header.set(salt, saltOffset);
  return header;
}

/**
 * Reads the header of an encrypted file, for example to find out whether a key or a passphrase opens it. The header is not authenticated.
 * @param bytes The first 64 bytes of the file, or more.
 * @throws {@link FormatError} if the bytes are not the header of an encrypted file, or are fewer than 64; {@link VersionError} for another
 *   version of the format; {@link ArgumentError} if `bytes` is not a `Uint8Array`.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { encryptBlob, readHeader } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const encrypted = await encryptBlob(new Blob(['hello']), { key });
 * const header = readHeader(new Uint8Array(await encrypted.slice(0, 64).arrayBuffer()));
 * console.log(header.mode, header.chunkLength, header.cost); // => N 65536 undefined
 */
export function readHeader(bytes: Uint8Array): FileHeader {
  const length = checkBytes('bytes', bytes);
  if (magic.some((byte, i) => byte !== bytes[i]))
    throw new FormatError('this is not an encrypted file: it does not begin with ROMULUS');
  const fileVersion = bytes[magic.length];
  if (fileVersion !== version && fileVersion !== undefined)
    throw new VersionError(`version ${fileVersion} of the format is not known, only ${version}`);
  if (length < headerLength) throw new FormatError('this is not an encrypted file: it ends within the header');
  const [letter = 0, chunkLog = 0, keySource = 0, costLog = 0] = viewOf(bytes, magic.length + 1, saltOffset);
  const mode = String.fromCharCode(letter);
  const isCostRight = keySource === 0 ? costLog === 0 : keySource === 1 && inRange(costLog, costLogs);
  const isReservedZero = viewOf(bytes, magic.length + 5, saltOffset).every((byte) => byte === 0);
  if (!Object.hasOwn(modes, mode) || !inRange(chunkLog, chunkLogs) || !isCostRight || !isReservedZero)
    throw new FormatError('the header has a value that the format does not allow');
  return { mode: mode as Mode, chunkLength: 2 ** chunkLog, cost: keySource === 0 ? undefined : 2 ** costLog };
}

const inRange = (log: number, { least, most }: Range): boolean => log >= least && log <= most;

export const saltOf = (header: Uint8Array): Bytes => new Uint8Array(viewOf(header, saltOffset, commitmentOffset));

/** The common beginning of the nonces of all chunks of a file: the first bytes of its salt. */
export const noncePrefixOf = (header: Uint8Array): Bytes =>
  new Uint8Array(viewOf(header, saltOffset, saltOffset + numberOffset));

const numberOffset = 11;

export function chunkNonce(prefix: Uint8Array, index: number, isLast: boolean): Uint8Array {
  const nonce = new Uint8Array(nonceLength);
  nonce.set(prefix);
  const view = new DataView(nonce.buffer);
  view.setUint32(numberOffset, index);
  view.setUint8(15, isLast ? 1 : 0);
  return nonce;
}

/** @internal The number of chunks in this many bytes, at least one. For decryption, each chunk includes its tag. */
export const countChunks = (length: number, chunkLength: number, direction: Direction): number =>
  Math.max(1, Math.ceil(length / (direction === 'encrypt' ? chunkLength : chunkLength + tagLength)));

export function encryptedLength(length: number, chunkLength: number): number {
  checkCount(length);
  const count = countChunks(length, chunkLength, 'encrypt');
  if (count > mostChunks) throw new UsageError(`${length} bytes are more than 2^32 chunks of ${chunkLength}`);
  return headerLength + length + count * tagLength;
}

/** The length of the plaintext in an encrypted file of this length. Undefined if no encrypted file has this length. */
export function openedLength(length: number, chunkLength: number): number | undefined {
  checkCount(length);
  const count = countChunks(length - headerLength, chunkLength, 'decrypt');
  const opened = length - headerLength - count * tagLength;
  // The last chunk has at least one byte, unless it is the only chunk.
  const least = count === 1 ? 0 : (count - 1) * chunkLength + 1;
  return opened < least || count > mostChunks ? undefined : opened;
}

function checkCount(length: number): void {
  if (!Number.isSafeInteger(length) || length < 0) throw new UsageError('a length must be an integer, zero or more');
}
