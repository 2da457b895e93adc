/** docs/estimates.md: its theorems, the limits that follow, and its tables. A cell has the paper's own figure in brackets if that differs. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundedModes } from '../../../ts/estimates/family.js';
import * as estimates from '../../../ts/estimates/index.js';

const { advantage, calls, circuitCost, circuits, effectiveBlocks, latency, messageLimit } = estimates;

type BoundedMode = estimates.BoundedMode;
type Mode = estimates.AcceleratedMode;
type Row = Record<string, string> & { cells: string[] };

const document = readFileSync(new URL('../../../docs/estimates.md', import.meta.url), 'utf8');
const cellsIn = (line: string) => line.split(/ *\| */).slice(1, -1);
const found = [...document.matchAll(/^<!-- computed: (.+) -->\n\n((?:\|.*\n)+)/gm)].map(([, name = '', text = '']) => {
  const [columns, , ...lines] = text.trimEnd().split('\n').map(cellsIn) as [string[], string[], ...string[][]];
  const named = (cells: string[]) => Object.fromEntries(columns.map((column, i) => [column, cells[i]]));
  return { name, columns, rows: lines.map((cells) => Object.assign(named(cells), { cells }) as Row) };
});

const terms = new Map([...document.matchAll(/^- ([XYZ])\(s\) = (.+)$/gm)].map(([, name, term]) => [name, term]));
const theorems = document.matchAll(/^\| +([1-6]) \| (\S+) +\| (\w+) +\| (.+?) +\| (.+?) +\|$/gm);
/** The modes with the bounds of a row's mode. */
const alike: Record<string, string> = {
  'Romulus-N': 'Romulus-N Romulus-N-Deoxys Romulus-N1 Romulus-N2 Romulus-N3',
  'Romulus-M': 'Romulus-M Romulus-M-Deoxys Romulus-M1 Romulus-M2 Romulus-M3',
  'Remus-N1': 'Remus-N1 TGIF-N1',
  'Remus-N2': 'Remus-N2 TGIF-N2',
  'Remus-N3': 'Remus-N3',
  'Remus-M1': 'Remus-M1 TGIF-M1',
  'Remus-M2': 'Remus-M2 TGIF-M2',
};
const bounds = [...theorems].flatMap(([, theorem, model = '', nonces, privacy = '', authenticity = '']) =>
  (alike[model]!.split(' ') as BoundedMode[]).map((mode) => ({ theorem, mode, nonces, privacy, authenticity })),
);

/** The logarithm of a bound, such as `X(s_priv) + 4 r s_priv / 2^n`, to base 2. It adds only what is positive, so it loses no digits. */
function logarithm(formula: string, values: Record<string, number>): number {
  const whole = formula.replaceAll(/([XYZ])\((\w+)\)/g, (_, name, s) => terms.get(name)!.replaceAll(/\bs\b/g, s));
  // Signs beside each other are multiplied.
  const program = whole.replaceAll('^', '**').replaceAll(/(?<=\d)(?=[a-z])|(?<=\w) (?=\w)/g, ' * ');
  return Math.min(0, Math.log2(new Function(...Object.keys(values), `return ${program}`)(...Object.values(values))));
}

/** Whole numbers below 2^power that a double can hold, of any magnitude. */
const count = (power: number) =>
  fc.tuple(fc.nat({ max: 2 ** 31 - 1 }), fc.nat({ max: power - 31 })).map(([digits, shift]) => digits * 2 ** shift);

it.each(bounds)('has the bounds of theorem $theorem: $mode, nonces $nonces', ({ mode, nonces, ...formulas }) => {
  const n = mode === 'Remus-N3' ? 64 : 128;
  const isCut = !boundedModes[mode].isMisuseResistant;
  const all = fc.record({
    ...{ encryptions: count(80), forgeries: count(80), blocks: count(90), forgedBlocks: count(90) },
    offlineCalls: count(120),
    nonceUses: nonces === 'repeat' ? fc.integer({ min: 2, max: 2 ** 40 }) : fc.constant(1),
    tagBits: isCut ? fc.integer({ min: 1, max: n }) : fc.constant(n),
  });
  const property = fc.property(all, (use) => {
    const { encryptions: q_e, forgeries: q_d, blocks: s_priv, forgedBlocks, offlineCalls: q_p } = use;
    const values = { q_e, q_d, q_p, s_priv, s_auth: s_priv + forgedBlocks, r: use.nonceUses, t: use.tagBits, n };
    const computed = advantage({ mode, ...use });
    for (const goal of ['privacy', 'authenticity'] as const)
      expect(computed[goal]).toBeCloseTo(logarithm(formulas[goal], values), 9);
    const { forgedBlocks: _, tagBits: __, ...rest } = use;
    expect(advantage({ mode, ...rest })).toEqual(advantage({ mode, ...rest, forgedBlocks: 0, tagBits: n }));
    // A mode N whose nonce repeats promises nothing.
    if (isCut) expect(advantage({ mode, ...rest, nonceUses: 2 })).toEqual({ privacy: 0, authenticity: 0 });
  });
  fc.assert(property, { numRuns: 200 });
  const most = Number.MAX_VALUE;
  const use = { encryptions: most, forgeries: most, blocks: most, forgedBlocks: most, nonceUses: most };
  expect(advantage({ mode, ...use, offlineCalls: 2 ** 128 })).toEqual({ privacy: 0, authenticity: 0 });
});

