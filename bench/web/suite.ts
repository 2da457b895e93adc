/** The measurements of the page. Each function of a build, or of another package, has a row. */
import { load } from 'romulus-wasm';
import { type BuildName, moduleOf } from '../builds.js';
import { cases } from '../cases.js';
import { alike, manyCases } from '../many.js';
import { peers } from '../peers.js';
import type { Subject, SurveyRow } from './protocol.js';
import { messagesOf, type Setting } from './setting.js';

/** A call for one size, with this number of messages. */
type Task = { messages: number; run(): unknown };
type FlatTask = Omit<SurveyRow, 'subject'> & Task;
type Row = Omit<FlatTask, keyof Task> & { tasks: Task[] };

/** Every message of every function and package has this many bytes of associated data. */
const adLength = 16;

export async function rowsOf(subject: Subject, sizes: readonly number[], { decryption }: Setting): Promise<Row[]> {
  const tasks = subject === 'peers' ? await peerTasks(sizes) : await buildTasks(subject, sizes);
  const rows = new Map<string, Row>();
  for (const { name, by, workload, ...task } of tasks) {
    if (!decryption && / decrypt/.test(name)) continue;
    const id = `${name}, ${by}, ${workload}`;
    const row = rows.get(id) ?? { name, by, workload, tasks: [] };
    row.tasks.push(task);
    rows.set(id, row);
  }
  return [...rows.values()];
}

async function buildTasks(by: BuildName, sizes: readonly number[]): Promise<FlatTask[]> {
  const romulus = await load(moduleOf(by));
  const batches = sizes.map((size) => ({ batch: String(size), lengths: alike(messagesOf(size), size) }));
  const batchesWithAd = batches.map((batch) => ({ ...batch, adLength }));
  const ofModes = manyCases(romulus, batchesWithAd);
  const ofHash = manyCases(romulus, batches).sync.filter(({ name }) => name === 'hashMany');
  return [
    ...cases(romulus, [...sizes]).sync.map(({ name, run }) => ({ name, messages: 1, run })),
    ...[...ofModes.sync, ...ofHash].map(({ name, messages, many: run }) => ({ name, messages, run })),
  ]
    .filter(({ name }) => /^(Romulus-[NMT] (en|de)crypt(Many)?|Romulus-H|hashMany)$/.test(name))
    .map((task) => ({ ...task, by, workload: /Many$/.test(task.name) ? 'many' : 'one' }));
}

/** Other packages take messages one after the other. If they return promises, all calls begin before the first ends. */
async function peerTasks(sizes: readonly number[]): Promise<FlatTask[]> {
  return (await peers(sizes)).flatMap(({ name, bytes, run }): FlatTask[] => {
    const [algorithm = '', by = ''] = name.split(/, (.*)/);
    const one: FlatTask = { name: algorithm, by, workload: 'one', messages: 1, run };
    // The lists of other suites are measured elsewhere, and js-ascon would take minutes.
    if (by.startsWith('romulus-wasm/') || by === 'js-ascon') return [one];
    const messages = messagesOf(bytes);
    const many = () => {
      const results = Array.from({ length: messages }, run);
      return results[0] instanceof Promise ? Promise.all(results) : results;
    };
    return [one, { ...one, workload: 'many', messages, run: many }];
  });
}
