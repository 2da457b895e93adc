/** The metrics for Prometheus, in the registry of the process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram } from 'prom-client';

collectDefaultMetrics();

const seconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of requests. The status of those whose client did not wait for, or did not get, the answer is "aborted".',
  labelNames: ['route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
});
const inFlight = new Gauge({
  name: 'http_requests_in_flight',
  help: 'Requests that are not answered yet.',
  labelNames: ['route'],
});
export const messageBytes = new Histogram({
  name: 'romulus_message_bytes',
  help: 'Lengths of hashed messages and of ciphertexts.',
  labelNames: ['route'],
  buckets: [16, 64, 256, 1024, 4096, 65_536, 2 ** 20, 2 ** 24, 2 ** 30],
});
export const hashedBytes = new Counter({
  name: 'romulus_hashed_bytes_total',
  help: 'Bytes of streams that were hashed, of aborted ones too.',
});
export const messagesOpened = new Counter({
  name: 'romulus_messages_opened_total',
  help: 'Messages of devices that were decrypted, by whether they were authentic.',
  labelNames: ['result'],
});
export const batchMessages = new Histogram({
  name: 'romulus_batch_messages',
  help: 'Messages in a batch.',
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
});
export const batchSeconds = new Histogram({
  name: 'romulus_batch_duration_seconds',
  help: 'Duration of a batch, without the gathering.',
  buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25],
});

/** @type {(app: import('./app.js').App) => void} observes every request from its headers to its end */
export function observeRequests(app) {
  app.addHook('onRequest', async (request, reply) => {
    // The label is the route, not the address. With addresses, clients could create any number of time series.
    const route = request.routeOptions.url ?? 'none';
    const end = seconds.startTimer({ route });
    inFlight.inc({ route });
    reply.raw.once('close', () => {
      inFlight.dec({ route });
      end({ status: reply.raw.writableFinished ? reply.raw.statusCode : 'aborted' });
    });
  });
}
