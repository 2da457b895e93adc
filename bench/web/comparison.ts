/** The first picture: at one size, from the fastest to the slowest, functions of this package beside others; and the sentence above it. */
import { type Figure, middleOf, type ResultRow, type Results, sizeText } from './results.js';

export type Comparison = 'encryption' | 'hashing' | 'suites';
export type Load = 'one' | 'many' | 'cores';
export const units = ['MB/s', 'messages/s', 'µs'] as const;
export type Unit = (typeof units)[number];

export interface Choice {
  readonly comparison: Comparison;
  readonly load: Load;
  /** Index of a size. */
  readonly place: number;
  readonly unit: Unit;
}

export interface Bar {
  readonly label: string;
  readonly isOurs: boolean;
  /** Of the longest bar, from 0 to 1; of time the shortest is the best. */
  readonly share: number;
  /** Where the slowest and the fastest round end. */
  readonly from: number;
  readonly to: number;
  readonly value: string;
  /** The rounds say different things. */
  readonly isDoubtful: boolean;
}

const isHash = (name: string) => /^(Romulus-H|hashMany|SHA|BLAKE)/.test(name);
const isOfSuite = ({ by }: ResultRow) => by.startsWith('romulus-wasm/');
const shortName = (name: string) => (name === 'hashMany' ? 'Romulus-H' : name.replace(/ encrypt(Many)?$/, ''));

function rowsFor(results: Results, { comparison, load }: Choice): ResultRow[] {
  const workload = load === 'one' ? 'one' : 'many';
  return results.rows.filter((row) => {
    const isOurs = row.by === results.fastest;
    if (row.workload !== workload || / decrypt/.test(row.name) || (!isOurs && row.subject !== 'peers')) return false;
    if (comparison === 'suites') return (isOurs && !isHash(row.name)) || isOfSuite(row);
    return !isOfSuite(row) && isHash(row.name) === (comparison === 'hashing');
  });
}

function figureOf(results: Results, row: ResultRow, { load, place }: Choice): Figure | undefined {
  if (load !== 'cores') return results.figureOf(row, place);
  const { allCores } = row;
  return allCores === undefined || place !== middleOf(results.sizes)
    ? undefined
    : { median: allCores, low: allCores, high: allCores };
}

const digits = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 });

function valueText(megabytes: number, size: number, unit: Unit): string {
  const messages = (megabytes * 1e6) / size;
  if (unit === 'messages/s') return digits(messages);
  return unit === 'µs' ? digits(1e6 / messages) : digits(megabytes);
}

export function barsOf(results: Results, choice: Choice): Bar[] {
  const size = results.sizes[choice.place] ?? 1;
  const found = rowsFor(results, choice).flatMap((row) => {
    const figure = figureOf(results, row, choice);
    return figure ? [{ row, figure }] : [];
  });
  found.sort((a, b) => b.figure.median - a.figure.median);
  const fastest = Math.max(...found.map(({ figure }) => figure.high));
  const slowest = Math.min(...found.map(({ figure }) => figure.low));
  // Of times the bar is the longer the slower, as whoever reads "µs" expects.
  const share = (megabytes: number) => (choice.unit === 'µs' ? slowest / megabytes : megabytes / fastest);
  return found.map(({ row, figure }) => ({
    label: row.by === results.fastest ? shortName(row.name) : `${shortName(row.name)}, ${row.by}`,
    isOurs: row.by === results.fastest,
    share: share(figure.median),
    from: Math.min(share(figure.low), share(figure.high)),
    to: Math.max(share(figure.low), share(figure.high)),
    value: `${valueText(figure.median, size, choice.unit)} ${choice.unit}`,
    isDoubtful: results.disagreesAt(row, choice.place),
  }));
}

/** What the picture says, once there are figures for it. */
export function sentenceOf(results: Results, place: number): string | undefined {
  const speed = (isWanted: (row: ResultRow) => boolean) =>
    results.rows.find((row) => row.workload === 'one' && isWanted(row))?.figures[place];
  const ours = speed(({ name, by }) => name === 'Romulus-N encrypt' && by === results.fastest);
  const gcmBy = (wanted: string) => speed(({ name, by }) => name === 'AES-128-GCM' && by === wanted);
  const [noble, web] = [gcmBy('@noble/ciphers'), gcmBy('WebCrypto')];
  if (ours === undefined || noble === undefined || web === undefined) return undefined;
  const times = (other: number) => Number((ours / other).toPrecision(2));
  return `At ${sizeText(results.sizes[place] ?? 0)} Romulus-N does ${digits(ours)} MB/s: ${times(noble)} times AES-GCM of @noble/ciphers, ${times(web)} times WebCrypto.`;
}
