/** Circuits of the family, as two papers print them. docs/estimates.md shows which of the printed figures follow from others. */

/** A circuit of the accelerator's paper, in a process of TSMC of 65 nm. */
export interface AcceleratedCircuit {
  /** The cipher. */
  cipher: 'SKINNY-128-384+' | 'Deoxys-BC-128-384';
  /** The rounds in a cycle. */
  roundsPerCycle: number;
  /** The cycles of a call: the cipher's rounds divided by those in a cycle. */
  callCycles: number;
  /** The area, in gate equivalents. */
  area: number;
}

/** A cipher alone: Table I. */
export interface CipherCircuit extends AcceleratedCircuit {
  /** The form of the S-box of Deoxys-BC. Left out for SKINNY. */
  sBox?: 'table' | 'small' | undefined;
  /** The critical path, in nanoseconds. */
  path: number;
}

/** The whole accelerator with one clock: Table III. */
export interface AcceleratorCircuit extends AcceleratedCircuit {
  /** 24 MHz, or the highest frequency. */
  clock: '24 MHz' | 'high speed';
  /** The critical path in nanoseconds. Left out at high speed, for which the paper prints the period alone. */
  path?: number;
  /** The period of the clock, in nanoseconds. */
  period: number;
  /** The power, in milliwatts. */
  power: number;
  /** The energy of Romulus-N, in picojoules for a bit, for 1152 bytes of associated data and 1152 of text. */
  energyOfN: number;
  /** That of Romulus-M. */
  energyOfM: number;
}

/** A mode of the updates paper. The paper compares with modes of other designers. */
export interface ModeCircuit {
  /** The mode's name in the paper. */
  mode: string;
  /** Four rounds in a cycle, or the smallest area. Left out where the paper names neither. */
  form?: 'four rounds' | 'low area' | undefined;
  /** The rate, in Gbit/s. */
  rate: number;
}

/** A mode in a process of TSMC of 65 nm: Table 1. A figure that the paper does not print is left out. */
export interface ModeAsic extends ModeCircuit {
  /** The cycles of a call of the cipher. */
  callCycles?: number | undefined;
  /** The area, in gate equivalents. */
  area: number;
  /** The critical path, in nanoseconds. */
  path: number;
  /** The power at 10 MHz, in milliwatts. */
  power?: number | undefined;
  /** The energy of a block of text at 10 MHz, in picojoules. */
  energy?: number | undefined;
  /** The rate for each 1000 gate equivalents, in Gbit/s. */
  efficiency: number;
}

/** A mode on an FPGA, Virtex 6: Table 2. */
export interface ModeFpga extends ModeCircuit {
  /** The area, in slices. */
  area: number;
  /** The lookup tables. */
  lookupTables: number;
  /** The registers of one bit. */
  registers: number;
  /** The frequency, in MHz. */
  frequency: number;
  /** The rate for each slice, in Mbit/s. */
  efficiency: number;
}

/** The state that a mode keeps, without the constants of its rounds and without its interface: Table 3. */
export interface ModeState {
  /** The mode. */
  mode: 'Romulus-N1' | `Remus-${'N' | 'M'}${1 | 2}`;
  /** The bits of the state. */
  bits: number;
}

const skinny = 'SKINNY-128-384+';
const deoxys = 'Deoxys-BC-128-384';

const tableI = [
  [skinny, undefined, 1, 40, 1107, 0.44],
  [skinny, undefined, 2, 20, 2228.75, 0.87],
  [skinny, undefined, 4, 10, 4790.5, 1.94],
  [skinny, undefined, 5, 8, 6029.5, 2.56],
  [skinny, undefined, 8, 5, 10117, 3.86],
  [skinny, undefined, 10, 4, 12776.75, 4.94],
  [skinny, undefined, 20, 2, 26554.68, 9.78],
  [skinny, undefined, 40, 1, 52892.5, 19.47],
  [deoxys, 'table', 1, 16, 9825.25, 0.88],
  [deoxys, 'table', 2, 8, 20998, 1.7],
  [deoxys, 'table', 4, 4, 43588.5, 3.4],
  [deoxys, 'table', 8, 2, 86156.25, 6.65],
  [deoxys, 'table', 16, 1, 174169.24, 12.91],
  [deoxys, 'small', 1, 16, 7347.25, 1.26],
  [deoxys, 'small', 2, 8, 19346, 2.39],
  [deoxys, 'small', 4, 4, 43634, 4.43],
  [deoxys, 'small', 8, 2, 91086.11, 8.78],
  [deoxys, 'small', 16, 1, 181776, 16.71],
] as const;

/** The columns: cipher, rounds in a cycle, cycles of a call, area; path, power and energies at 24 MHz; period, power and energies at high speed. */
const tableIII = [
  [skinny, 1, 40, 7348.61, 1.11, 0.22, 2.47, 3.33, 1.5, 0.74, 0.3, 0.4],
  [skinny, 2, 20, 7865.28, 1.16, 0.24, 1.49, 2.04, 1.5, 0.74, 0.17, 0.23],
  [skinny, 4, 10, 10124.24, 1.9, 0.32, 1.21, 1.67, 2, 0.7, 0.13, 0.18],
  [skinny, 5, 8, 12035.49, 2.41, 0.38, 1.26, 1.78, 2.5, 0.73, 0.13, 0.18],
  [skinny, 10, 4, 17767.99, 5.03, 0.59, 1.36, 1.94, 5.2, 0.73, 0.21, 0.3],
  [skinny, 40, 1, 55098.25, 19.25, 1.94, 3.06, 4.47, 20, 1.96, 1.48, 2.17],
  [deoxys, 1, 16, 12659.75, 1.91, 0.431, 2.47, 3.33, 1, 0.74, 0.3, 0.4],
] as const;

