/** Stores results in the browser, in a link, and in files. */
import { median } from '../median.js';
import { fastestOf, type ResultRow, type Results } from './results.js';

/** A run as stored or shared. */
export interface Kept {
  readonly results: Results;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly warnings: readonly string[];
}

const place = 'romulus performance';

/** Throws for data that this page has not written. */
export function checked(kept: Kept): Kept {
  const isText = (...values: unknown[]) => values.every((value) => typeof value === 'string');
  const isNumber = (...values: unknown[]) => values.every((value) => typeof value === 'number' && value > 0);
  const { results, facts, warnings } = kept;
  const areRows = results.rows.every(
    ({ subject, name, by, workload, times, cores }) =>
      isText(subject, name, by, workload) &&
      [times, cores].every(({ length }) => length === results.sizes.length) &&
      isNumber(...times.flat(), ...cores.filter((figure) => figure !== null)),
  );
  if (!areRows || !isNumber(...results.sizes) || !isText(...facts.flat(), ...warnings))
    throw new TypeError('not results');
  return kept;
}

export function remember(kept: Kept): void {
  try {
    localStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // The person does not allow this site to store anything.
  }
}

export function remembered(): Kept | undefined {
  try {
    return checked(JSON.parse(localStorage.getItem(place) ?? ''));
  } catch {
    return undefined;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, transform: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/**
 * A link has at most this many sizes, and each fact at most this many letters, so that the link fits into most
 * messages.
 */
const linkSizes = [16, 256, 4096, 65_536];
const linkFacts = ['date', 'package', 'browser', 'system', 'CPU threads', 'setting'];
const factLength = 40;
/** The logarithms of figures, in steps of 0.65, 2 and 4 %: two letters for a time or a speed, and one for a ratio. */
const [fine, ofFastest, ofSlowest] = [0.0065, 0.02, 0.04];
const least = 0.05;

const pair = (value: number | null | undefined): string => {
  const step = value ? Math.min(4095, Math.max(1, Math.round(Math.log(value / least) / fine))) : 0;
  return `${letters[step >> 6]}${letters[step & 63]}`;
};
const single = (ratio: number, step: number): string => letters[Math.min(63, Math.round(Math.log(ratio) / step))]!;

function lettersOf({ times, cores }: ResultRow): string {
  const ofTimes = times.map((rounds) => {
    if (rounds.length === 0) return 'AAAA';
    const middle = median(rounds);
    const [fastest, slowest] = [Math.min(...rounds), Math.max(...rounds)];
    return pair(middle) + single(middle / fastest, ofFastest) + single(slowest / middle, ofSlowest);
  });
  return [...ofTimes, ...cores.map(pair)].join('');
}

/** Encodes the pictures of the fastest build beside other packages into an address fragment. Browsers send no fragment to servers. */
export async function fragmentOf({ results, facts }: Kept): Promise<string> {
  const few = results.sizes.filter((size) => linkSizes.includes(size));
  const sizes = (few.length > 0 ? few : results.sizes).slice(0, linkSizes.length);
  const places = sizes.map((size) => results.sizes.indexOf(size));
  const shown = [fastestOf(results), 'peers'];
  const rows = results.rows
    .filter(({ name, by, subject }) => shown.includes(subject) && !/ decrypt|romulus-wasm/.test(name + by))
    .map((row) => ({ ...row, times: places.map((i) => row.times[i]!), cores: places.map((i) => row.cores[i]!) }));
  const head = [
    facts.filter(([name]) => linkFacts.includes(name)).map(([name, value]) => [name, value.slice(0, factLength)]),
    sizes,
    rows.map(({ subject, name, by, workload }) => [subject, name, by, workload].join('|')),
  ];
  const packed = await through(new TextEncoder().encode(JSON.stringify(head)), new CompressionStream('deflate-raw'));
  const text = btoa(String.fromCharCode(...packed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return `#r=${text}.${rows.map(lettersOf).join('')}`;
}

/** Undefined if the fragment has no results; rejects if the results are incomplete. */
export async function fromFragment(fragment: string): Promise<Kept | undefined> {
  if (!fragment.startsWith('#r=')) return undefined;
  const [, head = '', figures = ''] = /^#r=([\w-]+)\.([\w-]*)$/.exec(fragment) ?? [];
  const bytes = Uint8Array.from(atob(head.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
  const unpacked = await through(bytes, new DecompressionStream('deflate-raw'));
  const [facts, sizes, names] = JSON.parse(new TextDecoder().decode(unpacked)) as [Kept['facts'], number[], string[]];
  if (figures.length !== names.length * sizes.length * 6) throw new TypeError('not whole');
  const step = (at: number) => letters.indexOf(figures[at] ?? '');
  const number = (at: number) => {
    const steps = 64 * step(at) + step(at + 1);
    return steps === 0 ? null : Number((least * Math.exp(fine * steps)).toPrecision(4));
  };
  const rows = names.map((name, i) => {
    const [subject, title, by, workload] = name.split('|');
    const start = 6 * sizes.length * i;
    const times = sizes.map((_, j) => {
      const [at, middle] = [start + 4 * j, number(start + 4 * j)];
      if (middle === null) return [];
      return [middle * Math.exp(-ofFastest * step(at + 2)), middle, middle * Math.exp(ofSlowest * step(at + 3))];
    });
    const cores = sizes.map((_, j) => number(start + 4 * sizes.length + 2 * j));
    return { subject, name: title, by, workload, times, cores } as ResultRow;
  });
  return checked({ results: { sizes, rows }, facts, warnings: [] });
}
