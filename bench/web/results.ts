/** The results of a run so far, as plain data. Everything that the page shows follows from them. */
import { median, megabytesASecond } from '../figures.js';
import type { Figures, Survey, SurveyRow, Turn } from './protocol.js';

export interface ResultRow extends SurveyRow {
  /** Nanoseconds of a message, for each size in each round. */
  readonly times: readonly (readonly number[])[];
  /** MB/s with a worker on each core, for each size. Null until it is measured. */
  readonly cores: readonly (number | null)[];
}

export type Results = { readonly sizes: readonly number[]; readonly rows: readonly ResultRow[] };

/** A round may be this many times as fast as the median. Slow rounds do not count: another program was in their way. */
const disagreement = 1.15;

export const emptyResults = ({ rows }: Survey, sizes: readonly number[]): Results => ({
  sizes,
  rows: rows.map((row) => ({ ...row, times: sizes.map(() => []), cores: sizes.map(() => null) })),
});

/** Returns results in which one row has new values for the sizes of the turn. */
function changed<K extends 'times' | 'cores'>(
  results: Results,
  { sizes }: Turn,
  index: number,
  [name, change]: [name: K, change: (old: ResultRow[K][number], i: number) => ResultRow[K][number]],
): Results {
  const old = results.rows[index]!;
  const values = results.sizes.map((size, place) => {
    const i = sizes.indexOf(size);
    return i < 0 ? old[name][place] : change(old[name][place]!, i);
  });
  return { ...results, rows: results.rows.map((row) => (row === old ? { ...row, [name]: values } : row)) };
}

/** Adds the figures of a turn. No clock gives more than four digits. */
export const withFigures = (results: Results, turn: Turn, { index, nanoseconds }: Figures): Results =>
  changed(results, turn, index, ['times', (all, i) => [...all, Number(nanoseconds[i]!.toPrecision(4))]]);

/** Adds the figures of the workers that ran on all cores at the same time. */
export const withCores = (results: Results, turn: Turn, index: number, ofWorkers: readonly Figures[]): Results => {
  const messages = (i: number) => ofWorkers.reduce((sum, { nanoseconds }) => sum + 1 / nanoseconds[i]!, 0);
  return changed(results, turn, index, ['cores', (_, i) => megabytesASecond(turn.sizes[i]!, 1 / messages(i))]);
};

export type Figure = NonNullable<ReturnType<typeof figureOf>>;

/** The MB/s of the median, the slowest and the fastest round, and whether the rounds disagree. */
export function figureOf({ sizes }: Results, { times }: ResultRow, place: number) {
  const rounds = times[place] ?? [];
  if (rounds.length === 0) return undefined;
  const speed = (nanoseconds: number) => megabytesASecond(sizes[place]!, nanoseconds);
  const [middle, fastest] = [median(rounds), Math.min(...rounds)];
  const isDoubtful = middle > disagreement * fastest;
  return { median: speed(middle), low: speed(Math.max(...rounds)), high: speed(fastest), isDoubtful };
}

export const disagrees = (results: Results, row: ResultRow): boolean =>
  results.sizes.some((_, place) => figureOf(results, row, place)?.isDoubtful);

/** The fastest build: the last that the engine runs. */
export const fastestOf = ({ rows }: Results): string =>
  rows.filter(({ subject }) => subject !== 'peers').at(-1)?.subject ?? '';

export function sizeText(bytes: number): string {
  if (bytes % (1 << 20) === 0) return `${bytes >> 20} MiB`;
  return bytes % 1024 === 0 ? `${bytes >> 10} KiB` : `${bytes} B`;
}

/** The size for a first picture: the first of at least 4 KiB, because the work around a call hardly matters there. */
export const middleOf = (sizes: readonly number[]): number => sizes.find((size) => size >= 4096) ?? sizes.at(-1) ?? 0;

/** The rows of the table, after a row with its heads. All builds of a function stand together. */
export function cellsOf(results: Results): string[][] {
  const rows = results.rows.map((row) => [
    row.workload === 'many' && !/Many$/.test(row.name) ? `${row.name}, many` : row.name,
    disagrees(results, row) ? `${row.by} ±` : row.by,
    ...results.sizes.map((_, place) => String(figureOf(results, row, place)?.median ?? '')),
  ]);
  const names = [...new Set(rows.map(([name]) => name))];
  const sorted = names.flatMap((name) => rows.filter((cells) => cells[0] === name));
  return [['function', 'by', ...results.sizes.map(sizeText)], ...sorted];
}
