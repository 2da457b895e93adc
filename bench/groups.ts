/** The measurements of `npm run bench`, in groups by the question that each answers. */

import { createCipheriv, createHash } from 'node:crypto';
import { generateKey, hashStream, load } from 'romulus-wasm';
import { loadSync } from 'romulus-wasm/js';
import { decryptBlob, encryptBlob } from 'romulus-wasm/stream';
import { type BuildName, kernelOf, moduleOf } from './builds.js';
import { cases, manyCases } from './cases.js';
import { mebibytesASecond, megabytesASecond } from './figures.js';
import { libraryCases, nativeTimes, repetitions } from './libraries.js';
import { measure, type Timed } from './measure.js';
import { peers } from './peers.js';

interface Settings {
  build: BuildName;
  /** Milliseconds for a case in a round. */
  time: number;
  isWanted(name: string): boolean;
  /** A part of the name of the machine whose printed figures stand beside those of the libraries' benchmarks. */
  machine?: string | undefined;
  /** The benchmarks of these libraries, as programs to run on this machine instead. */
  native?: readonly string[] | undefined;
}

export type Cells = readonly (string | number)[];

export interface Group {
  name: string;
  question: string;
  heads: readonly string[];
  /** The number of columns with text. */
  texts: number;
  rows(settings: Settings): Promise<Cells[]>;
}

const rounds = 3;

/** Measures the cases in turn, and gives each with its nanoseconds. */
async function timed<Case extends Timed>(cases: readonly Case[], options: Parameters<typeof measure>[1]) {
  const times = cases.length > 0 ? await measure(cases, { rounds, ...options }) : [];
  return cases.map((one, i) => ({ ...one, nanoseconds: times[i]! }));
}

/**
 * Measures each function. The last column has its time as a multiple of the bare kernel's time for the same calls of
 * the cipher.
 */
async function functions({ build, time, isWanted }: Settings): Promise<Cells[]> {
  const kernel = await kernelOf(build);
  const calls = 1000;
  const chains = [
    { name: 'bare kernel, one block after the other', calls, chain: 'one', run: () => kernel.chain_of_one(calls) },
    { name: 'bare kernel, two blocks at a time', calls, chain: 'pair', run: () => kernel.chain_of_pairs(calls / 2) },
  ].map((chain) => ({ ...chain, bytes: 16 * calls }));
  const inJavaScript = cases(loadSync(), [4096]).map((one) => ({ ...one, name: `${one.name}, romulus-wasm/js` }));
  const list = [...cases(await load(moduleOf(build)), [64, 4096, 65_536]), ...inJavaScript];
  const chosen = list.filter(({ name }) => isWanted(name));
  if (chosen.length === 0) return [];
  const measured = await timed([...chains, ...chosen], { time });
  const perCall = Object.fromEntries(
    measured.slice(0, 2).map(({ chain, nanoseconds }) => [chain, nanoseconds / calls]),
  );
  return measured.map(({ name, bytes, calls, chain, nanoseconds }) => [
    ...[name, bytes, Math.round(nanoseconds), megabytesASecond(bytes, nanoseconds)],
    (nanoseconds / (calls * perCall[chain]!)).toFixed(2),
  ]);
}

async function lists({ build, time, isWanted }: Settings): Promise<Cells[]> {
  const rows: Cells[] = [];
  for (const { name, batch, messages, bytes, many, oneByOne } of manyCases(await load(moduleOf(build)))) {
    if (!isWanted(`${name}, ${batch}`)) continue;
    // Measures each case and its counterpart in short turns of their own, because a batch may take 100 ms.
    const settings = { time, rounds, iterations: 2 };
    const [together = 0, apart = 0] = await measure([{ run: many }, { run: oneByOne }], settings);
    const nanoseconds = Math.round(together / messages);
    rows.push([name, batch, nanoseconds, megabytesASecond(bytes, together), (apart / together).toFixed(2)]);
  }
  return rows;
}

/** A file is encrypted, decrypted and hashed as a stream, by the module that the package chooses. */
async function files({ time, isWanted }: Settings): Promise<Cells[]> {
  const bytes = 8 * 2 ** 20;
  const key = generateKey();
  const file = new Blob([new Uint8Array(bytes)]);
  const encrypted = await encryptBlob(file, { key });
  const cases = [
    { name: 'encryptBlob', run: () => encryptBlob(file, { key }) },
    { name: 'decryptBlob', run: () => decryptBlob(encrypted, { key }) },
    { name: 'hashStream', run: () => hashStream(file) },
  ].filter(({ name }) => isWanted(name));
  const measured = await timed(cases, { time, iterations: 1 });
  return measured.map(({ name, nanoseconds }) => [name, Math.round(nanoseconds), megabytesASecond(bytes, nanoseconds)]);
}

