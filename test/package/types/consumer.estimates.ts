/** Uses every export of the estimates with only the language's own types. */
import {
  type AcceleratedCircuit,
  type AcceleratedMode,
  type AcceleratorCircuit,
  type Advantage,
  ArgumentError,
  advantage,
  type BoundedMode,
  type CipherCircuit,
  type CircuitCost,
  type Circuits,
  type CircuitWork,
  calls,
  circuitCost,
  circuits,
  effectiveBlocks,
  type FamilyMode,
  type LatencyRequest,
  latency,
  type MessageLengths,
  type MessageLimitRequest,
  type ModeAsic,
  type ModeCircuit,
  type ModeFpga,
  type ModeState,
  messageLimit,
  type Shares,
  stateBits,
  UsageError,
  type UseOfKey,
} from '../../../ts/estimates/index.js';

const accelerated: AcceleratedMode = 'Romulus-M-Deoxys';
const bounded: BoundedMode = accelerated;
const modes: FamilyMode[] = [bounded, 'Romulus-T', 'Romulus-H', 'TGIF-N2'];

// Optional fields may be undefined, also under exactOptionalPropertyTypes.
const lengths: MessageLengths = { associatedData: undefined, plaintext: 64 };
export const counts: number[] = modes.map((mode) => calls(mode, lengths));
export const blocks: number = effectiveBlocks(bounded, { plaintext: 64 });

const request: LatencyRequest = { mode: accelerated, ...lengths, callCycles: 40, busWidth: undefined };
export const cycles: number = latency(request);

const left = { nonceUses: undefined, offlineCalls: undefined, tagBits: undefined };
const use: UseOfKey = { mode: bounded, encryptions: 1, forgeries: 1, blocks, forgedBlocks: undefined, ...left };
const both: Advantage = advantage(use);
export const bounds: number[] = [both.privacy, both.authenticity];

const limit: MessageLimitRequest = { mode: bounded, ...lengths, target: -32, forgeries: undefined, ...left };
export const messages: number = messageLimit(limit);

const { ciphers, accelerators, asics, fpgas, stateSizes }: Circuits = circuits;
const [cipher]: readonly CipherCircuit[] = ciphers;
export const clocked: readonly AcceleratorCircuit[] = accelerators;
export const circuitsOfPaper: readonly AcceleratedCircuit[] = [...ciphers, ...clocked];
export const ofModes: readonly ModeCircuit[] = [...asics, ...fpgas] satisfies (ModeAsic | ModeFpga)[];
export const bits: number[] = stateSizes.map((row: ModeState) => row.bits);
const work: CircuitWork = { cycles, period: cipher?.path ?? 1, area: 1107, bits: undefined, power: undefined };
export const cost: CircuitCost = circuitCost(work);
const shares: Shares = { state: 2, key: undefined };
export const state: number = stateBits(shares);

export const codes: string[] = [new Error()].map((error) =>
  error instanceof UsageError || error instanceof ArgumentError ? error.code : error.message,
);

// @ts-expect-error: no bounds of a hash
advantage({ ...use, mode: 'Romulus-H' });
// @ts-expect-error: the accelerator has another family
latency({ ...request, mode: 'Remus-N1' });
// @ts-expect-error: no such mode
calls('Romulus-N4', lengths);
// @ts-expect-error: a length is a number
calls('Romulus-N', { plaintext: new Uint8Array(5) });
