/** The time, rate and energy that follow from the area, the clock and the power of a circuit. */
import { checkNamed } from '../base/options.js';
import { checkNumber, checkWhole } from './checks.js';

/** Work on a circuit. */
export interface CircuitWork {
  /** The cycles that the work takes: those of a call, or {@link latency} of a message. */
  cycles: number;
  /** The period of the clock, in nanoseconds. With the critical path the results are the best possible. */
  period: number;
  /** The bits that the work takes in. 128 if left out, a block. */
  bits?: number | undefined;
  /** The area, in gate equivalents. On an FPGA, in slices. */
  area: number;
  /** The power, in milliwatts. 0 if left out. */
  power?: number | undefined;
}

/** The cost of work on a circuit. */
export interface CircuitCost {
  /** The time in nanoseconds: cycles x period. */
  latency: number;
  /** The time in nanoseconds with a margin of half a nanosecond in each cycle: cycles x (period + 0.5). */
  safeLatency: number;
  /** The rate in Gbit/s: bits / latency. */
  rate: number;
  /** The rate for the area: Gbit/s for each 1000 gate equivalents, or Mbit/s for each slice. */
  efficiency: number;
  /** The energy in picojoules: power x latency. */
  energy: number;
  /** The energy in picojoules for each bit. */
  energyPerBit: number;
  /** The energy times the area, in nanojoules times 1000 gate equivalents. */
  energyArea: number;
}

const names = ['cycles', 'period', 'bits', 'area', 'power'] as const;

/**
 * The time, rate and energy of work on a circuit.
 *
 * Source: the formulas under which the printed figures of {@link circuits} follow from each other.
 *
 * @throws UsageError `ERR_ROMULUS_USAGE`: `cycles` is not a whole number, or a number is not above 0. `power` may be 0.
 * @throws ArgumentError `ERR_ROMULUS_TYPE`: `work` is not a plain object or has an unknown name, or a value has another type.
 * @example
 * import { circuitCost } from 'romulus-wasm/estimates';
 * const call = circuitCost({ cycles: 10, period: 1.94, area: 4790.5 });
 * console.log(call.latency.toFixed(1), call.safeLatency.toFixed(1), call.efficiency.toFixed(2)); // => 19.4 24.4 1.38
 */
export function circuitCost(work: CircuitWork): CircuitCost {
  const { cycles, period, bits = 128, area, power = 0 } = checkNamed('work', work, names);
  checkWhole('cycles', cycles, 1);
  for (const [name, value] of Object.entries({ period, bits, area }))
    checkNumber(name, value, 'a number above 0', (number) => number > 0 && number < Number.POSITIVE_INFINITY);
  checkNumber('power', power, 'a number, 0 or more', (number) => number >= 0 && number < Number.POSITIVE_INFINITY);
  const latency = cycles * period;
  const rate = bits / latency;
  const energy = power * latency;
  return {
    latency,
    safeLatency: cycles * (period + 0.5),
    rate,
    efficiency: (1000 * rate) / area,
    energy,
    energyPerBit: energy / bits,
    energyArea: (energy * area) / 1e6,
  };
}

/** The shares into which masking splits the secrets of the accelerator. */
export interface Shares {
  /** The shares of the state. 1 if left out: no masking. */
  state?: number | undefined;
  /** The shares of the key. 1 if left out. */
  key?: number | undefined;
}

/**
 * The bits in the registers of the accelerator: 128 for each share of the state, 128 for each share of the key, and two registers of 128
 * bits that nobody masks. The bus cuts them into words of its width.
 *
 * Source: the paper of {@link latency}.
 *
 * @throws UsageError `ERR_ROMULUS_USAGE`: a number of shares is not a whole number, 1 or more.
 * @throws ArgumentError `ERR_ROMULUS_TYPE`: `shares` is not a plain object or has an unknown name, or a value has another type.
 * @example
 * import { stateBits } from 'romulus-wasm/estimates';
 * console.log(stateBits({}), stateBits({ state: 2 })); // => 512 640
 */
export function stateBits(shares: Shares): number {
  const { state = 1, key = 1 } = checkNamed('shares', shares, ['state', 'key']);
  return 128 * (checkWhole('state', state, 1) + checkWhole('key', key, 1) + 2);
}
