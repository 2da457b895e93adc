/**
 * The tables of docs/estimates.md. The first columns of a row are the question; its other cells are the answers of the functions. A cell
 * has the paper's own figure in brackets if that differs. A cell without brackets agrees with the paper.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { boundedModes } from '../../../ts/estimates/family.js';
import * as estimates from '../../../ts/estimates/index.js';

const { advantage, calls, circuitCost, circuits, effectiveBlocks, latency, messageLimit } = estimates;

type Mode = estimates.AcceleratedMode;
type Cell = string | number | undefined;
type Row = Record<string, string> & { cells: string[] };

const document = readFileSync(new URL('../../../docs/estimates.md', import.meta.url), 'utf8');
const cellsIn = (line: string) => line.split(/ *\| */).slice(1, -1);
const found = [...document.matchAll(/^<!-- computed: (.+) -->\n\n((?:\|.*\n)+)/gm)].map(([, name = '', text = '']) => {
  const [columns, , ...lines] = text.trimEnd().split('\n').map(cellsIn) as [string[], string[], ...string[][]];
  const named = (cells: string[]) => Object.fromEntries(columns.map((column, i) => [column, cells[i]]));
  return { name, columns, rows: lines.map((cells) => Object.assign(named(cells), { cells }) as Row) };
});

/** The modes of the accelerator, and their latencies of a message. */
const accelerated = ['Romulus-N', 'Romulus-M'] as const;
const cyclesOf = (mode: Mode, lengths: estimates.MessageLengths, callCycles: number | string) =>
  latency({ mode, ...lengths, callCycles: Number(callCycles) });
const cyclesOfBoth = (lengths: estimates.MessageLengths, callCycles: number | string) =>
  accelerated.map((mode) => cyclesOf(mode, lengths, callCycles)) as [number, number];
const lengthsOf = ({ a = '0', m }: Row) => ({ associatedData: Number(a), plaintext: Number(m) });
const ratioOf = (row: Row, cycles: string, digits: number) => {
  const [n, m] = cyclesOfBoth(lengthsOf(row), cycles);
  return (m / n).toFixed(digits);
};

const grouped = (value: number) => Math.round(value).toLocaleString('en-US').replaceAll(',', ' ');
const power = (logarithm: number) => `2^${logarithm.toFixed(1)}`;

/** Shows bounds for all keys together. */
const shown = ({ privacy, authenticity }: estimates.Advantage, keys = 1): string[] =>
  [privacy, authenticity].map((logarithm) => {
    if (logarithm === Number.NEGATIVE_INFINITY) return '0';
    return logarithm === 0 ? 'none' : power(logarithm + Math.log2(keys));
  });

const tenths = Array.from({ length: 1400 }, (_, i) => i / 10);
/** The work in bits, to a tenth, at which each bound reaches 1: 2 to this power blocks, forgeries and calls offline. */
const workAtOne = (mode: Mode, isRepeated: boolean): string[] =>
  (['privacy', 'authenticity'] as const).map((goal) => {
    const isBroken = (power: number) => {
      const work = Math.floor(2 ** power);
      const use = { mode, encryptions: work, forgeries: work, blocks: work, forgedBlocks: work, offlineCalls: work };
      return advantage({ ...use, nonceUses: isRepeated ? work : 1 })[goal] === 0;
    };
    return (
      tenths
        .slice(20)
        .find((tenth) => isBroken(tenth + 0.05))
        ?.toFixed(1) ?? '-'
    );
  });

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
  mode: mode as Mode,
  ...uses[use],
  ...(mode?.startsWith('Remus') ? { offlineCalls: 2 ** 64 } : {}),
});

