/** The errors that only sealed files have. */

/**
 * Bytes that are no sealed file, or have a header that the format does not allow.
 *
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptBlob, FormatError } from 'romulus-wasm/stream';
 *
 * const error = await decryptBlob(new Blob(['a text that nobody sealed']), { key: generateKey() }).catch((error) => error);
 * console.log(error instanceof FormatError, error.code); // => true ERR_ROMULUS_FORMAT
 */
export class FormatError extends Error {
  /** The class's name. */
  override readonly name = 'FormatError';
  /** Tells the error apart where classes cannot, as between two copies of this package. */
  readonly code = 'ERR_ROMULUS_FORMAT';

  /** @internal */
  constructor(message: string) {
    super(message);
  }
}

/**
 * A sealed file of another version of the format than this package reads.
 *
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptBlob, encryptBlob, VersionError } from 'romulus-wasm/stream';
 *
 * const sealed = await encryptBlob(new Blob(['hello']), { key: generateKey() });
 * const bytes = new Uint8Array(await sealed.arrayBuffer());
 * bytes[7] = 1;
 * const error = await decryptBlob(new Blob([bytes]), { key: generateKey() }).catch((error) => error);
 * console.log(error instanceof VersionError, error.code); // => true ERR_ROMULUS_VERSION
 */
export class VersionError extends Error {
  /** The class's name. */
  override readonly name = 'VersionError';
  /** Tells the error apart where classes cannot, as between two copies of this package. */
  readonly code = 'ERR_ROMULUS_VERSION';

  /** @internal */
  constructor(message: string) {
    super(message);
  }
}

/**
 * A key for a sealed file that opens with a passphrase, or the reverse.
 *
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { decryptBlob, encryptBlob, SecretKindError } from 'romulus-wasm/stream';
 *
 * const sealed = await encryptBlob(new Blob(['hello']), { key: generateKey() });
 * const error = await decryptBlob(sealed, { passphrase: new Uint8Array(5) }).catch((error) => error);
 * console.log(error instanceof SecretKindError, error.code); // => true ERR_ROMULUS_SECRET_KIND
 */
export class SecretKindError extends Error {
  /** The class's name. */
  override readonly name = 'SecretKindError';
  /** Tells the error apart where classes cannot, as between two copies of this package. */
  readonly code = 'ERR_ROMULUS_SECRET_KIND';

  /** @internal */
  constructor(message: string) {
    super(message);
  }
}

/**
 * A passphrase needs more memory than `maxMemory` allows, or than the runtime gives.
 *
 * @example
 * import { decryptBlob, encryptBlob, MemoryError } from 'romulus-wasm/stream';
 *
 * const passphrase = new TextEncoder().encode('correct horse');
 * const sealed = await encryptBlob(new Blob(['hello']), { passphrase });
 * const error = await decryptBlob(sealed, { passphrase, maxMemory: 2 ** 20 }).catch((error) => error);
 * console.log(error instanceof MemoryError, error.code); // => true ERR_ROMULUS_MEMORY
 * console.log(error.needed === 2 ** 27); // => true
 */
export class MemoryError extends Error {
  /** The class's name. */
  override readonly name = 'MemoryError';
  /** Tells the error apart where classes cannot, as between two copies of this package. */
  readonly code = 'ERR_ROMULUS_MEMORY';
  /** How many bytes it needs. */
  declare readonly needed: number;

  /** @internal */
  constructor(needed: number, refusal: string, cause?: unknown) {
    super(`the passphrase needs ${needed / 2 ** 20} MiB of memory, ${refusal}`, { cause });
    this.needed = needed;
  }
}
