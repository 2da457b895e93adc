/** Shows progress, counts, failures and manifests of runs, and removes runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { absolute, producerOf } from './add.js';
import { openRun } from './run.js';
import { connect, queueOf, readKey } from './settings.js';

/** @type {(place: string, id: string | undefined, options: { wait: boolean }) => Promise<void>} whether to go on until nothing is left to do */
export async function status(place, id, { wait }) {
  const run = await openRun(absolute(place), await readKey(), id);
  const { task, source, target } = await run.order();
  console.log(`run ${run.id}: ${task} ${JSON.stringify(source)} ${JSON.stringify(target)}`);
  const connection = await connect();
  /** @type {Queue<import('./add.js').Job>} */
  const queue = new Queue(queueOf(run.key), { connection });
  const own = async (/** @type {'active' | 'failed'} */ state) =>
    (await queue.getJobs([state])).filter((job) => job?.data.id === run.id);
  for (;;) {
    const [active, failed] = [await own('active'), await own('failed')];
    const isProducing = await connection.exists(producerOf(run));
    const { names, lists, left } = await run.files();
    const isComplete = names.has('manifest') && left.length === 0;
    const isOver = isComplete || (failed.length > 0 && failed.length >= left.length);
    if (isOver || !wait || process.stdout.isTTY)
      console.log(
        `${lists - left.length} of ${lists} jobs done, ${active.length} under way, ${failed.length} given up`,
      );
    for (const { id, failedReason } of !isComplete && (isOver || !wait) ? failed : [])
      console.log(`given up: ${id}: ${failedReason}`);
    if (isComplete) break;
    if (failed.length > 0) process.exitCode = 1;
    if (!isProducing && !names.has('end')) throw new Error('the producer ended before its time: resume the run');
    const state = await queue.getJobState(`${run.id}-${left[0] ?? 'end'}`);
    if (state === 'unknown' && !isProducing && !(await hasChanged()))
      throw new Error('Redis has lost jobs: resume the run');
    async function hasChanged() {
      const now = await run.files();
      return now.left[0] !== left[0] || now.names.has('manifest');
    }
    if (isOver || !wait) break;
    await sleep(500);
  }
  await queue.close();
  connection.disconnect();
  if (!(await run.files()).names.has('manifest')) return;
  const sum = { made: 0, kept: 0, failed: 0, left: 0, bytes: 0 };
  for await (const { name, length = 0, result, reason } of run.read('manifest')) {
    sum[/** @type {keyof sum} */ (result)]++;
    if (result !== 'failed') sum.bytes += length;
    // A name may contain anything, so JSON escapes its control characters.
    if (reason) console.log(`${result === 'left' ? 'left out' : result}: ${JSON.stringify(name)}: ${reason}`);
  }
  const counts = `${sum.made} objects made, ${sum.kept} were complete, ${sum.failed} failed, ${sum.left} left out`;
  console.log(`${counts}; ${sum.bytes} bytes`);
  if (sum.failed > 0) process.exitCode = 1;
}

/** Writes the manifest of a run, a line of JSON for each object. */
export async function manifest(/** @type {string} */ place, /** @type {string | undefined} */ id) {
  const run = await openRun(absolute(place), await readKey(), id);
  for await (const line of run.read('manifest')) console.log(JSON.stringify(line));
}

/** Removes the files of a run, and its jobs. Its outputs stay. */
export async function clean(/** @type {string} */ place, /** @type {string} */ id) {
  const run = await openRun(absolute(place), await readKey(), id);
  const connection = await connect();
  const queue = new Queue(queueOf(run.key), { connection });
  const { names } = await run.files();
  for (const part of ['end', ...[...names].map((name) => Number.parseInt(name, 10)).filter(Boolean)])
    await queue.remove(`${run.id}-${part}`);
  for (const name of names) await run.storage.remove(run.folder + name);
  await run.storage.clean(run.id);
  await queue.close();
  connection.disconnect();
  console.log(`removed ${names.size} files of the run ${run.id}`);
}