function boundsIn(row: Row, message: estimates.MessageLengths, encryptions: number, forgeries = encryptions) {
  const { nonceUses = 1, ...choice } = choiceIn(row);
  const one = effectiveBlocks(choice.mode, message);
  const sums = { blocks: encryptions * one, forgedBlocks: forgeries * one };
  return advantage({ ...choice, encryptions, forgeries, ...sums, nonceUses: Math.min(nonceUses, encryptions) });
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
const tables: Record<string, (row: Row, columns: string[], index: number) => Cell[]> = {
  'calls of a message': ({ mode }, columns) =>
    columns.slice(1).map((lengths) => {
      const [associatedData, plaintext = 0] = lengths.split(', ').map(Number);
      return calls(mode as Mode, { associatedData, plaintext });
    }),
  latencies: (row, columns) => columns.slice(3).map((cycles) => cyclesOf(row.mode as Mode, lengthsOf(row), cycles)),
  ratios: (row, columns) => columns.slice(2).map((cycles) => ratioOf(row, cycles, 2)),
  'longer messages': (row, columns) => columns.slice(1).map((cycles) => ratioOf(row, cycles, 3)),
  rates(_row, _columns, index) {
    const [slow, fast] = circuits.accelerators.slice(2 * index, 2 * index + 2);
    const cycles = cyclesOfBoth(longMessage, slow!.callCycles);
    // The paper truncates the rates in Mbit/s, and rounds those in Gbit/s.
    const inMegabits = cycles.map((count) => Math.floor((8 * 2304 * 24) / count));
    return [...inMegabits, ...cycles.map((count) => ((8 * 2304) / (count * fast!.period)).toFixed(2))];
  },
  ciphers(_row, _columns, index) {
    const { callCycles: cycles, path, ...circuit } = circuits.ciphers[index]!;
    const [best, slow] = [path, 1000 / 24].map((period) => circuitCost({ cycles, period, area: circuit.area }));
    const times = [path, best!.latency, best!.safeLatency, best!.efficiency].map((figure) => figure.toFixed(2));
    const given = [circuit.cipher, circuit.sBox, circuit.roundsPerCycle, cycles, circuit.area];
    return [...given, ...times, slow!.efficiency.toFixed(3)];
  },
  accelerators(_row, _columns, index) {
    const circuit = circuits.accelerators[index]!;
    const { cipher, roundsPerCycle, callCycles, clock, area, path, period, power, energyOfN, energyOfM } = circuit;
    const costs = cyclesOfBoth(longMessage, callCycles).map((cycles) =>
      circuitCost({ cycles, period, bits: 8 * 2304, area, power }),
    );
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
    return [
      ...[mode, form, callCycles && beside(cycles!, callCycles, 0), area, path, power],
      ...[bits === undefined ? rate : beside(cost.rate, rate), energy && beside(ofText.energy, energy, 0)],
      beside((1000 * rate) / area, efficiency),
    ];
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
    const bounds = shown(boundsIn(row, sensorMessage, 10 * year));
    return [calls(row.mode as Mode, sensorMessage), ...bounds, limit < 2 ? limit : power(Math.log2(limit))];
  },
  'time of a sensor'(row) {
    const cycles = cyclesOf(row.mode as Mode, sensorMessage, 40 / Number(row['rounds a cycle']));
    return [cycles, (cycles / 24).toFixed(1), `1/${grouped(24e6 / cycles)}`];
  },
  gateway(row) {
    const bounds = boundsIn(row, gatewayMessage, (5 * year) / 60);
    const perSecond = grouped((devices * calls(row.mode as Mode, gatewayMessage)) / 60);
    return [perSecond, ...shown(bounds), ...shown(bounds, devices)];
  },
  store: (row) => [calls(row.mode as Mode, file), ...shown(boundsIn(row, file, files, 2 ** 30)), chances[row.use!]],
};

it('docs/estimates.md has each table once', () => {
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(tables).sort());
});

it.each(found)('docs/estimates.md has the table as computed: $name', ({ name, columns, rows }) => {
  expect(rows).toHaveLength(circuits[name as keyof typeof circuits]?.length ?? rows.length);
  expect(rows.length).toBeGreaterThan(3);
  const departs = departures[name];
  for (const [index, row] of rows.entries()) {
    const computed = tables[name]!(row, columns, index).map((cell) => `${cell ?? ''}`);
    const cells = row.cells.slice(-computed.length);
    expect(departs === undefined ? cells : cells.map((cell) => cell.replace(/ \(.*\)$/, ''))).toEqual(computed);
  }
  const printed = rows.flatMap(({ cells }) => cells.filter((cell) => cell.includes(' (')));
  if (departs !== undefined) expect(printed.join(', ')).toBe(departs);
});
