/** Stores results in the browser, in a link, and in files. */
import { fromBase64, toBase64 } from 'romulus-wasm';
import * as memory from '../../examples/browser-encryption/page/memory.js';
import { median } from '../figures.js';
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

export const remember = (kept: Kept): void => memory.remember(place, JSON.stringify(kept));

export function remembered(): Kept | undefined {
  try {
    return checked(JSON.parse(memory.remembered(place) ?? ''));
  } catch {
    return undefined;
  }
}

const through = async (bytes: BlobPart, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());

/** A link has at most these sizes and facts, and this many letters of a fact, so that it fits into most messages. */
const linkSizes = [16, 256, 4096, 65_536];
const linkFacts = ['date', 'package', 'browser', 'system', 'CPU threads', 'setting'];
const factLength = 40;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/**
 * Figures are stored as logarithms. A time or a speed has two letters, in steps of 0.65 %. The ratios of the fastest
 * and of the slowest round to the median have one letter each, in steps of 2 and 4 %.
 */
const [fine, ofFastest, ofSlowest] = [0.0065, 0.02, 0.04];
const least = 0.05;

const pair = (value: number | null | undefined): string => {
  const step = value ? Math.min(4095, Math.max(1, Math.round(Math.log(value / least) / fine))) : 0;
  return `${letters[step >> 6]}${letters[step & 63]}`;
};
const single = (ratio: number, step: number): string => letters[Math.min(63, Math.round(Math.log(ratio) / step))]!;

const lettersOf = (times: readonly number[], speed: number | null | undefined): string => {
  if (times.length === 0) return `AAAA${pair(speed)}`;
  const middle = median(times);
  const spread = single(middle / Math.min(...times), ofFastest) + single(Math.max(...times) / middle, ofSlowest);
  return pair(middle) + spread + pair(speed);
};

/** Encodes the bars of the fastest build and other packages into a fragment, which browsers send to no server. */
export async function fragmentOf({ results, facts }: Kept): Promise<string> {
  const few = results.sizes.filter((size) => linkSizes.includes(size));
  const sizes = (few.length > 0 ? few : results.sizes).slice(0, linkSizes.length);
  const places = sizes.map((size) => results.sizes.indexOf(size));
  const shown = [fastestOf(results), 'peers'];
  const rows = results.rows.filter(
    ({ name, by, subject }) => shown.includes(subject) && !/ decrypt|romulus-wasm/.test(name + by),
  );
  const head = [
    facts.filter(([name]) => linkFacts.includes(name)).map(([name, value]) => [name, value.slice(0, factLength)]),
    sizes,
    rows.map(({ subject, name, by, workload }) => [subject, name, by, workload].join('|')),
  ];
  const packed = await through(JSON.stringify(head), new CompressionStream('deflate-raw'));
  const figures = rows.flatMap(({ times, cores }) => places.map((place) => lettersOf(times[place]!, cores[place])));
  return `#r=${toBase64(packed, { alphabet: 'base64url' })}.${figures.join('')}`;
}

/** Decodes a fragment. Undefined if it has no results. Rejects if the results are incomplete. */
export async function fromFragment(fragment: string): Promise<Kept | undefined> {
  if (!fragment.startsWith('#r=')) return undefined;
  const [head = '', figures = ''] = fragment.slice(3).split('.');
  const bytes = fromBase64(head, { alphabet: 'base64url' });
  const unpacked = await through(bytes, new DecompressionStream('deflate-raw'));
  const [facts, sizes, names] = JSON.parse(new TextDecoder().decode(unpacked)) as [Kept['facts'], number[], string[]];
  if (!/^[\w-]*$/.test(figures) || figures.length !== names.length * sizes.length * 6) throw new TypeError('not whole');
  const step = (at: number) => letters.indexOf(figures[at]!);
  const number = (at: number) => {
    const steps = 64 * step(at) + step(at + 1);
    return steps === 0 ? null : Number((least * Math.exp(fine * steps)).toPrecision(4));
  };
  const rows = names.map((name, i) => {
    const [subject, title, by, workload] = name.split('|');
    const starts = sizes.map((_, j) => 6 * (sizes.length * i + j));
    const times = starts.map((at) => {
      const middle = number(at);
      if (middle === null) return [];
      return [middle * Math.exp(-ofFastest * step(at + 2)), middle, middle * Math.exp(ofSlowest * step(at + 3))];
    });
    return { subject, name: title, by, workload, times, cores: starts.map((at) => number(at + 4)) } as ResultRow;
  });
  return checked({ results: { sizes, rows }, facts, warnings: [] });
}
