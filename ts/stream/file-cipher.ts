/** Encrypts and decrypts the bytes of a stream, from the header to the last batch of chunks. */

import { timingSafeEqual } from '../api/secrets.js';
import { type Bytes, viewOf } from '../base/bytes.js';
import { AuthenticationError, UsageError } from '../base/errors.js';
import type { AbortSignalLike } from '../base/platform.js';
import type { Runner } from '../messages/job.js';
import { tagLength } from '../suites/romulus/modes.js';
import { type ChunkedFile, chunksJob } from './chunks.js';
import { FormatError, MemoryError, SecretKindError } from './file-errors.js';
import { deriveKeys, salts } from './file-keys.js';
import {
  commitmentOffset,
  countChunks,
  encryptedLength,
  headerLength,
  mostChunks,
  noncePrefixOf,
  openedLength,
  readHeader,
  writeHeader,
} from './format.js';
import type { CheckedDecryptOptions, CheckedEncryptOptions, CheckedFileOptions } from './options.js';
import { memoryOf } from './scrypt.js';

/** Each has all properties itself, because those of Object.prototype must change nothing. */
export interface Converted {
  /** The bytes that may be put out. */
  readonly bytes: Bytes;
  /** The text that was converted. Its memory may be used again. */
  readonly text: Bytes | undefined;
  /** The error that ends the stream after these bytes. */
  readonly error: Error | undefined;
}

export type FileCipher = ReturnType<typeof encryption>;

const chunksPerBatch = 32;
const mostBatchLength = 2 ** 23;

export const batchCount = (chunkLength: number): number =>
  Math.max(1, Math.min(chunksPerBatch, mostBatchLength / chunkLength));

export const wipeSecrets = ({ secret, ad }: CheckedFileOptions): void => {
  (secret.key ?? secret.passphrase).fill(0);
  ad.fill(0);
};

export function encryption({ header, ...checked }: CheckedEncryptOptions, runner: Runner) {
  const { mode, chunkLength } = header;
  let file: ChunkedFile | undefined;
  let index = 0;
  const wipe = () => {
    wipeSecrets(checked);
    file?.key.fill(0);
  };
  return {
    /** The number of bytes of input before the chunks. */
    prefixLength: 0,
    /** The number of bytes of input in a batch of chunks. Read it after `begin`. */
    batchLength: batchCount(chunkLength) * chunkLength,
    /** Returns the output before the chunks. The prefix is shorter than `prefixLength` only if the input ends within it. */
    async begin(_prefix: Uint8Array, signal: AbortSignalLike): Promise<Converted> {
      const bytes = writeHeader(header, await salts.make());
      // An aborted signal means that the secret is already overwritten.
      signal.throwIfAborted();
      const { fileKey, commitment } = await deriveKeys(bytes, header, checked, runner, signal);
      file = { mode, chunkLength, key: fileKey, noncePrefix: noncePrefixOf(bytes) };
      if (signal.aborted) wipe();
      wipeSecrets(checked);
      bytes.set(commitment, commitmentOffset);
      commitment.fill(0);
      return { bytes, text: undefined, error: undefined };
    },
    /** Converts the next batch. Only the last batch may be shorter. Several batches may be converted at a time. */
    async convert(text: Bytes, isLast: boolean, signal: AbortSignalLike): Promise<Converted> {
      const firstIndex = index;
      index += countChunks(text.length, chunkLength, 'encrypt');
      if (index > mostChunks) throw new UsageError(`more than 2^32 chunks of ${chunkLength} bytes`);
      const batch = { ...(file as ChunkedFile), direction: 'encrypt', firstIndex, isLast, text } as const;
      const encrypted = await runner.run(chunksJob(batch), { signal, onProgress: undefined });
      return { ...encrypted, error: undefined };
    },
    outputLength: (length: number): number => encryptedLength(length, chunkLength),
    wipe,
  };
}

