/** What the papers print, to be compared with: docs/estimates.md names them. */
import type { AcceleratedMode, BoundedMode } from '../../../ts/estimates/index.js';

/** The cycles of one call of the cipher in the columns of the table of latencies. */
export const callCyclesOfColumns = [40, 20, 10, 4, 1] as const;

export interface LatencyRow {
  mode: AcceleratedMode & ('Romulus-N' | 'Romulus-M');
  associatedData: number;
  plaintext: number;
  /** In cycles, a column each. */
  cycles: readonly number[];
}

const latencies = (mode: LatencyRow['mode'], rows: readonly (readonly number[])[]): LatencyRow[] =>
  rows.map(([associatedData, plaintext, ...cycles]) => ({
    mode,
    associatedData: associatedData as number,
    plaintext: plaintext as number,
    cycles,
  }));

/** "Configurable Hardware Accelerator ...", Table II, the upper two parts. */
export const publishedLatencies: readonly LatencyRow[] = [
  ...latencies('Romulus-N', [
    [0, 0, 101, 61, 41, 29, 23],
    [0, 64, 237, 137, 87, 57, 42],
    [64, 0, 197, 117, 77, 53, 41],
    [64, 64, 333, 193, 123, 81, 60],
    [0, 1152, 3225, 1765, 1035, 597, 378],
    [1152, 0, 1825, 1065, 685, 457, 343],
    [1152, 1152, 4949, 2769, 1679, 1025, 698],
  ]),
  ...latencies('Romulus-M', [
    [0, 0, 101, 61, 41, 29, 23],
    [0, 64, 338, 198, 128, 86, 65],
    [64, 0, 157, 97, 67, 49, 40],
    [64, 64, 434, 254, 164, 110, 83],
    [0, 1152, 4954, 2774, 1684, 1030, 703],
    [1152, 0, 1785, 1045, 675, 453, 342],
    [1152, 1152, 6678, 3778, 2328, 1458, 1023],
  ]),
];

/** Table II, the lower part: the latency of M divided by that of N. */
export const publishedRatios: readonly {
  associatedData: number;
  plaintext: number;
  ratios: readonly string[];
}[] = [
  { associatedData: 0, plaintext: 0, ratios: ['1.00', '1.00', '1.00', '1.00', '1.00'] },
  { associatedData: 0, plaintext: 64, ratios: ['1.43', '1.45', '1.47', '1.51', '1.55'] },
  { associatedData: 64, plaintext: 0, ratios: ['0.79', '0.83', '0.87', '0.92', '0.98'] },
  { associatedData: 64, plaintext: 64, ratios: ['1.30', '1.32', '1.33', '1.36', '1.38'] },
  { associatedData: 0, plaintext: 1152, ratios: ['1.57', '1.57', '1.63', '1.72', '1.86'] },
  { associatedData: 1152, plaintext: 0, ratios: ['0.99', '0.98', '0.98', '0.99', '1.00'] },
  { associatedData: 1152, plaintext: 1152, ratios: ['1.35', '1.36', '1.39', '1.42', '1.47'] },
];

/** A row of Table III: rates of N and M at 24 MHz in Mbit/s, and at the clock's period in Gbit/s. */
export interface RateRow {
  cipher: string;
  roundsInCycle: number;
  callCycles: number;
  atSlowClock: readonly [n: string, m: string];
  /** In nanoseconds. */
  period: number;
  atFastClock: readonly [n: string, m: string];
}

const rate = (
  cipher: string,
  ...[roundsInCycle, callCycles, slowN, slowM, period, fastN, fastM]: [
    number,
    number,
    string,
    string,
    number,
    string,
    string,
  ]
): RateRow => ({ cipher, roundsInCycle, callCycles, atSlowClock: [slowN, slowM], period, atFastClock: [fastN, fastM] });

/** "Configurable Hardware Accelerator ...", Table III, what of it depends on latencies. */
export const publishedRates: readonly RateRow[] = [
  rate('SKINNY-128-384+', 1, 40, '89', '66', 1.5, '2.48', '1.84'),
  rate('SKINNY-128-384+', 2, 20, '159', '117', 1.5, '2.43', '3.25'),
  rate('SKINNY-128-384+', 4, 10, '263', '190', 2, '5.49', '3.96'),
  rate('SKINNY-128-384+', 5, 8, '302', '217', 2.5, '4.06', '2.87'),
  rate('SKINNY-128-384+', 10, 4, '431', '303', 5.2, '3.46', '2.43'),
  rate('SKINNY-128-384+', 40, 1, '633', '432', 20, '1.32', '0.90'),
  rate('Deoxys-BC-128-384', 1, 16, '163', '127', 1, '6.81', '5.31'),
];

/** The claims in bits, constants neglected: privacy and authenticity where nonces differ, and where they repeat. */
export interface Claim {
  mode: BoundedMode;
  nonceRespecting: number;
  /** Where the nonce is always the same; none for the modes N. */
  nonceMisusing?: number;
}

/** "Romulus v1.3" and "Romulus v1.2", Table 3.1, and "Remus v1.0", Table 3.1. */
export const publishedClaims: readonly Claim[] = [
  { mode: 'Romulus-N', nonceRespecting: 128 },
  { mode: 'Romulus-M', nonceRespecting: 128, nonceMisusing: 64 },
  { mode: 'Remus-N1', nonceRespecting: 64 },
  { mode: 'Remus-N2', nonceRespecting: 128 },
  { mode: 'Remus-N3', nonceRespecting: 60 },
  { mode: 'Remus-M1', nonceRespecting: 64, nonceMisusing: 64 },
  { mode: 'Remus-M2', nonceRespecting: 128, nonceMisusing: 64 },
];
