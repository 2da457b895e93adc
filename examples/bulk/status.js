/** Shows progress, counts and failures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { connect, queueOf, readKey } from './settings.js';

/** @param {{ wait: boolean }} options whether to go on until nothing is left to do */
export async function status({ wait }) {
  const key = await readKey();
  const connection = await connect();
  /** @type {Queue<import('./add.js').Job, import('./work.js').Result>} */
  const queue = new Queue(queueOf(key), { connection });
  for (;;) {
    const { completed = 0, failed = 0, ...counts } = await queue.getJobCounts();
    const left = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const isOver = !wait || left === 0;
    const all = completed + failed + left;
    if (isOver || process.stdout.isTTY)
      console.log(`${completed} of ${all} jobs done, ${counts.active} under way, ${failed} given up`);
    if (isOver) break;
    await sleep(1000);
  }

  const sum = { made: 0, kept: 0, bytes: 0 };
  /** @type {import('./work.js').Result['failed']} */
  const failures = [];
  for (let at = 0, isLast = false; !isLast; at += 500) {
    const jobs = await queue.getJobs(['completed', 'failed'], at, at + 499);
    isLast = jobs.length === 0;
    for (const { returnvalue, failedReason, data } of jobs) {
      sum.made += returnvalue?.made ?? 0;
      sum.kept += returnvalue?.kept ?? 0;
      sum.bytes += returnvalue?.bytes ?? 0;
      failures.push(...(returnvalue?.failed ?? []));
      if (!returnvalue) failures.push(...data.names.map((name) => ({ name, reason: failedReason })));
    }
  }
  console.log(`${sum.made} objects made, ${sum.kept} were complete, ${failures.length} failed; ${sum.bytes} bytes`);
  // A name may contain anything, so JSON escapes its control characters.
  for (const { name, reason } of failures) console.log(`failed: ${JSON.stringify(name)}: ${reason}`);
  await queue.close();
  connection.disconnect();
  if (failures.length > 0) process.exitCode = 1;
}
