/** The worker that measures. The page stays usable meanwhile, and ending the worker stops a run. */
import { availableBuilds } from '../builds.js';
import { measure } from '../measure.js';
import type { Order, Report, Subject, SurveyRow } from './protocol.js';
import { shortestSample } from './setting.js';
import { isSlow } from './slowdown.js';
import { rowsOf } from './suite.js';

const report = (what: Report) => postMessage(what);

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  const obeyed = data.type === 'survey' ? survey(data) : measureTurn(data);
  obeyed.catch((error: unknown) => report({ type: 'failed', message: String(error) }));
});

async function survey({ setting }: Order & { type: 'survey' }): Promise<void> {
  const rows: SurveyRow[] = [];
  for (const subject of [...availableBuilds(), 'peers'] satisfies Subject[])
    for (const { name, by, workload } of await rowsOf(subject, [1], setting))
      rows.push({ subject, name, by, workload });
  const step = clockStep();
  report({ type: 'survey', survey: { rows, clockStep: step, isSlow: await isSlow(shortestSample(step)) } });
}

/** Returns the clock's step in milliseconds. It is the smallest of several, because browsers add noise to each step. */
function clockStep(): number {
  const steps = Array.from({ length: 20 }, () => {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    return now - start;
  });
  return Math.min(...steps);
}

async function measureTurn({ turn, setting, shortest }: Order & { type: 'measure' }): Promise<void> {
  const rows = await rowsOf(turn.subject, turn.sizes, setting);
  for (const index of turn.indexes) {
    const { tasks } = rows[index - turn.first]!;
    const times = await measure(tasks, { rounds: 1, time: setting.time, iterations: 3, shortest });
    const nanoseconds = times.map((ofCall, i) => ofCall / tasks[i]!.messages);
    report({ type: 'figures', figures: { index, nanoseconds } });
  }
  report({ type: 'done' });
}
