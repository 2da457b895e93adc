/** Encryption and decryption as a pair of streams. At most a few batches of chunks are in memory between the two streams. */
import { type Bytes, checkBytes, readChunk, viewOf } from '../base/bytes.js';
import type { AbortSignalLike, PlatformReadable, PlatformWritable } from '../base/platform.js';
import { localRunner, type Runner } from '../messages/job.js';
import { follow } from '../runtime/abort.js';
import { type Converted, decryption, encryption, type FileCipher } from './file-cipher.js';
import {
  type CheckedFileOptions,
  type DecryptStreamOptions,
  type EncryptStreamOptions,
  readDecryptOptions,
  readEncryptOptions,
} from './options.js';

/** A pair of byte streams for `pipeThrough`. Bytes written to `writable` come out of `readable`, encrypted or decrypted. */
export interface ByteTransform {
  /** The output, in chunks of any length. */
  readonly readable: PlatformReadable<Bytes>;
  /** The input, in `Uint8Array`s or `ArrayBuffer`s of any length. Do not change one before its write has finished. */
  readonly writable: PlatformWritable<Uint8Array | ArrayBuffer>;
  /**
   * Returns the length of the output for an input of this length, in bytes.
   * @throws {@link UsageError} if `length` is no length, or is too long for a file.
   * @example
   * import { generateKey } from 'romulus-wasm';
   * import { encryptStream } from 'romulus-wasm/stream';
   * const { outputLength } = encryptStream({ key: generateKey() });
   * console.log(outputLength(0), outputLength(65_536), outputLength(65_537)); // => 80 65616 65633
   */
  outputLength(length: number): number;
}

interface InputBuffer {
  bytes: Bytes;
  filled: number;
  /** The number of bytes that were ever filled, and must be wiped. */
  used: number;
}

/** True if the buffer was transferred away. Its length is 0 then. */
const isDetached = ({ bytes }: InputBuffer): boolean => bytes.length === 0;

function empty(input: InputBuffer): void {
  if (!isDetached(input)) viewOf(input.bytes, 0, input.used).fill(0);
}

/** A prefix or a batch whose conversion has begun and whose result the reader has not received yet. */
interface InFlight {
  readonly length: number;
  converted: Converted | undefined;
}

/** Facts about an input that a call takes as a whole: its length in bytes, and a further signal that ends the call. */
interface WholeInput {
  readonly total: number | undefined;
  /** Streams do not use it, because a program may abandon a stream. */
  readonly ending: AbortSignalLike | undefined;
}

const noWhole: WholeInput = { total: undefined, ending: undefined };

