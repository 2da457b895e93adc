/** The errors that only files have. */
import type { CodedError } from '../base/errors.js';

/** The bytes are not an encrypted file, or the text is not a key file or armour, or they break its format. */
export class FormatError extends Error implements CodedError {
  override readonly name = 'FormatError';
  readonly code = 'ERR_ROMULUS_FORMAT';
}

/** The encrypted file has a version of the format that this package does not read. */
export class VersionError extends Error implements CodedError {
  override readonly name = 'VersionError';
  readonly code = 'ERR_ROMULUS_VERSION';
}

/** The caller passed a key for a file that opens with a passphrase, or a passphrase for a file that opens with a key. */
export class SecretKindError extends Error implements CodedError {
  override readonly name = 'SecretKindError';
  readonly code = 'ERR_ROMULUS_SECRET_KIND';
}

/** A passphrase needs more memory than `maxMemory` allows, or than the runtime gives. */
export class MemoryError extends Error implements CodedError {
  override readonly name = 'MemoryError';
  readonly code = 'ERR_ROMULUS_MEMORY';
  /** The number of bytes of memory that the passphrase needs. */
  declare readonly needed: number;

  /** @internal */
  constructor(needed: number, refusal: string, cause?: unknown) {
    super(`the passphrase needs ${needed / 2 ** 20} MiB of memory, ${refusal}`, { cause });
    this.needed = needed;
  }
}
