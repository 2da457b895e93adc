/** The producer: walks a source, and adds a job for each 256 MB or 1 000 objects. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { Queue } from 'bullmq';
import { connect, numberOf, queueOf, readKey } from './settings.js';
import { openStorage } from './storage/storage.js';

/** @typedef {{ task: import('./tasks.js').Task, source: string, target: string, names: string[] }} Job */

/** @type {(place: string) => string} */
const absolute = (place) => (place.startsWith('s3://') ? place.replace(/\/*$/, '/') : `${resolve(place)}/`);

/** @type {(task: import('./tasks.js').Task, from: string, to: string) => Promise<void>} */
export async function add(task, from, to) {
  const [source, target] = [absolute(from), absolute(to)];
  if (target.startsWith(source)) throw new Error('the target lies in the source: its outputs would be inputs');
  const [mostObjects, mostBytes] = [numberOf('JOB_OBJECTS', 1000), numberOf('JOB_BYTES', 256e6)];
  const key = await readKey();
  const [storage] = await Promise.all([openStorage(source), openStorage(target)]);
  const connection = await connect();
  const queue = new Queue(queueOf(key), { connection });

  let [jobs, objects, bytes] = [0, 0, 0];
  /** @type {string[]} */
  let names = [];
  let room = mostBytes;
  const send = async () => {
    if (names.length === 0) return;
    const data = { task, source, target, names };
    // Equal work has an equal id, so that nothing is added twice.
    const jobId = createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 32);
    const old = await queue.getJob(jobId);
    // A finished job is done again, but complete outputs are kept.
    if (old?.finishedOn) await old.remove();
    await queue.add(task, data, { jobId, attempts: 3, backoff: { type: 'exponential', delay: 1000 } });
    jobs += old && !old.finishedOn ? 0 : 1;
    [names, room] = [[], mostBytes];
  };
  for await (const { name, length } of storage.list()) {
    if (names.length === mostObjects || length > room) await send();
    names.push(name);
    room -= length;
    objects++;
    bytes += length;
  }
  await send();
  await queue.close();
  connection.disconnect();
  console.log(`${objects} objects, ${bytes} bytes; ${jobs} jobs are new`);
}
