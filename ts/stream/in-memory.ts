/** Encrypts a message in memory to a whole encrypted file, and decrypts such a file. */
import { type Bytes, checkBytes, copyOf } from '../base/bytes.js';
import { localRunner, type Runner } from '../messages/job.js';
import { pump } from '../runtime/pump.js';
import type { DecryptStreamOptions, EncryptStreamOptions } from './options.js';
import { decryptStreamWith, encryptStreamWith, type StreamsWith } from './transform.js';

const convertWith =
  <Options>(streamsWith: StreamsWith<Options>) =>
  async (runner: Runner, bytes: Uint8Array, options: Options): Promise<Bytes> => {
    const length = checkBytes('bytes', bytes);
    const streams = streamsWith(runner, options, { total: length, ending: runner.ending });
    const copies = [copyOf(bytes, length)];
    const parts: Bytes[] = [];
    const open = () => {
      const pieces = copies.values();
      return { read: async () => pieces.next(), cancel: async () => {} };
    };
    try {
      // The platform's streams would wait for ever if the stack ended within them, so they begin on a new one.
      await undefined;
      await pump(open, streams, (part) => void parts.push(part));
      const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      let filled = 0;
      for (const part of parts) {
        result.set(part, filled);
        filled += part.length;
      }
      return result;
    } finally {
      for (const each of [...copies, ...parts]) each.fill(0);
    }
  };

/** @internal */
export const encryptBytesWith = /* @__PURE__ */ convertWith(encryptStreamWith);
/** @internal */
export const decryptBytesWith = /* @__PURE__ */ convertWith(decryptStreamWith);

/**
 * Encrypts a short message as an encrypted file, in the format of docs/stream-format.md: 80 bytes longer, and 16 more for each further
 * chunk. The file commits to its key or passphrase. Copies `bytes` before it returns. Rejects with one of these errors:
 * - a {@link ArgumentError}, {@link LengthError} or {@link UsageError} for wrong arguments;
 * - a {@link LoadError};
 * - a {@link MemoryError} if the runtime has too little memory for a passphrase;
 * - the signal's reason.
 * @example
 * import { encryptBytes } from 'romulus-wasm/stream';
 * const encrypted = await encryptBytes(new TextEncoder().encode('hello'), { passphrase: 'correct horse' });
 * console.log(encrypted.length); // => 85
 */
export const encryptBytes = (bytes: Uint8Array, options: EncryptStreamOptions): Promise<Bytes> =>
  encryptBytesWith(localRunner, bytes, options);

/**
 * Decrypts a whole encrypted file in memory: the result of `encryptBytes`, `encryptBlob` or `encryptStream`. Copies `bytes` before it
 * returns. Rejects with an {@link AuthenticationError} if the key, passphrase or associated data is wrong, or if the file was changed, cut
 * or extended. Also rejects with one of these errors:
 * - a {@link FormatError} if `bytes` are not an encrypted file;
 * - a {@link VersionError} for another version of the format;
 * - a {@link SecretKindError} for a key if the file opens with a passphrase, or the reverse;
 * - a {@link MemoryError} if the passphrase needs more memory than `maxMemory`, or than the runtime has;
 * - a {@link ArgumentError}, {@link LengthError} or {@link UsageError} for wrong arguments;
 * - a {@link LoadError};
 * - the signal's reason.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptBytes, encryptBytes } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const encrypted = await encryptBytes(new TextEncoder().encode('hello'), { key });
 * console.log(new TextDecoder().decode(await decryptBytes(encrypted, { key }))); // => hello
 */
export const decryptBytes = (bytes: Uint8Array, options: DecryptStreamOptions): Promise<Bytes> =>
  decryptBytesWith(localRunner, bytes, options);
