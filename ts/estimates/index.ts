/**
 * romulus-wasm/estimates: the cost of a message of the Romulus family, and the security that its published bounds
 * promise. These functions only calculate numbers, and load no WebAssembly.
 *
 * @module romulus-wasm/estimates
 */
export { ByteTypeError, UsageError } from '../api/errors.js';
export { type Advantage, advantage, type MessageLimitRequest, messageLimit, type UseOfKey } from './advantage.js';
export { calls, effectiveBlocks } from './calls.js';
export type { AcceleratedMode, BoundedMode, FamilyMode, MessageLengths } from './family.js';
export { type LatencyRequest, latency } from './latency.js';
