/**
 * The tables of docs/estimates.md. The first columns of a row are the question; its other cells are the answers of the functions. A cell
 * has the paper's own figure in brackets if that differs. A cell without brackets agrees with the paper.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boundedModes } from '../../../ts/estimates/family.js';
import * as estimates from '../../../ts/estimates/index.js';

type AcceleratedMode = estimates.AcceleratedMode;
type Advantage = estimates.Advantage;
type BoundedMode = estimates.BoundedMode;
type MessageLengths = estimates.MessageLengths;
const { advantage, calls, circuitCost, circuits, effectiveBlocks, latency, messageLimit } = estimates;

type Row = Record<string, string> & { cells: string[] };

/** Computes the cells of a row that follow the question. */
type Table = (row: Row, columns: string[], index: number) => (string | number)[];

const document = readFileSync(new URL('../../../docs/estimates.md', import.meta.url), 'utf8');
const cellsIn = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
const found = [...document.matchAll(/^<!-- computed: (.+) -->\n\n((?:\|.*\n)+)/gm)].map(([, name = '', text = '']) => {
  const [columns, , ...lines] = text.trimEnd().split('\n').map(cellsIn) as [string[], string[], ...string[][]];
  const rows = lines.map((cells) => {
    const named = Object.fromEntries(columns.map((column, i) => [column, cells[i]]));
    return Object.assign(named, { cells }) as Row;
  });
  return { name, columns, rows };
});

const lengthsOf = ({ a, m }: Row) => ({ associatedData: Number(a), plaintext: Number(m) });
const cyclesOf = (mode: string, lengths: MessageLengths, callCycles: number | string) =>
  latency({ mode: mode as AcceleratedMode, ...lengths, callCycles: Number(callCycles) });
const accelerated = ['Romulus-N', 'Romulus-M'];

const grouped = (value: number) => Math.round(value).toLocaleString('en-US').replaceAll(',', ' ');
const power = (logarithm: number) => `2^${logarithm.toFixed(1)}`;

/** A bound for all keys together. */
function bound(logarithm: number, keys = 1): string {
  if (logarithm === Number.NEGATIVE_INFINITY) return '0';
  return logarithm === 0 ? 'none' : power(logarithm + Math.log2(keys));
}

/** The work in bits at which a bound reaches 1: 2 to this power blocks, forgeries and calls offline. */
function workAtOne(mode: BoundedMode, goal: keyof Advantage, isRepeated: boolean): string {
  const reaches = (power: number) => {
    const work = Math.floor(2 ** power);
    const use = { mode, encryptions: work, forgeries: work, blocks: work, forgedBlocks: work, offlineCalls: work };
    return advantage({ ...use, nonceUses: isRepeated ? work : 1 })[goal] === 0;
  };
  let [below, above] = [2, 140];
  if (!reaches(above)) return '-';
  while (above - below > 0.001) {
    const middle = (below + above) / 2;
    if (reaches(middle)) above = middle;
    else below = middle;
  }
  return above.toFixed(1);
}

const uses: Record<string, { nonceUses?: number; tagBits?: number }> = {
  'every nonce once': {},
  'every nonce once, tags cut to 8 bytes': { tagBits: 64 },
  'a nonce twice': { nonceUses: 2 },
  'always the same nonce': { nonceUses: Number.POSITIVE_INFINITY },
  'random nonces, no two alike': {},
  'random nonces, no three alike': { nonceUses: 2 },
};

/** The mode and the use in a row. An attack on a mode over ICE makes 2^64 calls offline. */
const choiceIn = ({ mode, use = '' }: Row) => ({
  mode: mode as BoundedMode,
  ...uses[use],
  ...(mode?.startsWith('Remus') ? { offlineCalls: 2 ** 64 } : {}),
});

function boundsIn(row: Row, message: MessageLengths, messages: number, forgeries = messages): Advantage {
  const { nonceUses = 1, ...choice } = choiceIn(row);
  const one = effectiveBlocks(choice.mode, message);
  const sums = { blocks: messages * one, forgedBlocks: forgeries * one };
  return advantage({ ...choice, encryptions: messages, forgeries, ...sums, nonceUses: Math.min(nonceUses, messages) });
}

