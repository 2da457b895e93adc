/** Uses every export of the estimates with only the language's own types. */
import * as estimates from '../../../ts/estimates/index.js';

const accelerated: estimates.AcceleratedMode = 'Romulus-M-Deoxys';
const bounded: estimates.BoundedMode = accelerated;
const modes: estimates.FamilyMode[] = [bounded, 'Romulus-T', 'Romulus-H', 'TGIF-N2'];

// Optional fields may be undefined, also under exactOptionalPropertyTypes.
const lengths: estimates.MessageLengths = { associatedData: undefined, plaintext: 64 };
export const counts: number[] = modes.map((mode) => estimates.calls(mode, lengths));
export const blocks: number = estimates.effectiveBlocks(bounded, { plaintext: 64 });

const request: estimates.LatencyRequest = { mode: accelerated, ...lengths, callCycles: 40, busWidth: undefined };
export const cycles: number = estimates.latency(request);

const left = { nonceUses: undefined, offlineCalls: undefined, tagBits: undefined };
const use: estimates.UseOfKey = {
  mode: bounded,
  encryptions: 1,
  forgeries: 1,
  blocks,
  forgedBlocks: undefined,
  ...left,
};
const both: estimates.Advantage = estimates.advantage(use);
export const bounds: number[] = [both.privacy, both.authenticity];

const limit: estimates.MessageLimitRequest = { mode: bounded, ...lengths, target: -32, forgeries: undefined, ...left };
export const messages: number = estimates.messageLimit(limit);

const { ciphers, accelerators, asics, fpgas, stateSizes }: estimates.Circuits = estimates.circuits;
const [cipher]: readonly estimates.CipherCircuit[] = ciphers;
export const clocked: readonly estimates.AcceleratorCircuit[] = accelerators;
export const circuitsOfPaper: readonly estimates.AcceleratedCircuit[] = [...ciphers, ...clocked];
export const ofModes: readonly estimates.ModeCircuit[] = [...asics, ...fpgas] satisfies (
  | estimates.ModeAsic
  | estimates.ModeFpga
)[];
export const bits: number[] = stateSizes.map((row: estimates.ModeState) => row.bits);
const work: estimates.CircuitWork = {
  cycles,
  period: cipher?.path ?? 1,
  area: 1107,
  bits: undefined,
  power: undefined,
};
export const cost: estimates.CircuitCost = estimates.circuitCost(work);
const shares: estimates.Shares = { state: 2, key: undefined };
export const state: number = estimates.stateBits(shares);

export const codes: string[] = [new Error()].map((error) =>
  error instanceof estimates.UsageError || error instanceof estimates.ArgumentError ? error.code : error.message,
);

// @ts-expect-error: no bounds of a hash
estimates.advantage({ ...use, mode: 'Romulus-H' });
// @ts-expect-error: the accelerator has another family
estimates.latency({ ...request, mode: 'Remus-N1' });
// @ts-expect-error: no such mode
estimates.calls('Romulus-N4', lengths);
// @ts-expect-error: a length is a number
estimates.calls('Romulus-N', { plaintext: new Uint8Array(5) });
