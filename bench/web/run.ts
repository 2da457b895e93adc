/** A run of the benchmark: workers one after the other, by turns, until all rounds are done or it is stopped. */
import { shortestSample } from './clock.js';
import type { Figures, Order, Report, Survey } from './protocol.js';
import type { Setting } from './setting.js';
import type { Subject } from './suite.js';

/** The address of the worker that measures; bundle.ts writes it here. */
declare const WORKER: string;

export interface Listener {
  onSurvey(survey: Survey): void;
  onFigures(subject: Subject, figures: Figures): void;
  /** A share of the whole, from 0 to 1. */
  onProgress(share: number, doing: string): void;
  /** How many times as long as JavaScript WebAssembly took when the run had ended. */
  onEnd(slowdown: number): void;
}

/** Rejects with the signal's reason when it is stopped. */
export async function run(setting: Setting, listener: Listener, signal: AbortSignal): Promise<void> {
  listener.onProgress(0, 'looking what this browser has');
  const survey = await surveyed(setting, signal);
  listener.onSurvey(survey);
  const shortest = shortestSample(survey.clockStep);
  const subjects = [...new Set(survey.rows.map(({ subject }) => subject))];
  const all = setting.rounds * survey.rows.length;
  let done = 0;
  for (let round = 1; round <= setting.rounds; round++)
    for (const subject of subjects) {
      const doing = `round ${round} of ${setting.rounds}, ${subject === 'peers' ? 'other packages' : subject}`;
      listener.onProgress(done / all, doing);
      // A worker of its own each time: how fast a loop is can depend on where its engine happens to lay things.
      await inWorker({ type: 'measure', subject, setting, shortest }, signal, (report) => {
        if (report.type !== 'figures') return;
        listener.onFigures(subject, report.figures);
        listener.onProgress(++done / all, doing);
      });
    }
  // DevTools may have been opened meanwhile.
  listener.onEnd((await surveyed(setting, signal)).slowdown);
}

async function surveyed(setting: Setting, signal: AbortSignal): Promise<Survey> {
  const report = await inWorker({ type: 'survey', setting }, signal, () => {});
  if (report.type !== 'survey') throw new Error(`no survey but ${report.type}`);
  return report.survey;
}

/** The report that ends the order. */
function inWorker(order: Order, signal: AbortSignal, onReport: (report: Report) => void): Promise<Report> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(WORKER, import.meta.url), { type: 'module' });
  return new Promise<Report>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start')));
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
      onReport(data);
      if (data.type === 'failed') reject(new Error(data.message));
      else if (data.type !== 'figures') resolve(data);
    });
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}
