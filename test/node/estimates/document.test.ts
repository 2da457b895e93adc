/**
 * The tables of docs/estimates.md. The first columns of a row are the question; its other cells are the answers of the
 * functions. A cell has the paper's own figure in brackets if that differs. A cell without brackets agrees with the
 * paper.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AcceleratedMode, Advantage, BoundedMode, MessageLengths } from '../../../ts/estimates/index.js';
import { advantage, calls, effectiveBlocks, latency, messageLimit } from '../../../ts/estimates/index.js';

type Row = Record<string, string> & { cells: string[] };

/** Computes the cells of a row that follow the question. */
type Table = (row: Row, columns: string[]) => (string | number)[];

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

/** The clock period of an accelerator, in nanoseconds, by the rounds that it computes in a cycle. */
const periods: Record<string, number> = { 1: 1.5, 2: 1.5, 4: 2, 5: 2.5, 10: 5.2, 40: 20 };

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
  rates: (row) => {
    const message = { associatedData: 1152, plaintext: 1152 };
    const period = row.cipher?.startsWith('Deoxys') ? 1 : (periods[row['rounds a cycle'] as string] as number);
    const cycles = accelerated.map((mode) => cyclesOf(mode, message, row['cycles a call'] as string));
    // The paper truncates the rates in Mbit/s, and rounds those in Gbit/s.
    const slow = cycles.map((count) => Math.floor((8 * 2304 * 24) / count));
    return [...slow, ...cycles.map((count) => ((8 * 2304) / (count * period)).toFixed(2))];
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
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      const computed = tables[name]!(row, columns).map(String);
      const shown = row.cells.slice(-computed.length).map((cell) => cell.replace(/ \(.*\)$/, ''));
      expect(shown, row.cells.join(' | ')).toEqual(computed);
    }
  });

  const departing = (name: string) =>
    found.find((table) => table.name === name)!.rows.flatMap(({ cells }) => cells.filter((cell) => cell.includes('(')));

  it.each([
    ['latencies', ''],
    ['ratios', '0.80 (0.79), 1.54 (1.57), 1.73 (1.72), 0.98 (0.99), 0.99 (0.98)'],
    ['rates', '4.44 (2.43), 5.05 (4.06), 3.62 (2.87), 0.90 (2.43), 189 (163), 138 (127), 7.90 (6.81), 5.76 (5.31)'],
  ])('shows where the paper prints something else: %s', (name, cells) =>
    expect(departing(name).join(', ')).toBe(cells),
  );
});

describe('the latency', () => {
  const ofText = (plaintext: number, callCycles: number) => latency({ mode: 'Romulus-N', plaintext, callCycles });

  it('is the same over Deoxys-BC where calls take equally many cycles, and on its own bus', () => {
    for (const row of found.find(({ name }) => name === 'latencies')!.rows) {
      const [mode, lengths] = [row.mode as AcceleratedMode, lengthsOf(row)];
      expect(cyclesOf(`${mode}-Deoxys`, lengths, 40)).toBe(Number(row[40]));
      expect(latency({ mode, ...lengths, callCycles: 40, busWidth: 32 })).toBe(Number(row[40]));
    }
  });

  it('counts four words for a block, also for a short one', () => {
    expect(ofText(16, 40) - ofText(0, 40)).toBe(4);
    expect(ofText(1, 40)).toBe(ofText(16, 40));
    expect(ofText(17, 40) - ofText(16, 40)).toBe(44);
  });

  it('departs from that at 1152 bytes alone, by the four words of a block', () => {
    expect(ofText(1152, 1)).toBe(ofText(1151, 1) - 4);
    expect(ofText(1168, 1)).toBe(ofText(1152, 1) + 5 + 4);
  });
});
