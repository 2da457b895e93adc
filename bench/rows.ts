/** What the benchmark measures, as rows to print: the functions, many messages at once, peers. */
import { load } from 'romulus-wasm';
import { availableBuilds, type BuildName, kernelOf, moduleOf } from './builds.js';
import { cases } from './cases.js';
import { type ManyCase, manyCases, otherSuiteCases } from './many.js';
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

export async function functionRows(build: BuildName): Promise<Row[]> {
  const kernel = await kernelOf(build);
  const count = 1000;
  const chains = [{ run: () => kernel.chain_of_one(count) }, { run: () => kernel.chain_of_pairs(count) }];
  const { sync, promise } = cases(await load(moduleOf(build)), reported);
  const short = promise.filter(({ bytes }) => bytes === 64).map((one) => ({ ...one, name: `${one.name}, promise` }));
  const long = promise.filter(({ name, bytes }) => name === 'hashStream' && bytes > 64);
  const list = [...sync, ...long, ...short];
  const [one = 0, pair = 0, ...times] = await measure([...chains, ...list]);
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

/** Of the cases whose name or batch has the word `wanted` in it; the other suites with the build that they take. */
export async function manyRows(build: BuildName, wanted: string): Promise<ManyRow[]> {
  const { sync, promise } = manyCases(await load(moduleOf(build)));
  if (build === availableBuilds().at(-1)) {
    const others = await otherSuiteCases();
    sync.push(...others.sync);
    promise.push(...others.promise);
  }
  return rowsOf(sync, promise, (one) => `${one.name}, ${one.batch}`.toLowerCase().includes(wanted.toLowerCase()));
}

/** All of the sync functions; of the promise functions one batch. */
export async function reportedManyRows(build: BuildName): Promise<ManyRow[]> {
  const { sync, promise } = manyCases(await load(moduleOf(build)));
  const short = promise.filter(({ batch }) => batch === '256 x 1 KiB');
  return rowsOf(sync, short, () => true);
}

async function rowsOf(sync: ManyCase[], promise: ManyCase[], wanted: (one: ManyCase) => boolean): Promise<ManyRow[]> {
  const rows: ManyRow[] = [];
  for (const [way, list] of Object.entries({ promise, sync }))
    for (const one of list.map((one) => ({ ...one, name: `${one.name}, ${way}` })))
      if (wanted(one)) rows.push(await manyRow(one));
  return rows;
}

async function manyRow({ name, batch, messages, bytes, many, oneByOne }: ManyCase): Promise<ManyRow> {
  // Each case against its own opposite in short turns, not all cases in one: a batch may take 100 ms.
  const [together = 0, apart = 0] = await measure([{ run: many }, { run: oneByOne }], { time: 20, iterations: 2 });
  return {
    name,
    batch,
    nanoseconds: together / messages,
    megabytesASecond: megabytesASecond(bytes, together),
    timesFaster: apart / together,
  };
}

/** Of those that run anywhere, and of what this runtime brings. */
export async function peerRows(ownPeers: (sizes: readonly number[]) => Peer[]): Promise<Row[]> {
  const list = [...ownPeers(reported), ...(await peers(reported))];
  const times = await measure(list, { rounds: 1 });
  return list.map(({ name, bytes }, i) => ({ name, bytes, nanoseconds: times[i] ?? Number.NaN }));
}