const table1 = [
  ['Remus-N1', undefined, 44, 3611, 0.98, 2.96, 0.2185, 961.4, 0.82],
  ['Remus-N1', 'low area', 936, 2834, 0.8, 0.1705, 0.098, 9172, 0.06],
  ['Remus-N2', undefined, 44, 4774, 0.84, 3.46, 0.2656, 1168, 0.72],
  ['Remus-N2', 'low area', 936, 3700, 0.8, 0.1705, undefined, undefined, 0.046],
  ['Remus-N2', 'four rounds', 14, 9278, 0.98, 9.14, undefined, undefined, 0.98],
  ['Romulus-N1', undefined, 60, 6620, 1, 2.78, 0.548, 32.8, 0.42],
  ['Romulus-N1', 'low area', 1264, 4498, 0.8, 0.1689, undefined, undefined, 0.0376],
  ['Romulus-N1', 'four rounds', 18, 10748, 1, 9.27, undefined, undefined, 0.86],
  ['Remus-M1', undefined, 44, 3805, 1.01, 2.16, 0.2785, 2446, 0.56],
  ['Remus-M2', undefined, 44, 4962, 0.93, 2.34, 0.3907, 3440, 0.47],
  ['Ascon', undefined, 6, 8562, 1, 10.4, 0.2927, undefined, 1.22],
  ['Ascon', 'low area', 3078, 4545, 0.5, 0.042, 0.167, 51402, 0.01],
  ['ACORN', undefined, undefined, 6580, 0.9, 8.8, undefined, undefined, 1.36],
  ['Ketje-Sr', undefined, undefined, 19230, 0.9, 1.11, undefined, undefined, 0.06],
] as const;

const table2 = [
  ['Remus-N1', undefined, 189, 540, 308, 250, 0.7277, 3.8],
  ['Remus-N1', 'four rounds', 550, 1669, 338, 147.7, 1.35884, 2.4],
  ['Remus-N2', undefined, 225, 757, 358, 250, 0.7277, 3.23],
  ['Romulus-N1', undefined, 307, 919, 534, 250, 0.695, 2.26],
  ['Romulus-N1', 'four rounds', 597, 1884, 528, 250, 2.3, 3.85],
  ['Remus-M1', undefined, 220, 595, 322, 240, 0.348, 1.58],
  ['Remus-M2', undefined, 279, 816, 397, 219, 0.3176, 1.13],
  ['Lilliput-I-128', undefined, 391, 1506, 1017, 185, 0.6578, 1.68],
  ['Lilliput-II-128', undefined, 309, 1088, 885, 185, 0.3289, 1.06],
] as const;

/** All rows that the papers print. */
export interface Circuits {
  /** Ciphers alone. */
  readonly ciphers: readonly Readonly<CipherCircuit>[];
  /** The whole accelerator, each circuit at both clocks. */
  readonly accelerators: readonly Readonly<AcceleratorCircuit>[];
  /** Modes in silicon. */
  readonly asics: readonly Readonly<ModeAsic>[];
  /** Modes on an FPGA. */
  readonly fpgas: readonly Readonly<ModeFpga>[];
  /** The states of modes. */
  readonly stateSizes: readonly Readonly<ModeState>[];
}

/** Gives the values in each row of a table the names of their columns. */
const rowsOf = <Row>(table: readonly (readonly unknown[])[], columns: readonly (keyof Row)[]) =>
  table.map((values) => Object.fromEntries(columns.map((name, i) => [name, values[i]])) as Row);

// A call that is marked as pure lets bundlers drop the tables.
const named = (): Circuits => ({
  ciphers: rowsOf(tableI, ['cipher', 'sBox', 'roundsPerCycle', 'callCycles', 'area', 'path']),
  accelerators: tableIII.flatMap(([cipher, roundsPerCycle, callCycles, area, path, power, n, m, period, ...fast]) => {
    const circuit = { cipher, roundsPerCycle, callCycles, area };
    const [fastPower, fastN, fastM] = fast;
    return [
      { ...circuit, clock: '24 MHz', path, period: 1000 / 24, power, energyOfN: n, energyOfM: m } as const,
      { ...circuit, clock: 'high speed', period, power: fastPower, energyOfN: fastN, energyOfM: fastM } as const,
    ];
  }),
  asics: rowsOf(table1, ['mode', 'form', 'callCycles', 'area', 'path', 'rate', 'power', 'energy', 'efficiency']),
  fpgas: rowsOf(table2, ['mode', 'form', 'area', 'lookupTables', 'registers', 'frequency', 'rate', 'efficiency']),
  stateSizes: [
    { mode: 'Romulus-N1', bits: 448 },
    { mode: 'Remus-N1', bits: 256 },
    { mode: 'Remus-M1', bits: 256 },
    { mode: 'Remus-N2', bits: 384 },
    { mode: 'Remus-M2', bits: 384 },
  ],
});

/**
 * The circuits of the papers, one row for each that they print.
 *
 * Source: `ciphers` and `accelerators` are Tables I and III of "Configurable Hardware Accelerator of Misuse-Resistant Authenticated
 * Encryption for Tightly-Constrained Environments"; `asics`, `fpgas` and `stateSizes` are Tables 1, 2 and 3 of "Updates on Romulus, Remus and
 * TGIF". The figures stand here as printed, in the units above, and some contradict others: docs/estimates.md, sections 2 and 5, marks them.
 *
 * @example
 * import { circuits } from 'romulus-wasm/estimates';
 * const [skinny] = circuits.ciphers;
 * console.log(skinny.area, skinny.callCycles); // => 1107 40
 */
export const circuits: Circuits = /* @__PURE__ */ named();
