/** The worker, in which all is measured: the page stays usable, and a run is stopped by ending it. */
import { availableBuilds } from '../builds.js';
import { measure } from '../measure.js';
import { clockStep, shortestSample } from './clock.js';
import type { Order, Report, Survey } from './protocol.js';
import { slowdown } from './slowdown.js';
import { rowsOf, type Subject } from './suite.js';

const report = (what: Report) => postMessage(what);

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  const obeyed = data.type === 'survey' ? survey(data) : measureTurn(data);
  obeyed.catch((error: unknown) => report({ type: 'failed', message: String(error) }));
});

async function survey({ setting }: Order & { type: 'survey' }): Promise<void> {
  const rows: Survey['rows'] = [];
  for (const subject of [...availableBuilds(), 'peers'] satisfies Subject[])
    for (const { name, by, workload } of await rowsOf(subject, [1], setting))
      rows.push({ subject, name, by, workload });
  const step = clockStep();
  report({ type: 'survey', survey: { rows, clockStep: step, slowdown: await slowdown(shortestSample(step)) } });
}

async function measureTurn({ turn, setting, shortest }: Order & { type: 'measure' }): Promise<void> {
  const rows = await rowsOf(turn.subject, turn.sizes, setting);
  for (const index of turn.indexes) {
    const { tasks = [] } = rows[index] ?? {};
    const times = await measure(tasks, { rounds: 1, time: setting.time, iterations: 3, shortest });
    const nanoseconds = times.map((ofCall, i) => ofCall / (tasks[i]?.messages ?? Number.NaN));
    report({ type: 'figures', figures: { index, nanoseconds } });
  }
  report({ type: 'done' });
}
