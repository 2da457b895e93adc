/** What the page measures, out of the suites that it shares with Node: a row for each function on each build and for each peer. */
import { load } from 'romulus-wasm';
import { type BuildName, moduleOf } from '../builds.js';
import { cases } from '../cases.js';
import { alike, manyCases } from '../many.js';
import { peers } from '../peers.js';
import type { Setting } from './setting.js';

/** What is measured in one worker. */
export type Subject = BuildName | 'peers';

export interface Row {
  /** The function, or the algorithm of a peer. */
  name: string;
  /** The build, or the peer. */
  by: string;
  tasks: {
    /** Bytes of a message. */
    size: number;
    /** Messages in one call. */
    messages: number;
    run(): unknown;
  }[];
}

/** Messages in one call of a function that takes many: enough for all lanes, few enough that a call does not take long. */
export const messagesOf = (size: number) => Math.min(256, Math.max(32, (1 << 18) / size));

/** The functions that are shown, in this order. */
const functions = [
  ...['N', 'M', 'T'].flatMap((mode) =>
    ['encrypt', 'encryptMany', 'decrypt', 'decryptMany'].map((name) => `Romulus-${mode} ${name}`),
  ),
  ...['Romulus-H', 'hashMany'],
];

export async function rowsOf(subject: Subject, sizes: readonly number[], { decryption }: Setting): Promise<Row[]> {
  const tasks = subject === 'peers' ? await peerTasks(sizes) : await buildTasks(subject, sizes);
  const rows = new Map<string, Row>();
  for (const { name, by, ...task } of tasks) {
    if (!decryption && / decrypt/.test(name)) continue;
    const row = rows.get(`${name}, ${by}`) ?? { name, by, tasks: [] };
    row.tasks.push(task);
    rows.set(`${name}, ${by}`, row);
  }
  return [...rows.values()];
}

async function buildTasks(build: BuildName, sizes: readonly number[]) {
  const romulus = await load(moduleOf(build));
  const batches = sizes.map((size) => ({ batch: String(size), lengths: alike(messagesOf(size), size) }));
  const all = [
    ...cases(romulus, [...sizes]).sync.map(({ name, bytes, run }) => ({ name, size: bytes, messages: 1, run })),
    ...manyCases(romulus, batches).sync.map(({ name, bytes, messages, many }) => ({
      name,
      size: bytes / messages,
      messages,
      run: many,
    })),
  ];
  return functions.flatMap((wanted) =>
    all.filter(({ name }) => name === wanted).map((task) => ({ ...task, by: build })),
  );
}

async function peerTasks(sizes: readonly number[]) {
  return (await peers(sizes)).map(({ name, bytes, run }) => {
    const [algorithm = '', by = ''] = name.split(', ');
    return { name: algorithm, by, size: bytes, messages: 1, run };
  });
}
