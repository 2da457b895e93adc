/** Shows progress, counts, failures and manifests of runs, and removes runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { producerOf } from './add.js';
import { openRun } from './run.js';
import { readKey, withQueue } from './settings.js';

/** @type {(place: string, id: string | undefined, options: { wait: boolean }) => Promise<void>} whether to go on until nothing is left to do */
export async function status(place, id, { wait }) {
  const run = await openRun(place, await readKey(), id);
  const { task, source, target } = await run.order();
  console.log(`run ${run.id}: ${task} ${JSON.stringify(source)} ${JSON.stringify(target)}`);
  const isComplete = await withQueue(run.key, async (queue, redis) => {
    for (; ; await sleep(500)) {
      const isProducing = await redis.exists(producerOf(run.id));
      const jobs = (await queue.getJobs(['active', 'failed'])).filter((job) => job?.data.id === run.id);
      const failed = jobs.filter((job) => job.finishedOn);
      const { names, lists, left } = await run.files();
      if (names.has('manifest') && left.length === 0) return true;
      const isEnd = !wait || (failed.length > 0 && failed.length >= left.length);
      const counts = `${jobs.length - failed.length} under way, ${failed.length} given up`;
      if (isEnd || process.stdout.isTTY) console.log(`${lists - left.length} of ${lists} jobs done, ${counts}`);
      if (isEnd) for (const { id, failedReason } of failed) console.log(`given up: ${id}: ${failedReason}`);
      if (failed.length > 0) process.exitCode = 1;
      if (!isProducing && !names.has('end')) throw new Error('the producer ended before its time: resume the run');
      const state = await queue.getJobState(`${run.id}-${left[0] ?? 'end'}`);
      // The job may have ended since the files were listed.
      const now = state === 'unknown' && !isProducing ? await run.files() : undefined;
      if (now && now.left[0] === left[0] && !now.names.has('manifest'))
        throw new Error('Redis has lost jobs: resume the run');
      if (isEnd) return false;
    }
  });
  if (!isComplete) return;
  const sum = { made: 0, kept: 0, failed: 0, left: 0, bytes: 0 };
  for await (const { name, length = 0, result, reason } of run.read('manifest')) {
    sum[result]++;
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
  const run = await openRun(place, await readKey(), id);
  for await (const line of run.read('manifest')) console.log(JSON.stringify(line));
}

/** Removes the files of a run, and its jobs. Its outputs stay. */
export async function clean(/** @type {string} */ place, /** @type {string} */ id) {
  const run = await openRun(place, await readKey(), id);
  const { names, lists } = await run.files();
  await withQueue(run.key, async (queue) => {
    for (let part = 1; part <= lists; part++) await queue.remove(`${id}-${part}`);
    await queue.remove(`${id}-end`);
  });
  for (const name of names) await run.storage.remove(run.folder + name);
  // A folder is still there, without files.
  await run.storage.remove(run.folder.slice(0, -1));
  await run.storage.clean(id);
  console.log(`removed ${names.size} files of the run ${id}`);
}