const cyclesOf = (mode: Mode, lengths: estimates.MessageLengths, callCycles: number | string) =>
  latency({ mode, ...lengths, callCycles: Number(callCycles) });
const cyclesOfBoth = (lengths: estimates.MessageLengths, callCycles: number | string) =>
  [cyclesOf('Romulus-N', lengths, callCycles), cyclesOf('Romulus-M', lengths, callCycles)] as const;
const lengthsOf = ({ a = '0', m }: Row) => ({ associatedData: Number(a), plaintext: Number(m) });
const ratiosOf = (row: Row, cycles: string[]) =>
  cycles.map((each) => cyclesOfBoth(lengthsOf(row), each)).map(([n, m]) => (m / n).toFixed(3));

const grouped = (value: number) => Math.round(value).toLocaleString('en-US').replaceAll(',', ' ');
const power = (logarithm: number) => `2^${logarithm.toFixed(1)}`;
const limits: Record<number, string> = { 0: 'none', '-Infinity': '0' };
/** Shows bounds for all keys together. */
const shown = (bounds: estimates.Advantage, keys = 1): string[] =>
  Object.values(bounds).map((logarithm) => limits[logarithm] ?? power(logarithm + Math.log2(keys)));

/** The work in bits, to a tenth, at which each bound reaches 1: 2 to this power blocks, forgeries and calls offline. */
const workAtOne = (mode: Mode, isRepeated: boolean): string[] =>
  (['privacy', 'authenticity'] as const).map((goal) => {
    for (let tenths = 20; tenths < 1400; tenths++) {
      const work = Math.floor(2 ** (tenths / 10 + 0.05));
      const use = { mode, encryptions: work, forgeries: work, blocks: work, forgedBlocks: work, offlineCalls: work };
      if (advantage({ ...use, nonceUses: isRepeated ? work : 1 })[goal] === 0) return (tenths / 10).toFixed(1);
    }
    return '-';
  });

const [devices, files] = [1e6, 1e9];
/** The uses that the tables name; some have the chance, at most, that a random nonce of 128 bits occurs twice, or three times. */
const uses: Record<string, { nonceUses?: number; tagBits?: number; chance?: string }> = {
  'every nonce once': {},
  'every nonce once, tags cut to 8 bytes': { tagBits: 64 },
  'a nonce twice': { nonceUses: 2 },
  'always the same nonce': { nonceUses: Number.POSITIVE_INFINITY, chance: '0' },
  'random nonces, no two alike': { chance: power(Math.log2((files * (files - 1)) / 2) - 128) },
  'random nonces, no three alike': { nonceUses: 2, chance: power(3 * Math.log2(files) - Math.log2(6) - 256) },
};

/** The mode and the use in a row. An attack on a mode over ICE makes 2^64 calls offline, which Romulus ignores. */
function choiceIn({ mode, use = '' }: Row) {
  const { chance: _, ...choice } = uses[use]!;
  return { mode: mode as Mode, offlineCalls: 2 ** 64, ...choice };
}

type Use = { mode: BoundedMode; nonceUses?: number; forgeries?: number; offlineCalls?: number; tagBits?: number };
/** The bounds for this many messages. As many forgeries are tried where the use has no number of them. */
function boundsOf({ nonceUses = 1, ...use }: Use, message: estimates.MessageLengths, encryptions: number) {
  const { mode, forgeries = encryptions } = use;
  const one = effectiveBlocks(mode, message);
  const sums = { blocks: encryptions * one, forgedBlocks: forgeries * one };
  return advantage({ ...use, encryptions, forgeries, ...sums, nonceUses: Math.min(nonceUses, encryptions) });
}

