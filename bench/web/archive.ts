/** Results that outlive the page: kept by the browser, in an address that can be passed on, and as files. */
import { middleOf, type ResultRow, Results } from './results.js';

export type Facts = readonly (readonly [name: string, value: string])[];

/** A run as it is kept and passed on. */
export interface Kept {
  readonly results: Results;
  readonly facts: Facts;
  readonly warnings: readonly string[];
}

/** One row is [subject, name, by, workload, times of each size, all cores]. */
type Packed = [string, string, string, string, number[][], number | null];

interface Message {
  readonly version: 1;
  readonly sizes: readonly number[];
  readonly facts: Facts;
  readonly warnings: readonly string[];
  readonly rows: readonly Packed[];
}

const place = 'romulus performance';

function messageOf({ results, facts, warnings }: Kept): Message {
  const rows = results.rows.map(
    ({ subject, name, by, workload, times, allCores }): Packed => [
      ...([subject, name, by, workload] as const),
      times,
      allCores ?? null,
    ],
  );
  return { version: 1, sizes: results.sizes, facts, warnings, rows };
}

/** Throws for what this page has not written. */
function keptOf(message: Message): Kept {
  const { version, sizes, facts, warnings, rows } = message;
  const isText = (value: unknown) => typeof value === 'string';
  if (version !== 1 || !facts.flat().every(isText) || !warnings.every(isText)) throw new TypeError('not results');
  const isTime = (value: unknown) => typeof value === 'number' && value > 0;
  const counts = new Map<string, number>();
  const unpacked = rows.map(([subject, name, by, workload, times, allCores]) => {
    if (![subject, name, by, workload].every(isText) || !times.flat().every(isTime)) throw new TypeError('not a row');
    const index = counts.get(subject) ?? 0;
    counts.set(subject, index + 1);
    const empty = { subject, name, by, workload, index, figures: sizes.map(() => undefined) } as unknown as ResultRow;
    return { ...empty, times: sizes.map((): number[] => []), ...(allCores !== null && { allCores }) };
  });
  const results = new Results(sizes, unpacked);
  for (const [i, [, , , , times]] of rows.entries()) {
    const { subject, index } = unpacked[i] as ResultRow;
    for (const [j, ofSize] of times.entries())
      for (const time of ofSize)
        results.add({ subject, sizes: [sizes[j] as number], indexes: [index] }, { index, nanoseconds: [time] });
  }
  return { results, facts, warnings };
}

async function through(bytes: Uint8Array<ArrayBuffer>, transform: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

/** For the fragment of an address, which no server gets to see. */
export async function fragmentOf(kept: Kept): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(messageOf(kept)));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  return `#r=${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Undefined if there are no results in the fragment; rejects if they are not whole. */
export async function fromFragment(fragment: string): Promise<Kept | undefined> {
  const [, text] = /^#r=([\w-]+)$/.exec(fragment) ?? [];
  if (text === undefined) return undefined;
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return keptOf(JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))));
}

export function remember(kept: Kept): void {
  try {
    localStorage.setItem(place, JSON.stringify(messageOf(kept)));
  } catch {
    // The person allows this site to keep nothing.
  }
}

export function remembered(): Kept | undefined {
  try {
    const text = localStorage.getItem(place);
    return text === null ? undefined : keptOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** All rounds of all rows. */
export const jsonOf = (kept: Kept): string =>
  `${JSON.stringify({ ...messageOf(kept), unit: 'nanoseconds of a message, in each round' }, undefined, 1)}\n`;

const cell = (text: string | number): string =>
  /[",\n]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text);

/** A line for each row and size: the median of the rounds, the slowest and the fastest. */
export function csvOf({ results, facts }: Kept): string {
  const lines: (string | number)[][] = facts.map(([name, value]) => [`# ${name}`, value]);
  lines.push(['function', 'by', 'workload', 'bytes', 'MB/s', 'slowest', 'fastest', 'rounds', 'all cores']);
  for (const row of results.rows)
    for (const [i, size] of results.sizes.entries()) {
      const figure = results.figureOf(row, i);
      const allCores = i === middleOf(results.sizes) ? (row.allCores ?? '') : '';
      if (figure)
        lines.push([
          ...[row.name, row.by, row.workload, size, figure.median, figure.low, figure.high],
          ...[row.times[i]?.length ?? 0, allCores],
        ]);
    }
  return lines.map((line) => `${line.map(cell).join()}\n`).join('');
}
