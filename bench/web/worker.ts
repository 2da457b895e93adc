/** The worker that measures one subject, once. The page stays usable meanwhile, and ending the worker stops a run. */
import { load } from 'romulus-wasm';
import { type BuildName, moduleOf } from '../builds.js';
import { alike, cases, manyCases } from '../cases.js';
import { measure } from '../measure.js';
import { peers } from '../peers.js';
import { messagesOf, type Order, type Report, type Row } from './setting.js';

const report = (what: Report) => postMessage(what);

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  measureTurn(data).catch((error: unknown) => report({ type: 'failed', message: String(error) }));
});

async function measureTurn({ subject, setting: { sizes, time } }: Order): Promise<void> {
  // The clock's step then adds some 2 % at most. The clocks of browsers that resist fingerprinting are so coarse that a
  // run would never end, so there the step may add 10 %.
  const step = clockStep();
  const shortest = Math.max(0.2, Math.min(50 * step, Math.max(50, 10 * step)));
  const all = subject === 'peers' ? await peerTasks(sizes) : await buildTasks(subject, sizes);
  const idOf = ({ name, by, load }: Task) => `${name}, ${by}, ${load}`;
  for (const id of new Set(all.map(idOf))) {
    const tasks = all.filter((task) => idOf(task) === id);
    const [{ name, by, load }] = tasks as [Task];
    const hashes = /^(Romulus-H|SHA|BLAKE)/.test(name) ? 'hashing' : 'encryption';
    const group = by.startsWith('romulus-wasm/') ? 'other suites' : hashes;
    const times = await measure(tasks, { rounds: 1, time, iterations: 3, shortest });
    // No clock gives more than four digits.
    const ofMessage = times.map((ofCall, i) => Number((ofCall / tasks[i]!.messages).toPrecision(4)));
    report({ type: 'figures', row: { subject, group, name, by, load }, times: ofMessage });
  }
  report({ type: 'done' });
}

/** Returns the clock's step in milliseconds. It is the smallest of several, because browsers add noise to each step. */
function clockStep(): number {
  const steps = Array.from({ length: 10 }, () => {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    return now - start;
  });
  return Math.min(...steps);
}

/** A call for one size, with this number of messages. The calls of a row follow each other in the order of the sizes. */
type Task = Pick<Row, 'name' | 'by' | 'load'> & { messages: number; run(): unknown };

/** Every message has this many bytes of associated data, if it is encrypted. */
const adLength = 16;

async function buildTasks(by: BuildName, sizes: readonly number[]): Promise<Task[]> {
  const romulus = await load(moduleOf(by));
  const batches = sizes.map((size) => ({ batch: '', lengths: alike(messagesOf(size), size), adLength }));
  const one = cases(romulus, sizes).filter(({ name }) => !name.endsWith('decrypt'));
  return [
    ...one.map(({ name, run }) => ({ name, by, load: 'one' as const, messages: 1, run })),
    ...manyCases(romulus, batches).map(({ name, messages, many: run }) => ({
      name,
      by,
      load: 'many' as const,
      messages,
      run,
    })),
  ].map((task) => ({ ...task, name: task.name.replace('hashMany', 'Romulus-H').replace(/ encrypt(Many)?$/, '') }));
}

/** Other packages take messages one after the other. If they return promises, all calls begin before the first ends. */
async function peerTasks(sizes: readonly number[]): Promise<Task[]> {
  return (await peers(sizes)).flatMap(({ name: title, bytes, run }): Task[] => {
    const [name = '', by = ''] = title.split(/, (.*)/);
    const one: Task = { name, by, load: 'one', messages: 1, run };
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