it.each<Use & { target?: number }>([
  { mode: 'Romulus-N' },
  { mode: 'Romulus-M', nonceUses: 2 },
  { mode: 'Romulus-M', nonceUses: Number.POSITIVE_INFINITY, forgeries: 1000 },
  { mode: 'Remus-N3', offlineCalls: 2 ** 60, target: -20 },
  { mode: 'TGIF-M2', offlineCalls: 2 ** 80, nonceUses: 5 },
])('the limit of messages is the last that the bounds allow: %o', ({ target = -40, ...use }) => {
  const message = { associatedData: 20, plaintext: 100 };
  const limit = messageLimit({ ...use, ...message, target });
  expect(Number.isInteger(limit) && limit > 0).toBe(true);
  const worstOf = (encryptions: number) => Math.max(...Object.values(boundsOf(use, message, encryptions)));
  expect(worstOf(limit)).toBeLessThanOrEqual(target);
  // Numbers nearer to the limit may round to the same logarithm.
  expect(worstOf(Math.max(limit + 1, Math.ceil(limit * (1 + 2 ** -40))))).toBeGreaterThan(target);
});

it('the limit of messages is infinite where no bound depends on it, and 0 where the target cannot be reached', () => {
  const message = { associatedData: 20, plaintext: 100, target: -40 };
  expect(messageLimit({ mode: 'Romulus-N', forgeries: 2 ** 30, ...message })).toBe(Number.POSITIVE_INFINITY);
  expect(messageLimit({ mode: 'Romulus-N', forgeries: 2 ** 100, ...message })).toBe(0);
  expect(messageLimit({ mode: 'Romulus-N', nonceUses: Number.POSITIVE_INFINITY, ...message })).toBe(1);
});

const year = 365.25 * 24 * 60 * 60;
const sensorMessage = { associatedData: 0, plaintext: 64 };
const gatewayMessage = { associatedData: 16, plaintext: 48 };
const file = { associatedData: 32, plaintext: 2 ** 20 };

/** The figures that the papers print where the functions say something else, of the tables whose printed figures are no rows of data. */
const departures: Record<string, string> = {
  rates: '4.44 (2.43), 5.05 (4.06), 3.62 (2.87), 0.90 (2.43), 189 (163), 138 (127), 7.90 (6.81), 5.76 (5.31)',
  ciphers: '1.38 (1.37), 1.04 (1.03), 13.41 (13.4)',
};
/** A computed figure, with the printed one in brackets if it differs; in bold if not even its last digit and one in a hundred explain that. */
function beside(computed: number, printed: number, least = 2): string {
  const decimals = `${printed}`.split('.')[1]?.length ?? 0;
  const [shown, unit] = [computed.toFixed(Math.max(least, decimals)), 10 ** -decimals];
  if (Number(shown) === printed) return shown;
  const off = Math.abs(computed - printed);
  return `${shown} (${off > unit && off > printed / 100 ? `**${printed}**` : printed})`;
}

const longMessage = { associatedData: 1152, plaintext: 1152 };
/** The bits that a call takes in if half of the input is associated data, the calls of a block of text, and the cycles of a call. */
function workOf({ mode, form }: estimates.ModeCircuit) {
  if (!Object.hasOwn(boundedModes, mode)) return undefined;
  const { construction, isMisuseResistant } = boundedModes[mode as Mode];
  const [rounds, blocks] = construction === 'tweak' ? [56, 4 / 3] : [40, isMisuseResistant ? 3 / 4 : 1];
  const cycles = form === 'low area' ? undefined : rounds / (form === 'four rounds' ? 4 : 1) + 4;
  return { bits: 128 * blocks, textCalls: isMisuseResistant ? 2 : 1, cycles };
}

