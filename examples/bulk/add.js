/** The producer: begins a run, writes a list for each 256 MB or 1 000 objects into the target, and adds a job for each list. */
import { newId, openRun, runOf } from './run.js';
import { numberOf, readKey, withQueue } from './settings.js';
import { openStorage } from './storage/storage.js';

/**
 * @import { Line, Run } from './run.js'
 * @typedef {{ place: string, id: string, part: number | 'end' }} Job names a list of a run; nothing else stands in Redis
 */

/** Redis forgets a producer after this time in milliseconds, unless the producer reminds it. */
const producerLife = 10_000;
export const producerOf = (/** @type {string} */ id) => `romulus-bulk-producer-${id}`;

/** @type {(task: import('./run.js').Task, from: string, to: string, of?: string) => Promise<void>} */
export async function add(task, from, to, of) {
  const [{ place: source }, storage, key] = await Promise.all([openStorage(from), openStorage(to), readKey()]);
  const target = storage.place;
  if (of && task !== 'decrypt') throw new Error('only decryption takes a run');
  if (target.startsWith(source)) throw new Error('the target lies in the source: its outputs would be inputs');
  const encrypted = task === 'decrypt' ? await openRun(source, key, of, 'encrypt') : undefined;
  if (encrypted && !(await encrypted.files()).names.has('manifest'))
    throw new Error(`the run ${encrypted.id} is not complete: resume it, or name another one`);
  if (encrypted) console.log(`decrypts the run ${encrypted.id}`);
  const run = runOf(storage, key, newId(key));
  await run.write('run', [{ task, source, target, manifest: encrypted?.id }]);
  await produce(run);
}

/** Goes on with a run: with a producer that was killed, with jobs that Redis lost, and with what failed. */
export async function resume(/** @type {string} */ place, /** @type {string | undefined} */ id) {
  await produce(await openRun(place, await readKey(), id));
}

async function produce(/** @type {Run} */ run) {
  const [mostObjects, mostBytes] = [numberOf('JOB_OBJECTS', 1000), numberOf('JOB_BYTES', 256e6)];
  const { source, target: place, manifest } = await run.order();
  await withQueue(run.key, async (queue, redis) => {
    const producer = producerOf(run.id);
    if (!(await redis.set(producer, '', 'PX', producerLife, 'NX')))
      throw new Error(`another producer works on ${run.id}, or died less than ${producerLife / 1000} seconds ago`);
    const reminding = setInterval(() => redis.set(producer, '', 'PX', producerLife).catch(() => {}), producerLife / 4);
    console.log(`run ${run.id}`);
    const send = async (/** @type {Job['part']} */ part) => {
      const jobId = `${run.id}-${part}`;
      const old = await queue.getJob(jobId);
      if (old?.finishedOn) await old.remove();
      const attempts = { attempts: 3, backoff: { type: 'exponential', delay: 1000 } };
      await queue.add('job', { place, id: run.id, part }, { jobId, ...attempts, removeOnComplete: true });
    };
    const { names, lists, left } = await run.files();
    await run.storage.remove(`${run.folder}manifest`);
    const again = Array.from({ length: lists }, (_, i) => i + 1).filter((part) => names.has(`${part}.failed`));
    for (const part of again) {
      // The list keeps finished objects with their results.
      await run.write(`${part}.list`, run.read(`${part}.failed`));
      await run.storage.remove(`${run.folder}${part}.failed`);
    }
    for (const part of [...left, ...again]) await send(part);
    let jobs = lists;
    if (!names.has('end')) {
      let last;
      if (lists > 0) for await (const line of run.read(`${lists}.list`)) last = line;
      for await (const lines of listsOf(inputsOf(run.key, source, manifest, last), mostObjects, mostBytes)) {
        await run.write(`${++jobs}.list`, lines);
        await send(jobs);
      }
      if (jobs === 0) throw new Error(`there are no objects in ${source}`);
      await run.write('end', [{ lists: jobs }]);
    }
    await send('end');
    clearInterval(reminding);
    await redis.del(producer);
    console.log(`${left.length + again.length + jobs - lists} new jobs`);
  });
}

/** @type {(lines: AsyncIterable<Line>, mostObjects: number, mostBytes: number) => AsyncIterable<Line[]>} */
async function* listsOf(lines, mostObjects, mostBytes) {
  let [list, bytes] = [/** @type {Line[]} */ ([]), 0];
  for await (const line of lines) {
    bytes += line.length ?? 0;
    if (list.length === mostObjects || (list.length > 0 && bytes > mostBytes)) {
      yield list;
      [list, bytes] = [[], line.length ?? 0];
    }
    list.push(line);
  }
  if (list.length > 0) yield list;
}

/** The lines of a source after the last line of an earlier producer. @returns {AsyncGenerator<Line>} */
async function* inputsOf(key, source, manifest, last) {
  const storage = await openStorage(source);
  if (!manifest) return yield* storage.list(last?.name);
  // The manifest says what to decrypt. It and the listing have about the same order, so that few names wait for their match.
  const listing = storage.list()[Symbol.asyncIterator]();
  const [others, unseen] = [/** @type {Map<string, Line>} */ (new Map()), new Set()];
  const look = async () => {
    const { value, done } = await listing.next();
    if (!done && !unseen.delete(value.name)) others.set(value.name, value);
    return !done;
  };
  let isNew = !last;
  for await (const { name, length, digest, output } of runOf(storage, key, manifest).read('manifest')) {
    if (output === undefined) continue;
    if (!others.delete(output)) unseen.add(output);
    await look();
    if (isNew) yield { name: output, length, digest, output: name };
    isNew ||= output === last?.name;
  }
  while (await look());
  const added = { result: /** @type {const} */ ('failed'), reason: 'it was added: the manifest does not name it' };
  for (const entry of [...others.values()].sort((a, b) => (a.name < b.name ? -1 : 1)))
    if (!last || last.digest || entry.name > last.name) yield entry.result ? entry : { name: entry.name, ...added };
}