function pipelineOf(
  cipher: FileCipher,
  depth: number,
  { signal, onProgress }: CheckedFileOptions,
  { total, ending }: WholeInput,
) {
  const stop = new AbortController();
  let readableEnd!: ReadableStreamDefaultController<Bytes>;
  let writableEnd!: WritableStreamDefaultController;
  let hasBegun = false;
  let input: InputBuffer | undefined;
  /** The buffers of converted batches, for later batches. */
  const spare: InputBuffer[] = [];
  const inFlight: InFlight[] = [];
  let processed = 0;
  /** The input has ended. */
  let hasEnded = false;
  /** The output has ended or failed. */
  let isOver = false;
  const waiting: (() => void)[] = [];
  const unfollows: (() => void)[] = [];

  async function write(given: Uint8Array | ArrayBuffer): Promise<void> {
    const chunk = readChunk(given);
    const length = checkBytes('chunk', chunk);
    for (let start = 0; start < length; ) {
      const into = gathering();
      const { bytes, filled } = into;
      if (filled === bytes.length) {
        await flush({ isLast: false });
        continue;
      }
      const end = Math.min(start + bytes.length - filled, length);
      bytes.set(viewOf(chunk, start, end), filled);
      into.filled += end - start;
      into.used = Math.max(into.used, into.filled);
      start = end;
    }
  }

  async function close(): Promise<void> {
    await unlessItFails(async () => {
      if (!hasBegun) await flush({ isLast: true });
      await flush({ isLast: true });
      hasEnded = true;
      change();
      spare.forEach(empty);
      await until(() => inFlight.every(({ converted }) => converted));
    });
    // The reader gets all bytes before an error, so it may not have the error yet.
    stop.signal.throwIfAborted();
    for (const { converted } of inFlight) if (converted?.error) throw converted.error;
  }

  function gathering(): InputBuffer {
    // Throws after the end, because bytes that were gathered then would never be wiped.
    stop.signal.throwIfAborted();
    const { batchLength, prefixLength } = cipher;
    const newInput = () => ({ bytes: new Uint8Array(hasBegun ? batchLength : prefixLength), filled: 0, used: 0 });
    input ??= spare.pop() ?? newInput();
    return input;
  }

  async function flush({ isLast }: { isLast: boolean }): Promise<void> {
    await until(() => inFlight.length < depth);
    const full = gathering();
    input = undefined;
    const { bytes, filled } = full;
    const text = bytes.subarray(0, filled);
    const passing: InFlight = { length: filled, converted: undefined };
    inFlight.push(passing);
    if (hasBegun) {
      pass(passing, full, cipher.convert(text, isLast, stop.signal));
    } else {
      pass(passing, full, cipher.begin(text, stop.signal));
      await until(() => passing.converted);
      hasBegun = true;
    }
  }

  async function pass(passing: InFlight, from: InputBuffer, conversion: Promise<Converted>): Promise<void> {
    try {
      const converted = await conversion;
      if (converted.text) from.bytes = new Uint8Array(converted.text.buffer);
      if (isOver) converted.bytes.fill(0);
      else passing.converted = converted;
    } catch (error) {
      fail(error);
    }
    if (isOver || hasEnded) empty(from);
    else if (hasBegun && !isDetached(from)) spare.push(Object.assign(from, { filled: 0 }));
    change();
  }

  async function pull(): Promise<void> {
    for (;;) {
      await until(() => inFlight[0]?.converted || (hasEnded && inFlight.length === 0));
      stop.signal.throwIfAborted();
      const passing = inFlight.shift();
      if (!passing) {
        finish();
        readableEnd.close();
        return;
      }
      change();
      const { bytes, error } = passing.converted as Converted;
      if (bytes.length > 0) readableEnd.enqueue(bytes);
      if (error) return fail(error);
      processed += passing.length;
      onProgress?.(processed, total);
      if (bytes.length > 0) return;
    }
  }

  async function unlessItFails(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      fail(error);
      throw error;
    }
  }

  /** Ends both streams with an error, stops conversions, and overwrites all bytes that the reader has not received. */
  function fail(reason: unknown): void {
    if (isOver) return;
    finish();
    stop.abort(reason);
    const error = stop.signal.reason;
    readableEnd.error(error);
    writableEnd.error(error);
    if (input) empty(input);
    spare.forEach(empty);
    for (const { converted } of inFlight) converted?.bytes.fill(0);
    change();
  }

  function finish(): void {
    isOver = true;
    for (const unfollow of unfollows) unfollow();
    cipher.wipe();
  }

  async function until(condition: () => unknown): Promise<void> {
    stop.signal.throwIfAborted();
    while (!condition()) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      stop.signal.throwIfAborted();
    }
  }

  function change(): void {
    for (const resolve of waiting.splice(0)) resolve();
  }

  const source: UnderlyingDefaultSource<Bytes> = {
    start(controller) {
      readableEnd = controller;
    },
    pull: () => unlessItFails(pull),
    cancel: fail,
  };
  const readable = new ReadableStream(source, { highWaterMark: 0 });
  const writable = new WritableStream<Uint8Array | ArrayBuffer>({
    start(controller) {
      writableEnd = controller;
      // The stream's abort() waits for the running write, which may wait for the reader, so the signal ends the write. Node 20 accepts no
      // error within abort(), hence the microtask.
      controller.signal?.addEventListener('abort', () => queueMicrotask(() => fail(controller.signal.reason)));
    },
    write: (chunk) => unlessItFails(() => write(chunk)),
    close,
    abort: fail,
  });
  for (const each of [signal, ending]) unfollows.push(follow(each, () => fail(each?.reason)));
  if (isOver) for (const unfollow of unfollows) unfollow();
  return { readable, writable };
}

/** @internal */
export type StreamsWith<Options> = (runner: Runner, options: Options, whole?: WholeInput) => ByteTransform;

const streamsWith =
  <Options, Checked extends CheckedFileOptions>(
    read: (options: Options) => Checked,
    cipherOf: (checked: Checked, runner: Runner) => FileCipher,
  ): StreamsWith<Options> =>
  (runner, options, whole = noWhole) => {
    runner.check();
    const checked = read(options);
    const cipher = cipherOf(checked, runner);
    return {
      ...pipelineOf(cipher, runner.parallel, checked, whole),
      outputLength: (length) => cipher.outputLength(length),
    };
  };

/** @internal */
export const encryptStreamWith = /* @__PURE__ */ streamsWith(readEncryptOptions, encryption);
/** @internal */
export const decryptStreamWith = /* @__PURE__ */ streamsWith(readDecryptOptions, decryption);

/**
 * Encrypts a stream of bytes of any length, in the format of docs/stream-format.md. Only a few megabytes are in memory at a time: the
 * stream takes no more input until its output is read.
 * @throws The errors of {@link EncryptStreamOptions}: for wrong options at once, and all others through the streams.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { encryptStream } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const file = new Blob(['hello']);
 * const encrypted = await new Response(file.stream().pipeThrough(encryptStream({ key }))).blob();
 */
export const encryptStream = (options: EncryptStreamOptions): ByteTransform => encryptStreamWith(localRunner, options);

/**
 * Decrypts an encrypted file. All bytes of the output are authentic. Only the end of the stream shows that the file is whole: before the
 * end, the output may belong to a file that was cut.
 *
 * `outputLength` assumes chunks of 65536 bytes (or the option `chunkLength`) until the header is read, and then the file's. It throws a
 * {@link FormatError} for a length that no encrypted file has.
 * @throws The errors of {@link DecryptStreamOptions}: for wrong options at once, and all others through the streams.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptStream, encryptBlob } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const encrypted = await encryptBlob(new Blob(['hello']), { key });
 * const opened = new Response(encrypted.stream().pipeThrough(decryptStream({ key })));
 * console.log(await opened.text()); // => hello
 */
export const decryptStream = (options: DecryptStreamOptions): ByteTransform => decryptStreamWith(localRunner, options);
