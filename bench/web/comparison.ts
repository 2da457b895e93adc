/** Comparisons: the rows that a reader chose, their bars and lines, and the sentence above them. */
import { madeOf } from '../peers.js';
import { type Figure, fastestOf, figureOf, type ResultRow, type Results, sizeText } from './results.js';

export const comparisons = {
  encryption: 'encryption',
  hashing: 'hashing',
  suites: 'other suites',
  builds: 'builds of Romulus',
} as const;
export const loads = { one: 'one at a time', many: 'many at once', cores: 'many, on all cores' } as const;

export interface Choice {
  readonly comparison: keyof typeof comparisons;
  readonly load: keyof typeof loads;
  /** Bytes of a message. */
  readonly size: number;
}

const isHash = (name: string) => /^(Romulus-H|hashMany|SHA|BLAKE)/.test(name);
const isOfSuite = ({ by }: ResultRow) => by.startsWith('romulus-wasm/');
const shortName = (name: string) => (name === 'hashMany' ? 'Romulus-H' : name.replace(/ encrypt(Many)?$/, ''));

export function rowsOf(results: Results, { comparison, load }: Choice): ResultRow[] {
  const fastest = fastestOf(results);
  const workload = load === 'one' ? 'one' : 'many';
  return results.rows.filter((row) => {
    if (row.workload !== workload || / decrypt/.test(row.name)) return false;
    const isBuild = row.subject !== 'peers';
    if (comparison === 'builds') return isBuild;
    if (isBuild && row.by !== fastest) return false;
    if (comparison === 'suites') return isBuild ? !isHash(row.name) : isOfSuite(row);
    return !isOfSuite(row) && isHash(row.name) === (comparison === 'hashing');
  });
}

function chosenFigure(results: Results, row: ResultRow, { load, size }: Choice): Figure | undefined {
  const place = results.sizes.indexOf(size);
  if (load !== 'cores') return figureOf(results, row, place);
  const once = row.cores[place];
  return once ? { median: once, low: once, high: once, isDoubtful: false } : undefined;
}

const labelOf = (results: Results, { name, by }: ResultRow, { comparison }: Choice): string =>
  by === fastestOf(results) && comparison !== 'builds' ? shortName(name) : `${shortName(name)}, ${by}`;

const digits = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 });

/** The measured rows of the choice, from the fastest to the slowest. */
const figuresOf = (results: Results, choice: Choice): (ResultRow & { readonly figure: Figure })[] =>
  rowsOf(results, choice)
    .flatMap((row) => {
      const figure = chosenFigure(results, row, choice);
      return figure ? [{ ...row, figure }] : [];
    })
    .sort((a, b) => b.figure.median - a.figure.median);

export type Bar = ReturnType<typeof barsOf>[number];

/** Returns the bars: their lengths, and the slowest and the fastest round, as shares of the picture's width. */
export function barsOf(results: Results, choice: Choice) {
  const found = figuresOf(results, choice);
  const fastest = Math.max(...found.map(({ figure }) => figure.high));
  return found.map(({ figure: { median, low, high, isDoubtful }, ...row }) => ({
    label: labelOf(results, row, choice),
    isOurs: row.by === fastestOf(results),
    share: median / fastest,
    from: low / fastest,
    to: high / fastest,
    value: `${digits(median)} MB/s${isDoubtful ? ' ±' : ''}`,
  }));
}

export const titleOf = ({ comparison, load, size }: Choice): string =>
  `Speed of ${comparisons[comparison]}: messages of ${sizeText(size)}, ${loads[load]}`;

function ratio(ours: number, other: number): string {
  const [times, slower] = [ours / other, other / ours];
  if (Math.max(times, slower) < 1.05) return 'about as fast as';
  const number = Number(Math.max(times, slower).toPrecision(2));
  return times > 1 ? `${number} times as fast as` : `${number} times slower than`;
}

/** Compares Romulus-N with the fastest package of each kind. Undefined before there are figures of all. */
export function sentenceOf(results: Results, size: number): string | undefined {
  const found = figuresOf(results, { comparison: 'encryption', load: 'one', size });
  const speed = found.find(({ subject, name }) => subject !== 'peers' && name === 'Romulus-N encrypt')?.figure.median;
  const fastest = (kind: string) => found.find(({ subject, by }) => subject === 'peers' && (madeOf[by] ?? by) === kind);
  const [script, wasm, web] = [fastest('JavaScript'), fastest('WebAssembly'), fastest('WebCrypto')];
  if (!speed || !script || !wasm || !web) return undefined;
  const against = ({ figure, name, by }: typeof web, kind: string) =>
    `${ratio(speed, figure.median)} ${kind} (${by === kind ? name : `${name} of ${by}`})`;
  return `At ${sizeText(size)} Romulus-N does ${digits(speed)} MB/s: ${against(script, 'the fastest JavaScript measured')}, ${against(wasm, 'the fastest WebAssembly')}, and ${against(web, 'WebCrypto')}.`;
}
