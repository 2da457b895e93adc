/** The errors of this package, told apart by class or by `code`; none carries anything of a secret. */

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  try {
    const name = Object.prototype.toString.call(value).slice(8, -1);
    // What is no array may still call itself one.
    return name === 'Object' || (name === 'Uint8Array' && !ArrayBuffer.isView(value)) ? 'an object' : name;
  } catch {
    return 'an object';
  }
}

/** An argument is missing or is not a `Uint8Array`. */
export class ByteTypeError extends TypeError {
  override readonly name = 'ByteTypeError';
  readonly code = 'ERR_ROMULUS_TYPE';
  /** The argument's name, such as `key` or `requests[2].nonce`. */
  readonly argument: string;

  /** @internal */
  constructor(argument: string, value: unknown, expected = 'a Uint8Array') {
    super(`${argument} must be ${expected}, received ${describe(value)}`);
    this.argument = argument;
  }
}

/** An argument has the wrong length. */
export class ByteLengthError extends RangeError {
  override readonly name = 'ByteLengthError';
  readonly code = 'ERR_ROMULUS_LENGTH';
  /** The argument's name, such as `key` or `requests[2].nonce`. */
  readonly argument: string;
  /** The length it must have, in bytes; for a ciphertext, the least. */
  readonly expected: number;
  /** The length it has, in bytes. */
  readonly received: number;

  /** @internal */
  constructor(argument: string, expected: number, received: number, bound = '') {
    super(`${argument} must be ${bound}${expected} bytes, received ${received}`);
    this.argument = argument;
    this.expected = expected;
    this.received = received;
  }
}

/**
 * The ciphertext, the tag, the nonce, the associated data or the key is not what the message was encrypted with; or a sealed
 * file is not whole.
 */
export class AuthenticationError extends Error {
  override readonly name = 'AuthenticationError';
  readonly code = 'ERR_ROMULUS_AUTH';

  /** @internal */
  constructor(message = 'the message is not authentic') {
    super(message);
  }
}

/** The WebAssembly module, or a pool's worker, could not be loaded; `cause` is the engine's own error, `hint` what usually helps. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  readonly code = 'ERR_ROMULUS_LOAD';
  /** What usually helps. */
  readonly hint: string;

  /** @internal */
  constructor(hint: string, cause: unknown, what = 'the Romulus module') {
    super(`${what} could not be loaded: ${hint}`, { cause });
    this.hint = hint;
  }
}

/** A call that the object or function does not take, such as `update()` after `digest()`. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'ERR_ROMULUS_USAGE';

  /** @internal */
  constructor(message: string) {
    super(message);
  }
}

/** Bytes that are no sealed file, or one that asks for more iterations than the reader allows. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly code = 'ERR_ROMULUS_FORMAT';

  /** @internal */
  constructor(message: string) {
    super(message);
  }
}

/** A pool's worker ended before its work was done; `cause` says how, if that is known. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly code = 'ERR_ROMULUS_WORKER';

  /** @internal */
  constructor(cause: unknown) {
    super('the worker ended before its work was done', { cause });
  }
}
