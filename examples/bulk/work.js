/** A worker: takes jobs from the queue until it is told to stop. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { Queue, WaitingError, Worker } from 'bullmq';
import closeWithGrace from 'close-with-grace';
import { Counter, collectDefaultMetrics, register } from 'prom-client';
import { createPool } from 'romulus-wasm/pool';
import { connect, numberOf, queueOf, readKey } from './settings.js';
import { openStorage, ownFolder } from './storage/storage.js';
import { doObject } from './tasks.js';

collectDefaultMetrics();
const help = 'Objects, by what became of them; bytes of plaintext.';
const metrics = {
  objects: new Counter({ name: 'bulk_objects_total', help, labelNames: ['task', 'result'] }),
  bytes: new Counter({ name: 'bulk_bytes_total', help, labelNames: ['task'] }),
};

/** @typedef {{ made: number, kept: number, bytes: number, failed: { name: string, reason: string }[] }} Result of a job */

export async function work() {
  const [threads, atATime] = [numberOf('THREADS', 1), numberOf('OBJECTS_AT_A_TIME', 8)];
  const [stopLimit, metricsPort] = [numberOf('STOP_LIMIT', 60_000), numberOf('METRICS_PORT', 0)];
  const lockDuration = numberOf('LOCK_DURATION', 30_000);
  const key = await readKey();
  const connection = await connect();
  const pool = await createPool({ threads });
  const stopping = new AbortController();

  /** @type {import('bullmq').Processor<import('./add.js').Job, Result>} */
  const process = async (job, token) => {
    const { task, names } = job.data;
    const [source, target] = await Promise.all([openStorage(job.data.source), openStorage(job.data.target)]);
    const id = /** @type {string} */ (job.id);
    const manifest = `${ownFolder}manifest/${id}.jsonl`;
    // An earlier attempt at this job may have done a part of it.
    const known = job.attemptsStarted > 1 ? await readManifest(target, manifest) : new Map();
    await target.clean(id);

    /** @type {(import('./tasks.js').Line | undefined)[]} */
    const lines = names.map(() => undefined);
    /** @type {Result} */
    const result = { made: 0, kept: 0, bytes: 0, failed: [] };
    const next = names.entries();
    const attempt = `${id}.${job.attemptsStarted}`;
    const all = { task, source, target, key, pool, attempt, signal: stopping.signal };
    const someObjects = async () => {
      for (const [i, name] of next) {
        try {
          const { isNew, ...line } = await doObject(all, name, known.get(name));
          lines[i] = line;
          result[isNew ? 'made' : 'kept']++;
          result.bytes += line.length;
          metrics.objects.inc({ task, result: isNew ? 'made' : 'kept' });
          metrics.bytes.inc({ task }, line.length);
        } catch (error) {
          if (stopping.signal.aborted) return;
          metrics.objects.inc({ task, result: 'failed' });
          result.failed.push({ name, reason: error instanceof Error ? error.message : String(error) });
        }
      }
    };
    await Promise.all(Array.from({ length: atATime }, someObjects));
    if (stopping.signal.aborted) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    // A worker that was stopped for too long has lost its job. The worker that has the job now makes the manifest.
    if (!(await job.extendLock(/** @type {string} */ (token), lockDuration))) throw new Error('another worker has it');
    const text = lines.flatMap((line) => (line ? [`${JSON.stringify(line)}\n`] : [])).join('');
    await target.write(manifest, Readable.from([Buffer.from(text)]), attempt);
    // A failed object may succeed in a later attempt, which keeps the complete outputs.
    if (result.failed.length > 0 && job.attemptsMade + 1 < (job.opts.attempts ?? 1))
      throw new Error(`${result.failed.length} objects failed, such as ${result.failed[0]?.name}`);
    return result;
  };

  const worker = new Worker(queueOf(key), process, {
    connection,
    // A dead worker holds its job for this time. Its death does not count as a failed attempt.
    lockDuration,
    stalledInterval: lockDuration / 2,
    maxStalledCount: 1000,
  });
  worker.on('error', (error) => console.error(`the queue: ${error.message}`));
  worker.on('failed', (job, error) => console.error(`job ${job?.id} failed: ${error.message}`));
  worker.on('completed', (job, { made, kept, failed }) =>
    console.log(`job ${job.id}: ${made} made, ${kept} were complete, ${failed.length} failed`),
  );
  console.log(`waits for jobs of the key ${key.id}`);
  const queue = new Queue(queueOf(key), { connection });
  const server = createServer(async (_, response) => {
    response.setHeader('content-type', register.contentType);
    response.end((await register.metrics()) + (await queue.exportPrometheusMetrics()));
  });
  if (metricsPort > 0) server.listen(metricsPort);

  // Finishes the job under way if that does not take too long. Otherwise the queue gets the job back.
  closeWithGrace({ delay: stopLimit + 10_000 }, async ({ err }) => {
    if (err) console.error(err);
    setTimeout(() => stopping.abort(new Error('the worker stops')), stopLimit).unref();
    await worker.close();
    await queue.close();
    server.close();
    await pool.close();
    connection.disconnect();
  });
}

/** @type {(target: import('./storage/storage.js').Storage, name: string) => Promise<Map<string, import('./tasks.js').Line>>} */
async function readManifest(target, name) {
  if (!(await target.has(name))) return new Map();
  const lines = (await textOf(Readable.from(await target.read(name)))).split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)).map((line) => [line.name, line]));
}
