/**
 * A load test on this machine: starts the service, opens a million messages of 200 devices through it and compares
 * every answer. Meanwhile other clients are slow, go away, stream bodies to be hashed or send many requests at once.
 * Fails if anything was lost or mixed up.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { makeMessages } from './messages.js';
import { aborting, pipelining, slow, streaming } from './others.js';

const requests = Number(process.env.REQUESTS ?? 1_000_000);
const connections = Number(process.env.CONNECTIONS ?? 64);

const { keys, messages } = await makeMessages();
const folder = mkdtempSync(join(tmpdir(), 'hash-service-'));
const keyFile = join(folder, 'keys.json');
writeFileSync(keyFile, JSON.stringify(keys));

const service = spawn(process.execPath, [fileURLToPath(new URL('../server.js', import.meta.url))], {
  env: { ...process.env, PORT: '0', OPERATIONS_PORT: '0', KEY_FILE: keyFile },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(service, 'exit');
process.once('exit', () => {
  service.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});
let log = '';
for await (const part of service.stdout.iterator({ destroyOnReturn: false })) {
  log += part;
  if (log.includes('metrics at')) break;
}
service.stdout.pipe(process.stderr);
const [port, operations] = ['listening', 'metrics'].map((name) =>
  Number(log.split(`${name} at http://127.0.0.1:`)[1]?.match(/^\d+/)?.[0]),
);

/** @type {import('./others.js').Run} */
const run = { port: Number(port), messages, over: false };
const others = [
  ...Array.from({ length: 20 }, () => slow(run)),
  ...Array.from({ length: 20 }, () => aborting(run)),
  ...Array.from({ length: 2 }, () => streaming(run)),
  ...Array.from({ length: 4 }, () => pipelining(run)),
];

let next = 0;
let right = 0;
const wrong = /** @type {string[]} */ ([]);
const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  amount: requests,
  timeout: 60,
  requests: [
    {
      method: 'POST',
      path: '/open',
      headers: { 'content-type': 'application/json' },
      setupRequest(request, context) {
        const message = messages[next++ % messages.length];
        Object.assign(context, { message });
        return { ...request, body: message?.request };
      },
      onResponse(status, body, context) {
        const { message } = /** @type {{ message: import('./messages.js').Message }} */ (context);
        if (status === message.status && body === message.answer) right++;
        else wrong.push(`${status} ${body} instead of ${message.status} ${message.answer}`);
      },
    },
  ],
});
run.over = true;
/** @type {Record<string, number>} */
const counts = {};
for (const done of await Promise.all(others))
  for (const [kind, count] of Object.entries(done)) counts[kind] = (counts[kind] ?? 0) + count;

await sleep(100);
const metrics = await (await fetch(`http://127.0.0.1:${operations}/metrics`)).text();
/** @type {(name: string) => number} */
const metric = (name) =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? 0,
  );
const left = metric('http_requests_in_flight{route="/open"}') + metric('http_requests_in_flight{route="/hash"}');
service.kill('SIGTERM');
const [code] = await exited;

console.log(`Node ${process.version}, ${availableParallelism()} cores, ${connections} connections
requests            ${requests}, right answers ${right}, wrong ${wrong.length}, errors ${result.errors}, timeouts ${result.timeouts}
a second            ${Math.round(requests / result.duration)}
milliseconds        p50 ${result.latency.p50}, p99 ${result.latency.p99}, p99.9 ${result.latency.p99_9}, most ${result.latency.max}
messages in a batch ${(metric('romulus_batch_messages_sum') / metric('romulus_batch_messages_count')).toFixed(1)}
milliseconds a batch ${((1000 * metric('romulus_batch_duration_seconds_sum')) / metric('romulus_batch_duration_seconds_count')).toFixed(2)}
beside them         ${counts.slow} answers to slow clients, ${counts.aborted} clients that went away, ${counts.streamed} bodies of 5 MB hashed, ${counts.pipelined} answers in pipelines
memory of service   ${Math.round(metric('process_resident_memory_bytes') / 1e6)} MB
left in flight      ${left}, exit code ${code}`);
const lost = requests - right;
if (lost > 0 || result.errors > 0 || left !== 0 || code !== 0) {
  console.error(wrong.slice(0, 5).join('\n'));
  process.exitCode = 1;
}
