/**
 * romulus-wasm/estimates: what a message of the Romulus family costs, and what its published bounds promise. Numbers
 * only: no WebAssembly is loaded.
 *
 * @module romulus-wasm/estimates
 */
export { ByteTypeError, UsageError } from '../api/errors.js';
export { type Advantage, advantage, type MessageLimitRequest, messageLimit, type UseOfKey } from './advantage.js';
export { calls, effectiveBlocks } from './calls.js';
export type { AcceleratedMode, BoundedMode, FamilyMode, MessageLengths } from './family.js';
export { type LatencyRequest, latency } from './latency.js';