/** The cipher and the hash of Node itself. The cipher has 16 bytes of associated data, like the package's own cases. */
function nodePeers(sizes: readonly number[]) {
  const [key, nonce, ad] = [new Uint8Array(16), new Uint8Array(12), new Uint8Array(16)];
  return sizes.flatMap((bytes) => {
    const message = new Uint8Array(bytes);
    const gcm = () => {
      const cipher = createCipheriv('aes-128-gcm', key, nonce).setAAD(ad);
      return [cipher.update(message), cipher.final(), cipher.getAuthTag()];
    };
    return [
      { name: 'AES-128-GCM, node:crypto', bytes, run: gcm },
      { name: 'SHA-256, node:crypto', bytes, run: () => createHash('sha256').update(message).digest() },
    ];
  });
}

/** Measures the packages that run anywhere, and the functions of Node. */
async function packages({ time, isWanted }: Settings): Promise<Cells[]> {
  const sizes = [64, 4096];
  const list = [...nodePeers(sizes), ...(await peers(sizes))].filter(({ name }) => isWanted(name));
  const measured = await timed(list, { time, rounds: 1 });
  return measured.map(({ name, bytes, nanoseconds: ns }) => [name, bytes, Math.round(ns), megabytesASecond(bytes, ns)]);
}

/** Measures what the benchmarks of other libraries measure. A machine is chosen by the first name that has the word. */
async function libraries({ build, time, isWanted, machine = '', native = [] }: Settings): Promise<Cells[]> {
  const list = (await libraryCases(await kernelOf(build)))
    .filter(({ name }) => isWanted(name))
    .map((one) => ({ ...one, run: () => one.run(one.calls) }));
  const beside = new Map(native.flatMap((program) => [...nativeTimes(program)]));
  // Both sides take the least of many short rounds, since whatever else the machine does only adds time.
  const least = (values: readonly number[]) => Math.min(...values);
  const turns = native.length > 0 ? { rounds: repetitions, pick: least, time: time / 4 } : { time };
  return (await timed(list, { ...turns, iterations: 4 })).map(({ name, bytes, calls, printed, nanoseconds }) => {
    const ours = nanoseconds / calls;
    const [where, theirs] =
      native.length > 0 ? ['here', beside.get(name)] : ([...printed].find(([at]) => at.includes(machine)) ?? []);
    const figures = (nanoseconds?: number) =>
      nanoseconds === undefined ? ['', ''] : [Number(nanoseconds.toPrecision(4)), mebibytesASecond(bytes, nanoseconds)];
    const ratio = native.length > 0 && theirs !== undefined ? (theirs / ours).toFixed(2) : '';
    return [name, theirs === undefined ? '' : (where ?? ''), ...figures(ours), ...figures(theirs), ratio];
  });
}

export const groups: readonly Group[] = [
  {
    name: 'one',
    question: 'How long does one message take?',
    heads: ['function', 'bytes', 'ns', 'MB/s', 'to the bare kernel'],
    texts: 1,
    rows: functions,
  },
  {
    name: 'many',
    question: 'How long does each of many messages take, in one call?',
    heads: ['function', 'messages', 'ns a message', 'MB/s', 'times as fast as one by one'],
    texts: 2,
    rows: lists,
  },
  {
    name: 'files',
    question: 'How long does a file of 8 MiB take?',
    heads: ['function', 'ns', 'MB/s'],
    texts: 1,
    rows: files,
  },
  {
    name: 'packages',
    question: 'How long does one message take with other suites and other packages?',
    heads: ['algorithm, package', 'bytes', 'ns', 'MB/s'],
    texts: 1,
    rows: packages,
  },
  {
    name: 'libraries',
    question: 'How long do the benchmarks of three C++ libraries take, and what do these print?',
    heads: ['benchmark', 'printed on', 'ns', 'MiB/s', 'printed ns', 'printed MiB/s', 'times as fast'],
    texts: 2,
    rows: libraries,
  },
];
