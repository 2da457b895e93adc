/**
 * romulus-wasm/pool: the functions that hash, encrypt and decrypt, with their work spread over workers.
 *
 * @module romulus-wasm/pool
 */
export {
  ArgumentError,
  AuthenticationError,
  LengthError,
  LoadError,
  UsageError,
  WorkerError,
} from '../base/errors.js';
export type { AsyncDisposableLike, UrlLike, WorkerLike } from '../base/platform.js';
export { FormatError, MemoryError, SecretKindError, VersionError } from '../stream/file-errors.js';
export { createPool, type Pool, type PoolOptions } from './caller/pool.js';
export type { WorkerSource } from './caller/thread.js';
