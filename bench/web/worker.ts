/** The worker that measures one subject, once. The page stays usable meanwhile, and ending the worker stops a run. */
import { measure } from '../measure.js';
import { type Order, type Report, shortestSample } from './setting.js';
import { rowsOf } from './suite.js';

const report = (what: Report) => postMessage(what);

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  measureTurn(data).catch((error: unknown) => report({ type: 'failed', message: String(error) }));
});

async function measureTurn({ subject, setting: { sizes, time } }: Order): Promise<void> {
  const shortest = shortestSample(clockStep());
  for (const { tasks, ...row } of await rowsOf(subject, sizes)) {
    const times = await measure(tasks, { rounds: 1, time, iterations: 3, shortest });
    // No clock gives more than four digits.
    const ofMessage = times.map((ofCall, i) => Number((ofCall / tasks[i]!.messages).toPrecision(4)));
    report({ type: 'figures', row, times: ofMessage });
  }
  report({ type: 'done' });
}

/** Returns the clock's step in milliseconds. It is the smallest of several, because browsers add noise to each step. */
function clockStep(): number {
  const steps = Array.from({ length: 10 }, () => {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    return now - start;
  });
  return Math.min(...steps);
}
