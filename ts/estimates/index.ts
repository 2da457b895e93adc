/**
 * romulus-wasm/estimates: the cost of a message of the Romulus family, in software and in published circuits, and the
 * security that its published bounds promise. These functions only calculate numbers, and load no WebAssembly.
 *
 * @module romulus-wasm/estimates
 */
export { ArgumentError, UsageError } from '../base/errors.js';
export { type Advantage, advantage, type MessageLimitRequest, messageLimit, type UseOfKey } from './advantage.js';
export { calls, effectiveBlocks } from './calls.js';
export {
  type AcceleratedCircuit,
  type AcceleratorCircuit,
  type CipherCircuit,
  type Circuits,
  circuits,
  type ModeAsic,
  type ModeCircuit,
  type ModeFpga,
  type ModeState,
} from './circuits.js';
export { type CircuitCost, type CircuitWork, circuitCost, type Shares, stateBits } from './cost.js';
export type { AcceleratedMode, BoundedMode, FamilyMode, MessageLengths } from './family.js';
export { type LatencyRequest, latency } from './latency.js';
