/** What a run has found so far, as the table, the chart and the report show it. */
import { median } from '../median.js';
import { megabytesASecond } from '../throughput.js';
import type { Figures, Survey } from './protocol.js';
import type { Setting } from './setting.js';
import type { Subject } from './suite.js';

export interface ResultRow {
  name: string;
  by: string;
  /** MB/s for each size; undefined until it is measured. */
  figures: (number | undefined)[];
}

export class Results {
  readonly sizes: readonly number[];
  /** Functions in the order of the suites, and for each its builds. */
  readonly rows: readonly ResultRow[];
  readonly builds: readonly string[];
  readonly #ofSubject = new Map<Subject, { row: ResultRow; times: number[][] }[]>();

  constructor({ rows }: Survey, { sizes }: Setting) {
    this.sizes = sizes;
    const byFunction = new Map<string, ResultRow[]>();
    for (const { subject, name, by } of rows) {
      const row: ResultRow = { name, by, figures: sizes.map(() => undefined) };
      byFunction.set(name, [...(byFunction.get(name) ?? []), row]);
      const measured = this.#ofSubject.get(subject) ?? [];
      this.#ofSubject.set(subject, [...measured, { row, times: sizes.map(() => []) }]);
    }
    this.rows = [...byFunction.values()].flat();
    this.builds = [...this.#ofSubject.keys()].filter((subject) => subject !== 'peers');
  }

  /** Takes the figures of a round; what is shown are medians over rounds. */
  add(subject: Subject, { index, nanoseconds }: Figures): void {
    const measured = this.#ofSubject.get(subject)?.[index];
    if (!measured) throw new RangeError(`no row ${index} of ${subject}`);
    for (const [i, size] of this.sizes.entries()) {
      const times = measured.times[i] ?? [];
      times.push(nanoseconds[i] ?? Number.NaN);
      measured.row.figures[i] = megabytesASecond(size, median(times));
    }
  }
}

/** As readers know it: 16 B, 4 KiB. */
export function sizeText(bytes: number): string {
  if (bytes % (1 << 20) === 0) return `${bytes >> 20} MiB`;
  return bytes % 1024 === 0 ? `${bytes >> 10} KiB` : `${bytes} B`;
}

/** The heads of the table and its cells, as text: the page and the report show the same. */
export function cellsOf({ rows, sizes }: Results): { heads: string[]; rows: string[][] } {
  return {
    heads: ['function', 'by', ...sizes.map(sizeText)],
    rows: rows.map(({ name, by, figures }) => [name, by, ...figures.map((figure) => figure?.toString() ?? '')]),
  };
}
