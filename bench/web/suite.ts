/** The measurements of the page. Each function of a build, or of another package, has a row. */
import { load } from 'romulus-wasm';
import { type BuildName, moduleOf } from '../builds.js';
import { cases } from '../cases.js';
import { alike, manyCases } from '../many.js';
import { peers } from '../peers.js';
import { messagesOf, type Row, type Subject } from './setting.js';

/** A call for one size, with this number of messages. */
type Task = { messages: number; run(): unknown };
type Measured = Row & { tasks: Task[] };

/** Every message has this many bytes of associated data, if it is encrypted. */
const adLength = 16;

export async function rowsOf(subject: Subject, sizes: readonly number[]): Promise<Measured[]> {
  const tasks = subject === 'peers' ? await peerTasks(sizes) : await buildTasks(subject, sizes);
  const rows = new Map<string, Measured>();
  for (const { name, by, load, messages, run } of tasks) {
    const id = `${name}, ${by}, ${load}`;
    const hashes = /^(Romulus-H|SHA|BLAKE)/.test(name) ? 'hashing' : 'encryption';
    const group = by.startsWith('romulus-wasm/') ? 'other suites' : hashes;
    const row = rows.get(id) ?? { subject, group, name, by, load, tasks: [] };
    row.tasks.push({ messages, run });
    rows.set(id, row);
  }
  return [...rows.values()];
}

type FlatTask = Pick<Row, 'name' | 'by' | 'load'> & Task;

async function buildTasks(by: BuildName, sizes: readonly number[]): Promise<FlatTask[]> {
  const romulus = await load(moduleOf(by));
  const batches = sizes.map((size) => ({ batch: String(size), lengths: alike(messagesOf(size), size) }));
  const ofModes = manyCases(
    romulus,
    batches.map((batch) => ({ ...batch, adLength })),
  );
  const ofHash = manyCases(romulus, batches).filter(({ name }) => name === 'hashMany');
  const one = cases(romulus, [...sizes]).sync.filter(({ name }) => /^Romulus-([NMT] encrypt|H)$/.test(name));
  const many = [...ofModes, ...ofHash];
  return [
    ...one.map(({ name, run }) => ({ name, by, load: 'one' as const, messages: 1, run })),
    ...many.map(({ name, messages, many: run }) => ({ name, by, load: 'many' as const, messages, run })),
  ].map((task) => ({ ...task, name: task.name.replace('hashMany', 'Romulus-H').replace(/ encrypt(Many)?$/, '') }));
}

/** Other packages take messages one after the other. If they return promises, all calls begin before the first ends. */
async function peerTasks(sizes: readonly number[]): Promise<FlatTask[]> {
  return (await peers(sizes)).flatMap(({ name: title, bytes, run }): FlatTask[] => {
    const [name = '', by = ''] = title.split(/, (.*)/);
    const one: FlatTask = { name, by, load: 'one', messages: 1, run };
    // The other suites have no lanes, and js-ascon would take minutes.
    if (by.startsWith('romulus-wasm/') || by === 'js-ascon') return [one];
    const messages = messagesOf(bytes);
    const many = () => {
      const results = Array.from({ length: messages }, run);
      return results[0] instanceof Promise ? Promise.all(results) : results;
    };
    return [one, { ...one, load: 'many', messages, run: many }];
  });
}
