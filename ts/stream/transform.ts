/** Encryption and decryption as a pair of streams, with no more between them than a few batches of chunks. */
import { type Bytes, checkBytes, viewOf } from '../api/bytes.js';
import type { AbortSignalLike } from '../api/platform.js';
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

/** A pair of streams of bytes, for `pipeThrough`: what goes into the one comes out of the other, converted. */
export interface ByteTransform {
  /** The output, in chunks of any length. */
  readonly readable: ReadableStream<Bytes>;
  /** Takes `Uint8Array`s; one must not change before its writing is done. */
  readonly writable: WritableStream<Uint8Array>;
  /**
   * The number of bytes that come out for this number of bytes that go in.
   * @example
   * import { generateKey } from 'romulus-wasm';
   * import { encryptStream } from 'romulus-wasm/stream';
   * const { size } = encryptStream({ key: generateKey() });
   * console.log(size(0), size(65_536), size(65_537)); // => 80 65616 65633
   */
  size(length: number): number;
}

/** Memory that input is gathered in: the prefix, or one batch after the other. */
interface InputBuffer {
  bytes: Bytes;
  filled: number;
  /** The bytes of it that have ever been filled. */
  used: number;
}

/** A buffer that was transferred away has no length left. */
const isDetached = ({ bytes }: InputBuffer): boolean => bytes.length === 0;

function empty(input: InputBuffer): void {
  if (!isDetached(input)) viewOf(input.bytes, 0, input.used).fill(0);
}

/** The prefix or a batch, from when it is gathered until it is read. */
interface InFlight {
  /** The length of its input in bytes. */
  readonly length: number;
  converted: Converted | undefined;
}

/** @internal What is known of an input that a call takes as a whole. */
export interface WholeInput {
  /** Its length. */
  readonly total?: number;
  /** Ends the call besides its own signal: a stream, which may be left lying, follows its own alone. */
  readonly ending?: AbortSignalLike | undefined;
}

class Pipeline {
  readonly readable: ReadableStream<Bytes>;
  readonly writable: WritableStream<Uint8Array>;
  readonly #cipher: FileCipher;
  readonly #depth: number;
  readonly #onProgress: CheckedFileOptions['onProgress'];
  readonly #stop = new AbortController();
  #unfollow = () => {};
  #readableEnd!: ReadableStreamDefaultController<Bytes>;
  #writableEnd!: WritableStreamDefaultController;
  #begun = false;
  #input: InputBuffer | undefined;
  /** The buffers of batches that are converted. */
  readonly #spare: InputBuffer[] = [];
  readonly #inFlight: InFlight[] = [];
  #processed = 0;
  readonly #total: number | undefined;
  /** The input has ended; the output too, well or not. */
  #ended = false;
  #over = false;
  #waiting: (() => void)[] = [];

