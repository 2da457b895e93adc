/** What `npm run bench` measures, in groups by the question that each answers. */
import { load } from 'romulus-wasm';
import { type BuildName, moduleOf } from './builds.js';
import { fileCases } from './files.js';
import { type ManyCase, manyCases, otherSuiteCases } from './many.js';
import { measure } from './measure.js';
import { nodePeers } from './node-peers.js';
import { functionRows, manyRow, peerRows } from './rows.js';
import { megabytesASecond } from './throughput.js';

interface Settings {
  build: BuildName;
  /** Milliseconds for a case in a round. */
  time: number;
  isWanted(name: string): boolean;
  /** Told now and then. */
  onProgress(done: number, of: number): void;
}

type Cells = readonly (string | number)[];

export interface Group {
  name: string;
  question: string;
  heads: readonly string[];
  /** So many of the columns are text. */
  texts: number;
  rows(settings: Settings): Promise<Cells[]>;
}

async function functions({ build, time, isWanted, onProgress }: Settings): Promise<Cells[]> {
  const rows = await functionRows(build, isWanted, { time, rounds: 3, onRound: onProgress });
  return rows.map(({ name, bytes, nanoseconds, ratio }) => [
    ...[name, bytes, Math.round(nanoseconds), megabytesASecond(bytes, nanoseconds)],
    ratio?.toFixed(2) ?? '',
  ]);
}

/** Encryption and hashing, as decryption takes about as long. */
async function lists({ build, time, isWanted, onProgress }: Settings): Promise<Cells[]> {
  const romulus = await load(moduleOf(build));
  const all: ManyCase[] = [
    ...manyCases(romulus).sync.filter(({ name }) => !name.includes('decrypt')),
    ...(await otherSuiteCases()).filter(({ name }) => !name.includes('decrypt')),
  ].filter(({ name, batch }) => isWanted(`${name}, ${batch}`));
  const rows: Cells[] = [];
  for (const one of all) {
    const { name, batch, nanoseconds, megabytesASecond, timesFaster } = await manyRow(one, { time, rounds: 3 });
    rows.push([name, batch, Math.round(nanoseconds), megabytesASecond, timesFaster.toFixed(2)]);
    onProgress(rows.length, all.length);
  }
  return rows;
}

async function files({ time, isWanted, onProgress }: Settings): Promise<Cells[]> {
  const all = (await fileCases()).filter(({ name }) => isWanted(name));
  const times = all.length > 0 ? await measure(all, { rounds: 3, time, iterations: 2, onRound: onProgress }) : [];
  return all.map(({ name, bytes }, i) => {
    const nanoseconds = times[i] ?? Number.NaN;
    return [name, bytes, Math.round(nanoseconds / 1e6), megabytesASecond(bytes, nanoseconds)];
  });
}

async function packages({ time, isWanted }: Settings): Promise<Cells[]> {
  const rows = await peerRows(nodePeers, { sizes: [64, 4096], time, isWanted });
  return rows.map(({ name, bytes, nanoseconds }) => [
    ...[name, bytes, Math.round(nanoseconds), megabytesASecond(bytes, nanoseconds)],
  ]);
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
];
