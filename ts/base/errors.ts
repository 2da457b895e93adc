/** The errors of this package. Callers tell them apart by class or by `code`. No error contains any part of a secret. */

/** The most letters of a caller's name that an error message shows. */
const mostShown = 40;

/** @internal */
export const shortened = (name: string): string =>
  name.length > mostShown ? `${name.slice(0, mostShown)}\u2026` : name;

/** @internal The type of a value, without its contents. */
export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  try {
    const name = Object.prototype.toString.call(value).slice(8, -1);
    // An object that is not a typed array can still claim the name Uint8Array.
    return name === 'Object' || (name === 'Uint8Array' && !ArrayBuffer.isView(value)) ? 'an object' : shortened(name);
  } catch {
    return 'an object';
  }
}

/** @internal */
export const wrongType = (argument: string, expected: string, value: unknown, help = ''): ArgumentError =>
  new ArgumentError(argument, `must be ${expected}, received ${describe(value)}${help}`);

/** The fields that every error of this package has. */
export interface CodedError {
  /** The class's name. */
  readonly name: string;
  /** Identifies the error where `instanceof` cannot, such as between two copies of this package. */
  readonly code: string;
}

/** An argument is missing or has a wrong type, a name is unknown, or an `output` overlaps another array. */
export class ArgumentError extends TypeError implements CodedError {
  override readonly name = 'ArgumentError';
  readonly code = 'ERR_ROMULUS_TYPE';
  /** The argument's name, such as `key` or `requests[2].nonce`. */
  declare readonly argument: string;

  /** @internal */
  constructor(argument: string, problem: string) {
    super(`${argument} ${problem}`);
    this.argument = argument;
  }
}

/** An argument has the wrong length. */
export class LengthError extends RangeError implements CodedError {
  override readonly name = 'LengthError';
  readonly code = 'ERR_ROMULUS_LENGTH';
  /** The argument's name, such as `key` or `requests[2].nonce`. */
  declare readonly argument: string;
  /** The required length, in bytes. For a passphrase and a hasher's state this is the minimum, and for a limit the maximum. */
  declare readonly expected: number;
  /** The length of the argument, in bytes. */
  declare readonly received: number;

  /** @internal */
  constructor(argument: string, expected: number, received: number, bound = '') {
    super(`${argument} must be ${bound}${expected} byte${expected === 1 ? '' : 's'}, received ${received}`);
    this.argument = argument;
    this.expected = expected;
    this.received = received;
  }
}

/** The ciphertext, tag, nonce, associated data or key differs from the encryption, or a message or an encrypted file is incomplete. */
export class AuthenticationError extends Error implements CodedError {
  override readonly name = 'AuthenticationError';
  readonly code = 'ERR_ROMULUS_AUTH';
}

/** A text to decode is not hexadecimal or not base64. */
export class EncodingError extends SyntaxError implements CodedError {
  override readonly name = 'EncodingError';
  readonly code = 'ERR_ROMULUS_ENCODING';
}

/** The WebAssembly module or a pool's worker could not be loaded. `cause` is the engine's own error. */
export class LoadError extends Error implements CodedError {
  override readonly name = 'LoadError';
  readonly code = 'ERR_ROMULUS_LOAD';
  /** A hint that usually helps. */
  declare readonly hint: string;

  /** @internal */
  constructor(hint: string, cause: unknown, what: string) {
    super(`${what} could not be loaded: ${hint}`, { cause });
    this.hint = hint;
  }
}

/** A call that the object or function does not allow, such as `update()` after `digest()`. */
export class UsageError extends Error implements CodedError {
  override readonly name = 'UsageError';
  readonly code = 'ERR_ROMULUS_USAGE';
}

/** A pool's worker ended before its work was done. `cause` tells the reason, if the reason is known. The next call gets a new worker. */
export class WorkerError extends Error implements CodedError {
  override readonly name = 'WorkerError';
  readonly code = 'ERR_ROMULUS_WORKER';

  /** @internal */
  constructor(cause: unknown) {
    super('the worker ended before its work was done', { cause });
  }
}