const year = 365.25 * 24 * 60 * 60;
const sensorMessage = { associatedData: 0, plaintext: 64 };
const gatewayMessage = { associatedData: 16, plaintext: 48 };
const devices = 1e6;
const file = { associatedData: 32, plaintext: 2 ** 20 };
const files = 1e9;
/** The chance, at most, that some random nonce of 128 bits occurs twice, and three times. */
const chances: Record<string, string> = {
  'random nonces, no two alike': power(Math.log2((files * (files - 1)) / 2) - 128),
  'random nonces, no three alike': power(Math.log2((files * (files - 1) * (files - 2)) / 6) - 256),
  'always the same nonce': '0',
};

/** The figures that the papers print where the functions say something else, of the tables whose printed figures are no rows of data. */
const departures: Record<string, string> = {
  latencies: '',
  ratios: '0.80 (0.79), 1.54 (1.57), 1.73 (1.72), 0.98 (0.99), 0.99 (0.98)',
  rates: '4.44 (2.43), 5.05 (4.06), 3.62 (2.87), 0.90 (2.43), 189 (163), 138 (127), 7.90 (6.81), 5.76 (5.31)',
  ciphers: '1.38 (1.37), 1.04 (1.03), 13.41 (13.4)',
};
const printedIn = (cells: string[]) => cells.filter((cell) => cell.includes(' ('));

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
  const { construction, isMisuseResistant } = boundedModes[mode as BoundedMode];
  const [rounds, blocks] = construction === 'tweak' ? [56, 4 / 3] : [40, isMisuseResistant ? 3 / 4 : 1];
  const cycles = form === 'low area' ? undefined : rounds / (form === 'four rounds' ? 4 : 1) + 4;
  return { bits: 128 * blocks, textCalls: isMisuseResistant ? 2 : 1, cycles };
}

