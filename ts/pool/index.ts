/**
 * romulus-wasm/pool: the functions of romulus-wasm and romulus-wasm/stream, with their work spread over workers.
 *
 * @module romulus-wasm/pool
 */
export { WorkerError } from '../errors.js';
export type { UrlLike, WorkerLike } from '../platform.js';
export { createPool, type Pool, type PoolOptions } from './pool.js';
export type { WorkerSource } from './thread.js';
