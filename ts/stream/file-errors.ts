/** The errors that only encrypted files have. */

/** Bytes that are no encrypted file, or have a header that the format does not allow. */
export class FormatError extends Error {
  /** The class's name. */
  override readonly name = 'FormatError';
  /** Tells the error apart where classes cannot, as between two copies of this package. */
  readonly code = 'ERR_ROMULUS_FORMAT';
}

/** An encrypted file of another version of the format than this package reads. */
export class VersionError extends Error {
  /** The class's name. */
  override readonly name = 'VersionError';
  /** Tells the error apart where classes cannot, as between two copies of this package. */
  readonly code = 'ERR_ROMULUS_VERSION';
}

/** A key for an encrypted file that opens with a passphrase, or the reverse. */
export class SecretKindError extends Error {
  /** The class's name. */
  override readonly name = 'SecretKindError';
  /** Tells the error apart where classes cannot, as between two copies of this package. */
  readonly code = 'ERR_ROMULUS_SECRET_KIND';
}

/** A passphrase needs more memory than `maxMemory` allows, or than the runtime gives. */
export class MemoryError extends Error {
  /** The class's name. */
  override readonly name = 'MemoryError';
  /** Tells the error apart where classes cannot, as between two copies of this package. */
  readonly code = 'ERR_ROMULUS_MEMORY';
  /** The bytes that it needs. */
  declare readonly needed: number;

  /** @internal */
  constructor(needed: number, refusal: string, cause?: unknown) {
    super(`the passphrase needs ${needed / 2 ** 20} MiB of memory, ${refusal}`, { cause });
    this.needed = needed;
  }
}
