/** The measurements of `npm run bench`, in groups by the question that each answers. */
import { createCipheriv, createHash } from 'node:crypto';
import { generateKey, hashStream, load } from 'romulus-wasm';
import { decryptBlob, encryptBlob } from 'romulus-wasm/stream';
import { type BuildName, kernelOf, moduleOf } from './builds.js';
import { cases } from './cases.js';
import { least, mebibytesASecond, megabytesASecond } from './figures.js';
import { libraryCases, nativeTimes, repetitions } from './libraries.js';
import { manyCases } from './many.js';
import { measure, type Timed } from './measure.js';
import { type Peer, peers } from './peers.js';

interface Settings {
  build: BuildName;
  /** Milliseconds for a case in a round. */
  time: number;
  isWanted(name: string): boolean;
  /** A part of the name of the machine whose printed figures stand beside those of the libraries' benchmarks. */
  machine?: string | undefined;
  /** The benchmarks of these libraries, as programs to run on this machine instead. */
  native?: readonly string[] | undefined;
  /** Receives the progress now and then. */
  onProgress(done: number, of: number): void;
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

/**
 * Measures each function. The last column has its time as a multiple of the bare kernel's time for the same calls of
 * the cipher.
 */
async function functions({ build, time, isWanted, onProgress }: Settings): Promise<Cells[]> {
  const kernel = await kernelOf(build);
  const count = 1000;
  const chains = [{ run: () => kernel.chain_of_one(count) }, { run: () => kernel.chain_of_pairs(count) }];
  const { sync, promise } = cases(await load(moduleOf(build)), [64, 4096, 65_536]);
  const short = promise.filter(({ bytes }) => bytes === 64).map((one) => ({ ...one, name: `${one.name}, promise` }));
  const long = promise.filter(({ name, bytes }) => name === 'hashStream' && bytes > 64);
  const list = [...sync, ...long, ...short].filter(({ name }) => isWanted(name));
  if (list.length === 0) return [];
  const [one = 0, pair = 0, ...times] = await measure([...chains, ...list], { time, rounds, onRound: onProgress });
  const perCall = { one: one / count, pair: pair / (2 * count) };
  const row = (name: string, bytes: number, nanoseconds: number, ratio = '') => [
    ...[name, bytes, Math.round(nanoseconds), megabytesASecond(bytes, nanoseconds), ratio],
  ];
  return [
    row('bare kernel, one block', 16, perCall.one),
    row('bare kernel, two blocks, each', 16, perCall.pair),
    ...list.map(({ name, bytes, calls, chain }, i) => {
      const nanoseconds = times[i] ?? Number.NaN;
      return row(name, bytes, nanoseconds, (nanoseconds / (calls * perCall[chain])).toFixed(2));
    }),
  ];
}

async function lists({ build, time, isWanted, onProgress }: Settings): Promise<Cells[]> {
  const all = manyCases(await load(moduleOf(build))).filter(({ name, batch }) => isWanted(`${name}, ${batch}`));
  const rows: Cells[] = [];
  for (const { name, batch, messages, bytes, many, oneByOne } of all) {
    // Measures each case and its counterpart in short turns of their own, because a batch may take 100 ms.
    const settings = { time, rounds, iterations: 2 };
    const [together = 0, apart = 0] = await measure([{ run: many }, { run: oneByOne }], settings);
    const nanoseconds = Math.round(together / messages);
    rows.push([name, batch, nanoseconds, megabytesASecond(bytes, together), (apart / together).toFixed(2)]);
    onProgress(rows.length, all.length);
  }
  return rows;
}

interface FileCase extends Timed {
  name: string;
  bytes: number;
}

/** A file is encrypted, decrypted and hashed as a stream. */
async function fileCases(bytes = 8 * 2 ** 20): Promise<FileCase[]> {
  const key = generateKey();
  const file = new Blob([new Uint8Array(bytes)]);
  const bytesOf = async (blob: Promise<Blob>) => (await blob).arrayBuffer();
  const sealed = await encryptBlob(file, { key });
  return [
    { name: 'encryptBlob', bytes, run: () => bytesOf(encryptBlob(file, { key }) as Promise<Blob>) },
    { name: 'decryptBlob', bytes, run: () => bytesOf(decryptBlob(sealed as Blob, { key }) as Promise<Blob>) },
    { name: 'hashStream', bytes, run: () => hashStream(file) },
  ];
}

async function files({ time, isWanted, onProgress }: Settings): Promise<Cells[]> {
  const all = (await fileCases()).filter(({ name }) => isWanted(name));
  const times = all.length > 0 ? await measure(all, { rounds, time, iterations: 2, onRound: onProgress }) : [];
  return all.map(({ name, bytes }, i) => {
    const nanoseconds = times[i] ?? Number.NaN;
    return [name, bytes, Math.round(nanoseconds / 1e6), megabytesASecond(bytes, nanoseconds)];
  });
}

/** The ciphers and hashes of Node itself. The cipher has 16 bytes of associated data, like the package's own cases. */
function nodePeers(sizes: readonly number[]): Peer[] {
  const key = new Uint8Array(16);
  const nonce = new Uint8Array(12);
  const ad = new Uint8Array(16);
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
  const times = list.length > 0 ? await measure(list, { rounds: 1, time }) : [];
  return list.map(({ name, bytes }, i) => {
    const nanoseconds = times[i] ?? Number.NaN;
    return [name, bytes, Math.round(nanoseconds), megabytesASecond(bytes, nanoseconds)];
  });
}

/** Measures what the benchmarks of other libraries measure. A machine is chosen by the first name that has the word. */
async function libraries({ build, time, isWanted, machine = '', native = [], onProgress }: Settings): Promise<Cells[]> {
  const list = (await libraryCases(await kernelOf(build))).filter(({ name }) => isWanted(name));
  if (list.length === 0) return [];
  const beside = new Map(native.flatMap((program) => [...nativeTimes(program)]));
  const tasks = list.map(({ calls, run }) => ({ run: () => run(calls) }));
  // Both sides take the least of many short rounds, since whatever else the machine does only adds time.
  const turns = native.length > 0 ? { rounds: repetitions, pick: least, time: time / 4 } : { rounds, time };
  const times = await measure(tasks, { ...turns, iterations: 4, onRound: onProgress });
  return list.map(({ name, bytes, calls, printed }, i) => {
    const ours = (times[i] ?? Number.NaN) / calls;
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
    question: 'How long does a file take?',
    heads: ['function', 'bytes', 'ms', 'MB/s'],
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
