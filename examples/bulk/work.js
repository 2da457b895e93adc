/** A worker: takes jobs from the queue until it is told to stop. Its metrics and its health are for this machine only. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, WaitingError, Worker } from 'bullmq';
import closeWithGrace from 'close-with-grace';
import { Counter, collectDefaultMetrics, register } from 'prom-client';
import { createPool } from 'romulus-wasm/pool';
import { openRun } from './run.js';
import { connect, numberOf, queueOf, readKey } from './settings.js';
import { openStorage } from './storage/storage.js';
import { doObject } from './tasks.js';

/** An object that failed is tried again after each of these times in milliseconds. */
const pauses = [0, 1000, 2000];
const failed = (/** @type {string} */ reason) => ({ result: /** @type {const} */ ('failed'), reason });
/** An entry without a length is no object: it had failed when the source was listed. */
const isToDo = (/** @type {import('./run.js').Line} */ { result, length }) =>
  !result || (result === 'failed' && length !== undefined);

collectDefaultMetrics();
const help = 'Objects of finished jobs, by what became of them.';
const objects = new Counter({ name: 'bulk_objects_total', help, labelNames: ['task', 'result'] });

export async function work() {
  const [threads, metricsPort] = [numberOf('THREADS', 1), numberOf('METRICS_PORT', 0)];
  const [atATime, lockDuration] = [numberOf('OBJECTS_AT_A_TIME', 8), numberOf('LOCK_DURATION', 30_000)];
  const stopLimit = numberOf('STOP_LIMIT', 60_000);
  const [key, connection, pool] = [await readKey(), await connect(), await createPool({ threads })];
  const stopping = new AbortController();
  const { signal } = stopping;

  /** @type {import('bullmq').Processor<import('./add.js').Job>} */
  const process = async (job, token) => {
    const { place, id, part } = job.data;
    const run = await openRun(place, key, id);
    const { task, source: from, target: to } = await run.order();
    // A run names its places itself, so that whoever writes to Redis can choose none.
    if (to !== place) throw new Error(`the run ${id} is not of this place`);
    if (part === 'end') return finish(run, job, token);
    const [source, target] = [await openStorage(from), run.storage];
    await target.clean(`${job.id}.`);
    const lines = /** @type {import('./run.js').Line[]} */ (await Readable.from(run.read(`${part}.list`)).toArray());
    const all = { task, source, target, key, pool, attempt: `${job.id}.${job.attemptsStarted}`, signal };
    for (const pause of pauses) {
      if (lines.some(isToDo)) await sleep(pause, undefined, { signal }).catch(() => {});
      const next = [...lines.entries()].filter(([, line]) => isToDo(line)).values();
      const some = async () => {
        for (const [i, { result, reason, ...line }] of next)
          if (!signal.aborted)
            lines[i] = { ...line, ...(await doObject(all, line).catch((error) => failed(error.message))) };
      };
      await Promise.all(Array.from({ length: atATime }, some));
    }
    if (signal.aborted) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    // A worker that was stopped for too long has lost its job. The worker that has the job now says what became of it.
    if (!(await job.extendLock(/** @type {string} */ (token), lockDuration))) throw new Error('another worker has it');
    await run.write(`${part}.${lines.some(({ result }) => result === 'failed') ? 'failed' : 'done'}`, lines);
    for (const { result = '' } of lines) objects.inc({ task, result });
  };

  const worker = new Worker(queueOf(key), process, {
    connection,
    // A dead worker holds its job for this time. Its death does not count as a failed attempt.
    lockDuration,
    stalledInterval: lockDuration / 2,
    maxStalledCount: 1000,
    metrics: { maxDataPoints: 60 },
  });
  worker.on('error', (error) => console.error(`the queue: ${error.message}`));
  worker.on('failed', (job, error) => console.error(`job ${job?.id} failed: ${error.message}`));
  worker.on('completed', (job) => console.log(`job ${job.id} is done`));
  const server = metricsPort > 0 ? serveMetrics(metricsPort, worker, connection) : undefined;

  // Finishes the job under way if that does not take too long. Otherwise the queue gets the job back.
  closeWithGrace({ delay: stopLimit + 10_000 }, async ({ err }) => {
    if (err) console.error(err);
    setTimeout(() => stopping.abort(new Error('the worker stops')), stopLimit).unref();
    await worker.close();
    server?.close();
    await pool.close();
    connection.disconnect();
  });
  console.log(`waits for jobs of the key ${key.id}`);
}

/** Writes the manifest when all jobs of the run are done. */
async function finish(/** @type {import('./run.js').Run} */ run, /** @type {import('bullmq').Job} */ job, token) {
  const started = Date.now();
  const { names, lists, left } = await run.files();
  if (left.length > 0 || lists !== (await run.first('end')).lists) {
    // The more files a run has, the less often they are listed.
    await job.moveToDelayed(Date.now() + Math.max(300, 20 * (Date.now() - started)), token);
    throw new DelayedError();
  }
  const lines = async function* () {
    for (let part = 1; part <= lists; part++)
      yield* run.read(`${part}.${names.has(`${part}.done`) ? 'done' : 'failed'}`);
  };
  await run.storage.clean(run.id);
  await run.write('manifest', lines());
}

/** `/metrics` has what this worker did, `/healthz` answers while the process works, and `/readyz` while it gets jobs. */
const serveMetrics = (port, worker, connection) =>
  createServer(async ({ url }, response) => {
    const isReady = worker.isRunning() && connection.status === 'ready';
    if (url === '/metrics') response.setHeader('content-type', register.contentType).end(await register.metrics());
    else if (url === '/healthz') response.end('alive\n');
    else if (url === '/readyz') response.writeHead(isReady ? 200 : 503).end(isReady ? 'ready\n' : 'no Redis\n');
    else response.writeHead(404).end();
  }).listen(port, '127.0.0.1');
