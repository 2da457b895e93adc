/** What a run has found so far, as the bars, the table, the chart and the report show it. */
import { median } from '../median.js';
import { megabytesASecond } from '../throughput.js';
import type { Figures, Survey, SurveyRow, Turn } from './protocol.js';
import type { Setting } from './setting.js';
import type { Workload } from './suite.js';

/** MB/s: the median of the rounds, and the slowest and the fastest of them. */
export interface Figure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export interface ResultRow extends SurveyRow {
  /** Its number among those of its subject. */
  index: number;
  /** MB/s for each size; undefined until it is measured. */
  figures: (number | undefined)[];
  /** The nanoseconds of a message, for each size in each round. */
  times: number[][];
  /** MB/s with a worker on each core, at one size. */
  allCores?: number;
}

/** No clock tells more, and what is kept and passed on is shorter. */
const rounded = (nanoseconds: number): number => Number(nanoseconds.toPrecision(4));

/** How many times as fast as the slowest the fastest of the middle rounds may be, before they are said to disagree. */
const disagreement = 1.15;

export class Results {
  readonly sizes: readonly number[];
  /** Functions in the order of the suites, and for each its builds. */
  readonly rows: readonly ResultRow[];
  readonly builds: readonly string[];

  constructor(sizes: Setting['sizes'], rows: readonly ResultRow[]) {
    this.sizes = sizes;
    const byFunction = new Map<string, ResultRow[]>();
    for (const row of rows) byFunction.set(labelOf(row), [...(byFunction.get(labelOf(row)) ?? []), row]);
    this.rows = [...byFunction.values()].flat();
    this.builds = [...new Set(rows.map(({ subject }) => subject))].filter((subject) => subject !== 'peers');
  }

  static empty({ rows }: Survey, { sizes }: Setting): Results {
    const counts = new Map<string, number>();
    const empty = rows.map((row) => {
      const index = counts.get(row.subject) ?? 0;
      counts.set(row.subject, index + 1);
      return { ...row, index, figures: sizes.map(() => undefined), times: sizes.map(() => []) };
    });
    return new Results(sizes, empty);
  }

  /** The build that is the fastest: the last that the engine runs. */
  get fastest(): string {
    return this.builds.at(-1) ?? '';
  }

  /** Takes the figures of a turn; what is shown are medians over turns. */
  add({ subject, sizes }: Turn, { index, nanoseconds }: Figures): void {
    const row = this.#rowOf(subject, index);
    for (const [i, size] of sizes.entries()) {
      const place = this.sizes.indexOf(size);
      const times = row.times[place] as number[];
      times.push(rounded(nanoseconds[i] ?? Number.NaN));
      row.figures[place] = megabytesASecond(size, median(times));
    }
  }

  /** Takes what workers on all cores did at the same time, each in so many nanoseconds. */
  addAllCores({ subject, sizes: [size = 0] }: Turn, index: number, nanoseconds: readonly number[]): void {
    const messages = nanoseconds.reduce((sum, ofOne) => sum + 1 / ofOne, 0);
    this.#rowOf(subject, index).allCores = megabytesASecond(size, 1 / messages);
  }

  /** With the slowest and the fastest round. */
  figureOf({ figures, times }: ResultRow, place: number): Figure | undefined {
    const middle = figures[place];
    const size = this.sizes[place] as number;
    const ofRounds = times[place] as number[];
    if (middle === undefined) return undefined;
    const [low, high] = [Math.max(...ofRounds), Math.min(...ofRounds)].map((time) => megabytesASecond(size, time));
    return { median: middle, low: low ?? middle, high: high ?? middle };
  }

  /** Whether the rounds of a row say different things about some size. */
  disagrees(row: ResultRow): boolean {
    return this.sizes.some((_, place) => this.disagreesAt(row, place));
  }

  /** The slowest are left out, as another program may have been in their way. */
  disagreesAt({ times }: ResultRow, place: number): boolean {
    const sorted = [...(times[place] as number[])].sort((a, b) => a - b);
    const middle = sorted.slice(0, Math.max(2, Math.ceil(0.6 * sorted.length)));
    return sorted.length > 1 && (middle.at(-1) as number) > disagreement * (middle[0] as number);
  }

  #rowOf(subject: string, index: number): ResultRow {
    const row = this.rows.find((row) => row.subject === subject && row.index === index);
    if (!row) throw new RangeError(`no row ${index} of ${subject}`);
    return row;
  }
}

/** As readers know it: 16 B, 4 KiB. */
export function sizeText(bytes: number): string {
  if (bytes % (1 << 20) === 0) return `${bytes >> 20} MiB`;
  return bytes % 1024 === 0 ? `${bytes >> 10} KiB` : `${bytes} B`;
}

/** The place of the size that says the most: where the work of a call no longer matters. */
export function middleOf(sizes: readonly number[]): number {
  const middle = sizes.findIndex((size) => size >= 4096);
  return middle >= 0 ? middle : sizes.length - 1;
}

/** What a row is called where its function has not said already that it takes many messages. */
export const labelOf = ({ name, workload }: { name: string; workload: Workload }): string =>
  workload === 'many' && !/Many$/.test(name) ? `${name}, many` : name;

/** The heads of the table and its cells, as text: the page and the report show the same. */
export function cellsOf(results: Results): { heads: string[]; rows: string[][] } {
  return {
    heads: ['function', 'by', ...results.sizes.map(sizeText)],
    rows: results.rows.map((row) => [
      labelOf(row),
      results.disagrees(row) ? `${row.by} ±` : row.by,
      ...row.figures.map((figure) => figure?.toString() ?? ''),
    ]),
  };
}
