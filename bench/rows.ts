/** What the benchmark measures, as rows to print: the functions, many messages at once, peers. */
import { load } from 'romulus-wasm';
import { type BuildName, kernelOf, moduleOf } from './builds.js';
import { cases } from './cases.js';
import { type ManyCase, manyCases } from './many.js';
import { measure } from './measure.js';
import { type Peer, peers } from './peers.js';
import { megabytesASecond } from './throughput.js';

export interface Row {
  name: string;
  bytes: number;
  nanoseconds: number;
  /** Over the calls of the cipher times the bare kernel's time for one. */
  ratio?: number;
}

export interface ManyRow {
  name: string;
  batch: string;
  /** Of a message, in one call with the others. */
  nanoseconds: number;
  megabytesASecond: number;
  /** The time of the messages one by one over that. */
  timesFaster: number;
}

const reported = [64, 4096, 65_536];

type IsWanted = (name: string) => boolean;
const isAny: IsWanted = () => true;

export async function functionRows(
  build: BuildName,
  isWanted = isAny,
  settings: Parameters<typeof measure>[1] = {},
): Promise<Row[]> {
  const kernel = await kernelOf(build);
  const count = 1000;
  const chains = [{ run: () => kernel.chain_of_one(count) }, { run: () => kernel.chain_of_pairs(count) }];
  const { sync, promise } = cases(await load(moduleOf(build)), reported);
  const short = promise.filter(({ bytes }) => bytes === 64).map((one) => ({ ...one, name: `${one.name}, promise` }));
  const long = promise.filter(({ name, bytes }) => name === 'hashStream' && bytes > 64);
  const list = [...sync, ...long, ...short].filter(({ name }) => isWanted(name));
  if (list.length === 0) return [];
  const [one = 0, pair = 0, ...times] = await measure([...chains, ...list], settings);
  const perCall = { one: one / count, pair: pair / (2 * count) };
  return [
    { name: 'bare kernel, one block', bytes: 16, nanoseconds: perCall.one },
    { name: 'bare kernel, two blocks, each', bytes: 16, nanoseconds: perCall.pair },
    ...list.map(({ name, bytes, calls, chain }, i) => {
      const nanoseconds = times[i] ?? Number.NaN;
      return { name, bytes, nanoseconds, ratio: nanoseconds / (calls * perCall[chain]) };
    }),
  ];
}

/** All of the sync functions; of the promise functions one batch. */
export async function reportedManyRows(build: BuildName): Promise<ManyRow[]> {
  const { sync, promise } = manyCases(await load(moduleOf(build)));
  const short = promise.filter(({ batch }) => batch === '256 x 1 KiB');
  const rows: ManyRow[] = [];
  for (const [way, list] of Object.entries({ promise: short, sync }))
    for (const one of list) rows.push(await manyRow({ ...one, name: `${one.name}, ${way}` }));
  return rows;
}

export async function manyRow(
  { name, batch, messages, bytes, many, oneByOne }: ManyCase,
  { time = 20, rounds = 5 } = {},
): Promise<ManyRow> {
  // Each case against its own opposite in short turns, not all cases in one: a batch may take 100 ms.
  const settings = { time, rounds, iterations: 2 };
  const [together = 0, apart = 0] = await measure([{ run: many }, { run: oneByOne }], settings);
  return {
    name,
    batch,
    nanoseconds: together / messages,
    megabytesASecond: megabytesASecond(bytes, together),
    timesFaster: apart / together,
  };
}

/** Of those that run anywhere, and of what this runtime brings. */
export async function peerRows(
  ownPeers: (sizes: readonly number[]) => Peer[],
  { sizes = reported, time = 40, isWanted = isAny } = {},
): Promise<Row[]> {
  const list = [...ownPeers(sizes), ...(await peers(sizes))].filter(({ name }) => isWanted(name));
  if (list.length === 0) return [];
  const times = await measure(list, { rounds: 1, time });
  return list.map(({ name, bytes }, i) => ({ name, bytes, nanoseconds: times[i] ?? Number.NaN }));
}
