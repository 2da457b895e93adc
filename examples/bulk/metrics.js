/** Metrics for Prometheus and the health of a worker, for this machine only. */
import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, register } from 'prom-client';

collectDefaultMetrics();
const help = 'Objects of finished jobs, by what became of them.';
const objects = new Counter({ name: 'bulk_objects_total', help, labelNames: ['task', 'result'] });

/** Counts the objects of a finished job, each once. @type {(task: string, lines: import('./run.js').Line[]) => void} */
export function count(task, lines) {
  for (const { result = '' } of lines) objects.inc({ task, result });
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
