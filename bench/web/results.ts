/** The results of a run so far as plain data, and what follows from them: tables with bars, and the sentence. */
import { median, megabytesASecond } from '../figures.js';
import type { Row } from './setting.js';

/** The language of each package of ../peers.ts. A name that is not listed is part of the browser or of Node. */
const madeOf: Readonly<Record<string, 'JavaScript' | 'WebAssembly'>> = {
  '@noble/ciphers': 'JavaScript',
  '@noble/hashes': 'JavaScript',
  'js-ascon': 'JavaScript',
  'hash-wasm': 'WebAssembly',
  'libsodium-wrappers': 'WebAssembly',
};

/** A row with its nanoseconds of a message: for each size, a time of each round. */
type Result = Row & { readonly times: readonly (readonly number[])[] };
export type Results = { readonly sizes: readonly number[]; readonly rows: readonly Result[] };

/** Whatever a reader chose: one message or many in a call, and the bytes of a message. */
export type Choice = { readonly load: Row['load']; readonly size: number };

const isSame = (a: Row, b: Row) => a.name === b.name && a.by === b.by && a.load === b.load;

/** Adds the times of one round, one for each size. */
export function withTimes({ sizes, rows }: Results, row: Row, times: readonly number[]): Results {
  const old = rows.find((each) => isSame(each, row));
  const next = { ...row, times: sizes.map((_, i) => [...(old?.times[i] ?? []), times[i]!]) };
  return { sizes, rows: old ? rows.map((each) => (each === old ? next : each)) : [...rows, next] };
}

/** A round may be this many times as fast as the median. Slow rounds do not count: another program was in their way. */
const disagreement = 1.15;

/** The MB/s of the median round, and whether the rounds disagree. */
function figureOf({ sizes }: Results, { times }: Result, size: number) {
  const rounds = times[sizes.indexOf(size)] ?? [];
  if (rounds.length === 0) return undefined;
  const middle = median(rounds);
  return { speed: megabytesASecond(size, middle), isDoubtful: middle > disagreement * Math.min(...rounds) };
}

const measured = (results: Results, { load, size }: Choice) =>
  results.rows
    .filter((row) => row.load === load)
    .flatMap((row) => {
      const figure = figureOf(results, row, size);
      return figure ? [{ ...row, ...figure }] : [];
    })
    .sort((a, b) => b.speed - a.speed);

const digits = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 });

/** The groups that have figures, each with its rows from the fastest to the slowest. */
export function tablesOf(results: Results, choice: Choice) {
  const all = measured(results, choice);
  return (['encryption', 'hashing', 'other suites'] as const).flatMap((group) => {
    const rows = all.filter((row) => row.group === group);
    const fastest = rows[0]?.speed ?? 0;
    const lines = rows.map(({ subject, name, by, speed, isDoubtful }) => ({
      ...{ name, by, isOurs: subject !== 'peers', share: speed / fastest },
      value: `${digits(speed)}${isDoubtful ? ' ±' : ''}`,
    }));
    return lines.length > 0 ? [{ group, lines }] : [];
  });
}

export function sizeText(bytes: number): string {
  if (bytes % (1 << 20) === 0) return `${bytes >> 20} MiB`;
  return bytes % 1024 === 0 ? `${bytes >> 10} KiB` : `${bytes} B`;
}

/** The size of the sentence: the first of at least 4 KiB, because the work around a call hardly matters there. */
export const middleOf = (sizes: readonly number[]): number => sizes.find((size) => size >= 4096) ?? sizes.at(-1) ?? 0;

function against(ours: number, other: number): string {
  const number = Number(Math.max(ours / other, other / ours).toPrecision(2));
  if (number < 1.05) return 'takes about as long as';
  return ours > other ? `is ${number} times as fast as` : `takes ${number} times as long as`;
}

/** Compares Romulus-N with the fastest package of each kind. Undefined before there are figures of all. */
export function sentenceOf(results: Results): string | undefined {
  const size = middleOf(results.sizes);
  const found = measured(results, { load: 'one', size }).filter(({ group }) => group === 'encryption');
  const ours = found.find(({ name }) => name === 'Romulus-N')?.speed;
  const fastest = (kind: string) => found.find(({ subject, by }) => subject === 'peers' && (madeOf[by] ?? by) === kind);
  const [script, wasm, web] = [fastest('JavaScript'), fastest('WebAssembly'), fastest('WebCrypto')];
  if (!ours || !script || !wasm || !web) return undefined;
  return `At ${sizeText(size)} Romulus-N does ${digits(ours)} MB/s. It ${against(ours, script.speed)} the fastest JavaScript measured (${script.name} of ${script.by}), ${against(ours, wasm.speed)} the fastest WebAssembly (${wasm.name} of ${wasm.by}), and ${against(ours, web.speed)} WebCrypto (${web.name}).`;
}