/** Computes the last cells of a row. */
const tables: Record<string, (row: Row, columns: string[], index: number) => (string | number | undefined)[]> = {
  'calls of a message': ({ mode }, columns) =>
    columns.slice(1).map((lengths) => {
      const [associatedData, plaintext = 0] = lengths.split(', ').map(Number);
      return calls(mode as Mode, { associatedData, plaintext });
    }),
  latencies: (row, columns) => columns.slice(3).map((cycles) => cyclesOf(row.mode as Mode, lengthsOf(row), cycles)),
  'longer messages': (row, columns) => ratiosOf(row, columns.slice(1)),
  rates(_row, _columns, index) {
    const [slow, fast] = circuits.accelerators.slice(2 * index, 2 * index + 2);
    const bitsACycle = cyclesOfBoth(longMessage, slow!.callCycles).map((cycles) => (8 * 2304) / cycles);
    // The paper truncates the rates in Mbit/s, and rounds those in Gbit/s.
    const inMegabits = bitsACycle.map((bits) => Math.floor(24 * bits));
    return [...inMegabits, ...bitsACycle.map((bits) => (bits / fast!.period).toFixed(2))];
  },
  ciphers(_row, _columns, index) {
    const { callCycles: cycles, path, ...circuit } = circuits.ciphers[index]!;
    const [best, slow] = [path, 1000 / 24].map((period) => circuitCost({ cycles, period, area: circuit.area }));
    const times = [path, best!.latency, best!.safeLatency, best!.efficiency].map((figure) => figure.toFixed(2));
    const given = [circuit.cipher, circuit.sBox, circuit.roundsPerCycle, cycles, circuit.area];
    return [...given, ...times, slow!.efficiency.toFixed(3)];
  },
  accelerators(_row, _columns, index) {
    const { callCycles, energyOfN, energyOfM, ...circuit } = circuits.accelerators[index]!;
    const { cipher, roundsPerCycle, clock, area, path, period, power } = circuit;
    const work = { period, bits: 8 * 2304, area, power };
    const costs = cyclesOfBoth(longMessage, callCycles).map((cycles) => circuitCost({ ...work, cycles }));
    const energies = [energyOfN, energyOfM].map((printed, i) => beside(costs[i]!.energyPerBit, printed));
    const products = costs.map(({ energyArea }) => energyArea.toFixed(1));
    return [cipher, roundsPerCycle, clock, area, path, period.toFixed(1), power, ...energies, ...products];
  },
  asics(_row, _columns, index) {
    const circuit = circuits.asics[index]!;
    const { mode, form, callCycles, area, path, rate, power, energy, efficiency } = circuit;
    const { bits, textCalls = 1, cycles = callCycles } = workOf(circuit) ?? {};
    const cost = circuitCost({ cycles: callCycles ?? 1, period: path, bits, area });
    // 10 MHz are 100 nanoseconds.
    const ofText = circuitCost({ cycles: textCalls * (callCycles ?? 1), period: 100, area, power });
    const rates = bits === undefined ? rate : beside(cost.rate, rate);
    const given = [mode, form, callCycles && beside(cycles!, callCycles, 0), area, path, power, rates];
    return [...given, energy && beside(ofText.energy, energy, 0), beside((1000 * rate) / area, efficiency)];
  },
  fpgas(_row, _columns, index) {
    const circuit = circuits.fpgas[index]!;
    const { rate, efficiency, ...given } = circuit;
    const { cycles, bits } = workOf(circuit) ?? {};
    const printed = Number((1000 * rate).toFixed(2));
    const work = { period: 1000 / given.frequency, bits, area: given.area };
    const rates = cycles ? beside(1000 * circuitCost({ cycles, ...work }).rate, printed, 0) : printed;
    return [...Object.values(given), rates, beside(printed / given.area, efficiency)];
  },
  stateSizes({ registers }, _columns, index) {
    const { mode, bits } = circuits.stateSizes[index]!;
    const sum = registers!.split(' + ').reduce((total, register) => total + Number(/\d+$/.exec(register)), 0);
    return [beside(sum, bits, 0)].concat(sum === bits ? [] : [mode]);
  },
  claims: ({ mode, nonces }) => workAtOne(mode as Mode, nonces === 'all the same'),
  sensor(row) {
    const limit = messageLimit({ ...choiceIn(row), ...sensorMessage, target: -32 });
    const bounds = shown(boundsOf(choiceIn(row), sensorMessage, 10 * year));
    return [calls(row.mode as Mode, sensorMessage), ...bounds, limit < 2 ? limit : power(Math.log2(limit))];
  },
  gateway(row) {
    const bounds = boundsOf(choiceIn(row), gatewayMessage, (5 * year) / 60);
    const perSecond = grouped((devices * calls(row.mode as Mode, gatewayMessage)) / 60);
    return [perSecond, ...shown(bounds), ...shown(bounds, devices)];
  },
  store: (row) => [
    calls(row.mode as Mode, file),
    ...shown(boundsOf({ ...choiceIn(row), forgeries: 2 ** 30 }, file, files)),
    uses[row.use!]!.chance,
  ],
};

it('docs/estimates.md has each table once, and a theorem for each mode', () => {
  expect(new Set(bounds.map(({ mode }) => mode))).toEqual(new Set(Object.keys(boundedModes)));
  expect(bounds).toHaveLength(28);
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(tables).sort());
});

it.each(found)('docs/estimates.md has the table as computed: $name', ({ name, columns, rows }) => {
  expect(rows).toHaveLength(circuits[name as keyof typeof circuits]?.length ?? rows.length);
  expect(rows.length).toBeGreaterThan(3);
  for (const [index, row] of rows.entries()) {
    const computed = tables[name]!(row, columns, index).map((cell) => `${cell ?? ''}`);
    const cells = row.cells.slice(-computed.length);
    expect(departures[name] ? cells.map((cell) => cell.replace(/ \(.*\)$/, '')) : cells).toEqual(computed);
  }
  const printed = rows.flatMap(({ cells }) => cells.filter((cell) => cell.includes(' ('))).join(', ');
  expect(departures[name] ?? printed).toBe(printed);
});
