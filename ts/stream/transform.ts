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

/** The additional facts about an input that a call takes as a whole. */
interface WholeInput {
  /** The length of the input, in bytes. */
  readonly total?: number;
  /** A further signal that ends the call. Streams do not use it, because a program may abandon a stream. */
  readonly ending?: AbortSignalLike | undefined;
}

class Pipeline {
  readonly readable: ReadableStream<Bytes>;
  readonly writable: WritableStream<Uint8Array | ArrayBuffer>;
  readonly #cipher: FileCipher;
  readonly #depth: number;
  readonly #onProgress: CheckedFileOptions['onProgress'];
  readonly #stop = new AbortController();
  #unfollow = () => {};
  #readableEnd!: ReadableStreamDefaultController<Bytes>;
  #writableEnd!: WritableStreamDefaultController;
  #begun = false;
  #input: InputBuffer | undefined;
  /** The buffers of converted batches, for later batches. */
  readonly #spare: InputBuffer[] = [];
  readonly #inFlight: InFlight[] = [];
  #processed = 0;
  readonly #total: number | undefined;
  /** `#ended` says that the input has ended. `#over` says that the output has ended or failed. */
  #ended = false;
  #over = false;
  #waiting: (() => void)[] = [];

  constructor(cipher: FileCipher, depth: number, { signal, onProgress }: CheckedFileOptions, whole: WholeInput) {
    this.#cipher = cipher;
    this.#depth = depth;
    this.#onProgress = onProgress;
    this.#total = whole.total;
    const source: UnderlyingDefaultSource<Bytes> = {
      start: (controller) => {
        this.#readableEnd = controller;
      },
      pull: () => this.#unlessItFails(() => this.#pull()),
      cancel: (reason) => this.#fail(reason),
    };
    this.readable = new ReadableStream(source, { highWaterMark: 0 });
    this.writable = new WritableStream<Uint8Array | ArrayBuffer>({
      start: (controller) => {
        this.#writableEnd = controller;
        // The stream's abort() waits for the running write, which may wait for the reader, so the signal ends the write. Node 20 accepts no
        // error within abort(), hence the microtask.
        controller.signal?.addEventListener('abort', () => queueMicrotask(() => this.#fail(controller.signal.reason)));
      },
      write: (chunk) => this.#unlessItFails(() => this.#write(chunk)),
      close: () => this.#close(),
      abort: (reason) => this.#fail(reason),
    });
    const unfollows = [signal, whole.ending].map((each) => follow(each, () => this.#fail(each?.reason)));
    this.#unfollow = () => {
      for (const unfollow of unfollows) unfollow();
    };
    if (this.#over) this.#unfollow();
  }

  async #write(given: Uint8Array | ArrayBuffer): Promise<void> {
    const chunk = readChunk(given);
    const length = checkBytes('chunk', chunk);
    for (let start = 0; start < length; ) {
      const input = this.#gathering();
      const { bytes, filled } = input;
      if (filled === bytes.length) {
        await this.#flush({ isLast: false });
        continue;
      }
      const end = Math.min(start + bytes.length - filled, length);
      bytes.set(viewOf(chunk, start, end), filled);
      input.filled += end - start;
      input.used = Math.max(input.used, input.filled);
      start = end;
    }
  }

  async #close(): Promise<void> {
    await this.#unlessItFails(async () => {
      if (!this.#begun) await this.#flush({ isLast: true });
      await this.#flush({ isLast: true });
      this.#ended = true;
      this.#change();
      this.#spare.forEach(empty);
      await this.#until(() => this.#inFlight.every(({ converted }) => converted));
    });
    // The reader gets all bytes before an error, so it may not have the error yet.
    this.#stop.signal.throwIfAborted();
    for (const { converted } of this.#inFlight) if (converted?.error) throw converted.error;
  }

  #gathering(): InputBuffer {
    // Throws after the end, because bytes that were gathered then would never be wiped.
    this.#stop.signal.throwIfAborted();
    const { batchLength, prefixLength } = this.#cipher;
    const newInput = () => ({ bytes: new Uint8Array(this.#begun ? batchLength : prefixLength), filled: 0, used: 0 });
    this.#input ??= this.#spare.pop() ?? newInput();
    return this.#input;
  }

  async #flush({ isLast }: { isLast: boolean }): Promise<void> {
    await this.#until(() => this.#inFlight.length < this.#depth);
    const input = this.#gathering();
    this.#input = undefined;
    const { bytes, filled } = input;
    const text = bytes.subarray(0, filled);
    const { signal } = this.#stop;
    const passing: InFlight = { length: filled, converted: undefined };
    this.#inFlight.push(passing);
    if (this.#begun) {
      this.#follow(passing, input, this.#cipher.convert(text, isLast, signal));
    } else {
      this.#follow(passing, input, this.#cipher.begin(text, signal));
      await this.#until(() => passing.converted);
      this.#begun = true;
    }
  }

  async #follow(passing: InFlight, input: InputBuffer, conversion: Promise<Converted>): Promise<void> {
    try {
      const converted = await conversion;
      if (converted.text) input.bytes = new Uint8Array(converted.text.buffer);
      if (this.#over) converted.bytes.fill(0);
      else passing.converted = converted;
    } catch (error) {
      this.#fail(error);
    }
    if (this.#over || this.#ended) empty(input);
    else if (this.#begun && !isDetached(input)) this.#spare.push(Object.assign(input, { filled: 0 }));
    this.#change();
  }

  async #pull(): Promise<void> {
    for (;;) {
      await this.#until(() => this.#inFlight[0]?.converted || (this.#ended && this.#inFlight.length === 0));
      this.#stop.signal.throwIfAborted();
      const passing = this.#inFlight.shift();
      if (!passing) {
        this.#finish();
        this.#readableEnd.close();
        return;
      }
      this.#change();
      const { bytes, error } = passing.converted as Converted;
      if (bytes.length > 0) this.#readableEnd.enqueue(bytes);
      if (error) return this.#fail(error);
      this.#processed += passing.length;
      this.#onProgress?.(this.#processed, this.#total);
      if (bytes.length > 0) return;
    }
  }

  async #unlessItFails(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** Ends both streams with an error, stops conversions, and overwrites all bytes that the reader has not received. */
  #fail(reason: unknown): void {
    if (this.#over) return;
    this.#finish();
    this.#stop.abort(reason);
    const error = this.#stop.signal.reason;
    this.#readableEnd.error(error);
    this.#writableEnd.error(error);
    if (this.#input) empty(this.#input);
    this.#spare.forEach(empty);
    for (const { converted } of this.#inFlight) converted?.bytes.fill(0);
    this.#change();
  }

  #finish(): void {
    this.#over = true;
    this.#unfollow();
    this.#cipher.wipe();
  }

  async #until(condition: () => unknown): Promise<void> {
    this.#stop.signal.throwIfAborted();
    while (!condition()) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#stop.signal.throwIfAborted();
    }
  }

  #change(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** @internal */
export type StreamsWith<Options> = (runner: Runner, options: Options, whole?: WholeInput) => ByteTransform;

const streamsWith =
  <Options, Checked extends CheckedFileOptions>(
    read: (options: Options) => Checked,
    cipherOf: (checked: Checked, runner: Runner) => FileCipher,
  ): StreamsWith<Options> =>
  (runner, options, whole = {}) => {
    runner.check?.();
    const checked = read(options);
    const cipher = cipherOf(checked, runner);
    const { readable, writable } = new Pipeline(cipher, runner.parallel, checked, whole);
    return { readable, writable, outputLength: (length) => cipher.outputLength(length) };
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