export async function openHeader(
  bytes: Uint8Array,
  checked: CheckedDecryptOptions,
  runner: Runner,
  signal: AbortSignalLike,
): Promise<ChunkedFile> {
  const { secret, maxMemory } = checked;
  const header = readHeader(bytes);
  const { mode, chunkLength, cost } = header;
  const [right, wrong] = cost === undefined ? ['key', 'passphrase'] : ['passphrase', 'key'];
  if ((cost === undefined) !== (secret.passphrase === undefined))
    throw new SecretKindError(`the file opens with a ${right}, not with a ${wrong}`);
  if (cost !== undefined && memoryOf(cost) > maxMemory)
    throw new MemoryError(memoryOf(cost), `more than maxMemory, ${maxMemory} bytes`);
  const { fileKey, commitment } = await deriveKeys(bytes, header, checked, runner, signal);
  const isRight = timingSafeEqual(commitment, viewOf(bytes, commitmentOffset, headerLength));
  // The commitment of a wrong passphrase is wiped too: it could help an attacker to find that passphrase.
  commitment.fill(0);
  if (isRight) return { mode, chunkLength, key: fileKey, noncePrefix: noncePrefixOf(bytes) };
  fileKey.fill(0);
  throw new AuthenticationError(
    `the ${secret.passphrase ? 'passphrase' : 'key'}, the associated data or the header is not what the file was encrypted with`,
  );
}

export const forged = (index: number): AuthenticationError =>
  new AuthenticationError(`chunk ${index} is not authentic: the file was changed, or is not whole`);

const nothing = (error?: Error): Converted => ({ bytes: new Uint8Array(0), text: undefined, error });

export function decryption(checked: CheckedDecryptOptions, runner: Runner): FileCipher {
  let file: ChunkedFile | undefined;
  let index = 0;
  const wipe = () => {
    wipeSecrets(checked);
    file?.key.fill(0);
  };
  const chunkLengthOf = () => file?.chunkLength ?? checked.chunkLength;
  return {
    prefixLength: headerLength,
    get batchLength() {
      return batchCount(chunkLengthOf()) * (chunkLengthOf() + tagLength);
    },
    async begin(prefix, signal) {
      file = await openHeader(prefix, checked, runner, signal);
      if (signal.aborted) wipe();
      wipeSecrets(checked);
      return nothing();
    },
    async convert(input, isLast, signal) {
      const { chunkLength } = file as ChunkedFile;
      const firstIndex = index;
      const lastLength = input.length % (chunkLength + tagLength);
      const count = countChunks(input.length, chunkLength, 'decrypt');
      index += count;
      if (index > mostChunks) return nothing(forged(firstIndex));
      // No chunk is shorter than its tag, and only an empty file has an empty chunk.
      const isCut =
        input.length === 0 || (lastLength > 0 && lastLength < tagLength) || (lastLength === tagLength && index > 1);
      const text = isCut ? input.subarray(0, input.length - lastLength) : input;
      const whole = isCut ? count - 1 : count;
      if (whole === 0) return nothing(forged(firstIndex));
      const opened = { ...(file as ChunkedFile), direction: 'decrypt' } as const;
      const job = chunksJob({ ...opened, firstIndex, isLast: isLast && !isCut, text });
      const decrypted = await runner.run(job, { signal, onProgress: undefined });
      const { bytes, authentic } = decrypted;
      if (authentic === count) return { ...decrypted, error: undefined };
      const end = authentic * chunkLength;
      bytes.fill(0, end);
      return { ...decrypted, bytes: bytes.subarray(0, end), error: forged(firstIndex + authentic) };
    },
    outputLength(length) {
      const chunkLength = chunkLengthOf();
      const size = openedLength(length, chunkLength);
      if (size === undefined)
        throw new FormatError(`an encrypted file with chunks of ${chunkLength} bytes cannot have ${length} bytes`);
      return size;
    },
    wipe,
  };
}