  constructor(
    cipher: FileCipher,
    depth: number,
    { signal, onProgress }: CheckedFileOptions,
    { total, ending }: WholeInput,
  ) {
    this.#cipher = cipher;
    this.#depth = depth;
    this.#onProgress = onProgress;
    this.#total = total;
    this.readable = new ReadableStream<Bytes>(
      {
        start: (controller) => {
          this.#readableEnd = controller;
        },
        pull: () => this.#unlessItFails(() => this.#pull()),
        cancel: (reason) => this.#fail(reason),
      },
      { highWaterMark: 0 },
    );
    this.writable = new WritableStream<Uint8Array>({
      start: (controller) => {
        this.#writableEnd = controller;
        // abort() has to wait for a write, which may wait for the reader. Not within abort(), where Node 20 takes no error.
        controller.signal?.addEventListener('abort', () => queueMicrotask(() => this.#fail(controller.signal.reason)));
      },
      write: (chunk) => this.#unlessItFails(() => this.#write(chunk)),
      close: () => this.#close(),
      abort: (reason) => this.#fail(reason),
    });
    const unfollows = [signal, ending].map((each) => follow(each, () => this.#fail(each?.reason)));
    this.#unfollow = () => {
      for (const unfollow of unfollows) unfollow();
    };
    if (this.#over) this.#unfollow();
  }

  async #write(chunk: Uint8Array): Promise<void> {
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
    // The reader, who gets what is before the error first, may have come to it by now, or not.
    this.#stop.signal.throwIfAborted();
    for (const { converted } of this.#inFlight) if (converted?.error) throw converted.error;
  }

  #gathering(): InputBuffer {
    // Bytes that were gathered after the end would stay.
    this.#stop.signal.throwIfAborted();
    const { batchLength, prefixLength } = this.#cipher;
    const newInput = () => ({ bytes: new Uint8Array(this.#begun ? batchLength : prefixLength), filled: 0, used: 0 });
    this.#input ??= this.#spare.pop() ?? newInput();
    return this.#input;
  }

  /** Converts what is gathered, once there is room for it. */
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

  /** Ends both streams, stops what is under way and overwrites what is not handed out. */
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

const transform = (
  cipher: FileCipher,
  { parallel }: Runner,
  checked: CheckedFileOptions,
  whole: WholeInput,
): ByteTransform => {
  const { readable, writable } = new Pipeline(cipher, parallel, checked, whole);
  return { readable, writable, size: (length) => cipher.size(length) };
};

/** @internal */
export function encryptStreamWith(
  runner: Runner,
  options: EncryptStreamOptions,
  whole: WholeInput = {},
): ByteTransform {
  runner.check?.();
  const checked = readEncryptOptions(options);
  return transform(encryption(checked, runner), runner, checked, whole);
}

/** @internal */
export function decryptStreamWith(
  runner: Runner,
  options: DecryptStreamOptions,
  whole: WholeInput = {},
): ByteTransform {
  runner.check?.();
  const checked = readDecryptOptions(options);
  return transform(decryption(checked, runner), runner, checked, whole);
}

/**
 * Encrypts a stream of bytes of any length, in the format of docs/stream-format.md. A few megabytes are in memory at a time, and no
 * more is taken in than is read out.
 * @throws {@link ByteTypeError}, {@link ByteLengthError} or {@link UsageError} for wrong options. All other errors come through the streams: a
 *   {@link ByteTypeError} for a chunk that is no `Uint8Array`, a {@link LoadError}, a {@link MemoryError} where the runtime gives a passphrase
 *   too little memory, the signal's reason.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { encryptStream } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const file = new Blob(['hello']);
 * const encrypted = await new Response(file.stream().pipeThrough(encryptStream({ key }))).blob();
 * console.log(encrypted.size === encryptStream({ key }).size(file.size)); // => true
 */
export const encryptStream = (options: EncryptStreamOptions): ByteTransform => encryptStreamWith(localRunner, options);

/**
 * Decrypts an encrypted file. All that comes out is authentic. Only the end shows that the file is whole: until then, the output may be
 * all that is left of a file that was cut.
 *
 * `size` reckons with chunks of 65536 bytes, and once the header is read with those that the file has; it throws a
 * {@link FormatError} for a length that no encrypted file has.
 * @throws the errors of `encryptStream`. These come through the streams too: a {@link FormatError} if it is no encrypted file; a
 *   {@link VersionError} if it is one of another version; a {@link SecretKindError} for a key where the file opens with a passphrase, or the
 *   reverse; a {@link MemoryError} if its passphrase needs more memory than `maxMemory`; an {@link AuthenticationError} if key, passphrase
 *   or associated data is wrong, or the file is changed, cut or extended.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptStream, encryptBlob } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const encrypted = await encryptBlob(new Blob(['hello']), { key });
 * const opened = new Response(encrypted.stream().pipeThrough(decryptStream({ key })));
 * console.log(await opened.text()); // => hello
 */
export const decryptStream = (options: DecryptStreamOptions): ByteTransform => decryptStreamWith(localRunner, options);