const tables: Record<string, Table> = {
  'calls of a message': ({ mode }, columns) =>
    columns.slice(1).map((lengths) => {
      const [associatedData, plaintext = 0] = lengths.split(', ').map(Number);
      return calls(mode as BoundedMode, { associatedData, plaintext });
    }),
  latencies: (row, columns) => columns.slice(3).map((cycles) => cyclesOf(row.mode as string, lengthsOf(row), cycles)),
  ratios: (row, columns) =>
    columns.slice(2).map((cycles) => {
      const [n, m] = accelerated.map((mode) => cyclesOf(mode, lengthsOf(row), cycles)) as [number, number];
      return (m / n).toFixed(2);
    }),
  'longer messages': (row, columns) =>
    columns.slice(1).map((cycles) => {
      const [n, m] = accelerated.map((mode) => cyclesOf(mode, { associatedData: 0, plaintext: Number(row.m) }, cycles));
      return (m! / n!).toFixed(3);
    }),
  rates: (_row, _columns, index) =>
    [0, 1].flatMap((clock) => {
      const { callCycles, period } = circuits.accelerators[2 * index + clock]!;
      const cycles = accelerated.map((mode) => cyclesOf(mode, longMessage, callCycles));
      // The paper truncates the rates in Mbit/s, and rounds those in Gbit/s.
      return cycles.map((count) =>
        clock === 0 ? Math.floor((8 * 2304 * 24) / count) : ((8 * 2304) / (count * period)).toFixed(2),
      );
    }),
  ciphers: (_row, _columns, index) => {
    const { cipher, sBox, roundsPerCycle, callCycles: cycles, area, path } = circuits.ciphers[index]!;
    const [best, slow] = [path, 1000 / 24].map((period) => circuitCost({ cycles, period, area }));
    const times = [best!.latency.toFixed(2), best!.safeLatency.toFixed(2)];
    const efficiencies = [best!.efficiency.toFixed(2), slow!.efficiency.toFixed(3)];
    return [cipher, sBox ?? '', roundsPerCycle, cycles, area, path.toFixed(2), ...times, ...efficiencies];
  },
  accelerators: (_row, _columns, index) => {
    const circuit = circuits.accelerators[index]!;
    const { cipher, roundsPerCycle, callCycles, clock, area, path, period, power } = circuit;
    const costs = accelerated.map((mode) =>
      circuitCost({ cycles: cyclesOf(mode, longMessage, callCycles), period, bits: 8 * 2304, area, power }),
    );
    const energies = [circuit.energyOfN, circuit.energyOfM].map((printed, i) =>
      beside(costs[i]!.energyPerBit, printed),
    );
    const products = costs.map(({ energyArea }) => energyArea.toFixed(1));
    const given = [cipher, roundsPerCycle, clock, area, path ?? '', period.toFixed(1), power];
    return [...given, ...energies, ...products];
  },
  asics: (_row, _columns, index) => {
    const circuit = circuits.asics[index]!;
    const { mode, form = '', callCycles, area, path, rate, power, energy, efficiency } = circuit;
    const { bits, textCalls, cycles = callCycles } = workOf(circuit) ?? {};
    const cost = circuitCost({ cycles: callCycles ?? 1, period: path, bits, area });
    // 10 MHz are 100 nanoseconds.
    const ofText = circuitCost({ cycles: (textCalls ?? 1) * (callCycles ?? 1), period: 100, area, power });
    return [
      ...[mode, form, callCycles === undefined ? '' : beside(cycles!, callCycles, 0), area, path, power ?? ''],
      ...[bits === undefined ? rate : beside(cost.rate, rate), energy ? beside(ofText.energy, energy, 0) : ''],
      beside((1000 * rate) / area, efficiency),
    ];
  },
  fpgas: (_row, _columns, index) => {
    const circuit = circuits.fpgas[index]!;
    const { mode, form = '', area, lookupTables, registers, frequency, rate, efficiency } = circuit;
    const { cycles, bits } = workOf(circuit) ?? {};
    const printed = Number((1000 * rate).toFixed(2));
    const computed = cycles && 1000 * circuitCost({ cycles, period: 1000 / frequency, bits, area }).rate;
    const rates = computed ? beside(computed, printed, 0) : printed;
    return [mode, form, area, lookupTables, registers, frequency, rates, beside(printed / area, efficiency)];
  },
  stateSizes: ({ registers }, _columns, index) => {
    const { mode, bits } = circuits.stateSizes[index]!;
    const sum = registers!.split(' + ').reduce((total, register) => total + Number(/\d+$/.exec(register)), 0);
    return [beside(sum, bits, 0)].concat(sum === bits ? [] : [mode]);
  },
  claims: ({ mode, nonces }) =>
    (['privacy', 'authenticity'] as const).map((goal) =>
      workAtOne(mode as BoundedMode, goal, nonces === 'all the same'),
    ),
  sensor: (row) => {
    const choice = choiceIn(row);
    const { privacy, authenticity } = boundsIn(row, sensorMessage, 10 * year);
    const limit = messageLimit({ ...choice, ...sensorMessage, target: -32 });
    const shown = limit < 2 ? limit : power(Math.log2(limit));
    return [calls(choice.mode, sensorMessage), bound(privacy), bound(authenticity), shown];
  },
  'time of a sensor': (row) => {
    const cycles = cyclesOf(row.mode as string, sensorMessage, 40 / Number(row['rounds a cycle']));
    return [cycles, (cycles / 24).toFixed(1), `1/${grouped(24e6 / cycles)}`];
  },
  gateway: (row) => {
    const { privacy, authenticity } = boundsIn(row, gatewayMessage, (5 * year) / 60);
    const perSecond = grouped((devices * calls(row.mode as BoundedMode, gatewayMessage)) / 60);
    const ofAll = [privacy, authenticity].map((logarithm) => bound(logarithm, devices));
    return [perSecond, bound(privacy), bound(authenticity), ...ofAll];
  },
  store: (row) => {
    const { privacy, authenticity } = boundsIn(row, file, files, 2 ** 30);
    return [
      calls(row.mode as BoundedMode, file),
      bound(privacy),
      bound(authenticity),
      chances[row.use as string] as string,
    ];
  },
};

describe('docs/estimates.md', () => {
  it('has each table once', () => {
    expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(tables).sort());
  });

  it.each(found)('has the table as computed: $name', ({ name, columns, rows }) => {
    expect(rows).toHaveLength(circuits[name as keyof typeof circuits]?.length ?? rows.length);
    expect(rows.length).toBeGreaterThan(3);
    const isPinned = Object.hasOwn(departures, name);
    for (const [index, row] of rows.entries()) {
      const computed = tables[name]!(row, columns, index).map(String);
      const shown = row.cells.slice(-computed.length);
      expect(isPinned ? shown.map((cell) => cell.replace(/ \(.*\)$/, '')) : shown).toEqual(computed);
    }
  });

  it.each(Object.entries(departures))('shows where the paper prints something else: %s', (name, cells) =>
    expect(printedIn(found.find((table) => table.name === name)!.rows.flatMap((row) => row.cells)).join(', ')).toBe(
      cells,
    ),
  );
});
