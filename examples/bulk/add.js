/** The producer: begins a run, writes a list for each 256 MB or 1 000 objects into the target, and adds a job for each list. */
import { resolve } from 'node:path';
import { newId, openRun, Run } from './run.js';
import { numberOf, readKey, withQueue } from './settings.js';
import { openStorage } from './storage/storage.js';

/** @typedef {{ place: string, id: string, part: number | 'end' }} Job names a list of a run; nothing else stands in Redis */

/** @type {(place: string) => string} */
export const absolute = (place) =>
  place.startsWith('s3://') ? place.replace(/\/*$/, '/') : resolve(place, '_').slice(0, -1);

/** Redis forgets a producer after this time in milliseconds, unless the producer reminds it. */
const producerLife = 10_000;
export const producerOf = (/** @type {Run} */ { id }) => `romulus-bulk-producer-${id}`;

/** @type {(task: import('./run.js').Task, from: string, to: string, of?: string) => Promise<void>} */
export async function add(task, from, to, of) {
  const [source, target] = [absolute(from), absolute(to)];
  if (target.startsWith(source)) throw new Error('the target lies in the source: its outputs would be inputs');
  const key = await readKey();
  const [storage] = await Promise.all([openStorage(target), openStorage(source)]);
  const encrypted = task === 'decrypt' ? await openRun(source, key, of, 'encrypt') : undefined;
  if (encrypted) {
    console.log(`decrypts the run ${encrypted.id}`);
    if (!(await encrypted.files()).names.has('manifest'))
      throw new Error(`the run ${encrypted.id} is not complete: resume it, or name another one`);
  }
  const run = new Run(storage, key, newId(key));
  await run.write('run', [{ task, source, target, manifest: encrypted?.id }]);
  await produce(run);
}

/** Goes on with a run: with a producer that was killed, with jobs that Redis lost, and with what failed. */
export async function resume(/** @type {string} */ place, /** @type {string | undefined} */ id) {
  await produce(await openRun(absolute(place), await readKey(), id));
}

async function produce(/** @type {Run} */ run) {
  const [mostObjects, mostBytes] = [numberOf('JOB_OBJECTS', 1000), numberOf('JOB_BYTES', 256e6)];
  const { source, target: place, manifest } = await run.order();
  await withQueue(run.key, async (queue, redis) => {
    if (!(await redis.set(producerOf(run), '', 'PX', producerLife, 'NX')))
      throw new Error(`another producer works on ${run.id}, or died less than ${producerLife / 1000} seconds ago`);
    const remind = () => redis.set(producerOf(run), '', 'PX', producerLife).catch(() => {});
    const reminding = setInterval(remind, producerLife / 4);
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
    for (const part of again) await retry(run, part);
    for (const part of [...left, ...again]) await send(part);

    const sum = { jobs: lists, objects: 0, bytes: 0 };
    /** @type {import('./run.js').Line[]} */
    let lines = [];
    let room = mostBytes;
    const finishList = async () => {
      if (lines.length === 0) return;
      await run.write(`${++sum.jobs}.list`, lines);
      await send(sum.jobs);
      [lines, room] = [[], mostBytes];
    };
    if (!names.has('end')) {
      let last;
      if (lists > 0) for await (const line of run.read(`${lists}.list`)) last = line;
      for await (const line of inputsOf(run.key, source, manifest, last)) {
        const { length = 0 } = line;
        if (lines.length === mostObjects || length > room) await finishList();
        lines.push(line);
        room -= length;
        sum.objects += line.result ? 0 : 1;
        sum.bytes += length;
      }
      await finishList();
      if (sum.jobs === 0) throw new Error(`there are no objects in ${source}`);
      await run.write('end', [{ lists: sum.jobs }]);
    }
    await send('end');
    clearInterval(reminding);
    await redis.del(producerOf(run));
    const jobs = left.length + again.length + sum.jobs - lists;
    console.log(`${sum.objects} objects, ${sum.bytes} bytes; ${jobs} jobs are new`);
  });
}

/** Makes a list of what failed in a job. What is done stays in the list with its result. */
async function retry(/** @type {Run} */ run, /** @type {number} */ part) {
  const lines = [];
  // Without a length it is no object: it had failed when the source was listed.
  for await (const { result, reason, ...line } of run.read(`${part}.failed`))
    lines.push(result === 'failed' && line.length !== undefined ? line : { ...line, result, reason });
  await run.write(`${part}.list`, lines);
  await run.storage.remove(`${run.folder}${part}.failed`);
}

/** The lines of a source after the last line of an earlier producer. @returns {AsyncGenerator<import('./run.js').Line>} */
async function* inputsOf(key, source, manifest, last) {
  const storage = await openStorage(source);
  if (!manifest) return yield* storage.list(last?.name);
  // The manifest says what to decrypt. It and the listing have about the same order, so that few names wait for their match.
  const listing = storage.list()[Symbol.asyncIterator]();
  /** @type {Map<string, import('./run.js').Line>} */
  const others = new Map();
  const unseen = new Set();
  const look = async () => {
    const { value, done } = await listing.next();
    if (!done && !unseen.delete(value.name)) others.set(value.name, value);
    return !done;
  };
  let isNew = !last;
  for await (const { name, length, digest, output } of new Run(storage, key, manifest).read('manifest')) {
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
