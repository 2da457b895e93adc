/**
 * romulus-wasm/pool: the functions of romulus-wasm and romulus-wasm/stream, with their work spread over workers.
 *
 * @module romulus-wasm/pool
 */
export {
  AuthenticationError,
  ByteLengthError,
  ByteTypeError,
  LoadError,
  UsageError,
  WorkerError,
} from '../api/errors.js';
export type { UrlLike, WorkerLike } from '../api/platform.js';
export { FormatError, MemoryError, SecretKindError, VersionError } from '../stream/file-errors.js';
export { createPool, type Pool, type PoolOptions } from './caller/pool.js';
export type { WorkerSource } from './caller/thread.js';
