/** Metrics for Prometheus and the health of a worker, for this machine only. */
import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, register } from 'prom-client';

collectDefaultMetrics();
const help = 'Objects of finished jobs, by what became of them; bytes of their plaintexts.';
const objects = new Counter({ name: 'bulk_objects_total', help, labelNames: ['task', 'result'] });
const bytes = new Counter({ name: 'bulk_bytes_total', help, labelNames: ['task'] });

/** Counts the objects of a finished job, each once. @type {(task: string, lines: import('./run.js').Line[]) => string} */
export function count(task, lines) {
  const sum = { made: 0, kept: 0, failed: 0, left: 0 };
  for (const { result, length = 0 } of lines) {
    if (!result) continue;
    sum[result]++;
    objects.inc({ task, result });
    if (result !== 'failed') bytes.inc({ task }, length);
  }
  return `${sum.made} made, ${sum.kept} were complete, ${sum.failed} failed`;
}

/** `/metrics` has what this worker did, `/healthz` answers while the process works, and `/readyz` while it gets jobs. */
export const serveMetrics = (port, worker, connection) =>
  createServer(async ({ url }, response) => {
    const isReady = worker.isRunning() && connection.status === 'ready';
    if (url === '/metrics') response.setHeader('content-type', register.contentType).end(await register.metrics());
    else if (url === '/healthz') response.end('alive\n');
    else if (url === '/readyz') response.writeHead(isReady ? 200 : 503).end(isReady ? 'ready\n' : 'no Redis\n');
    else response.writeHead(404).end();
  }).listen(port, '127.0.0.1');
