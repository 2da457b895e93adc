/** Runs the benchmark: each subject in turn, each time in a new worker, for all rounds or until the run is stopped. */
import { hasRelaxedSimd } from '../../ts/engine/module-text.js';
import type { Order, Report, Setting, Subject } from './setting.js';

/** The address of the worker that measures; bundle.ts writes it here. */
declare const WORKER: string;

type OnFigures = (report: Report & { type: 'figures' }) => void;
type OnProgress = (progress: { share: number; doing: string }) => void;

/** Rejects with the signal's reason if the run is stopped. */
export async function run(setting: Setting, onFigures: OnFigures, onProgress: OnProgress, signal: AbortSignal) {
  // The fastest build comes first, then the packages that the first sentence compares it with.
  const turns: readonly Subject[] = hasRelaxedSimd() ? ['relaxed', 'peers', 'simd128'] : ['simd128', 'peers'];
  for (let i = 0; i < setting.rounds * turns.length; i++) {
    const subject = turns[i % turns.length]!;
    const round = `round ${Math.floor(i / turns.length) + 1} of ${setting.rounds}`;
    const doing = `${round}, ${subject === 'peers' ? 'other packages' : subject}`;
    onProgress({ share: i / (setting.rounds * turns.length), doing });
    // A new worker each time: the speed of a loop can depend on the place of its code in memory.
    await inWorker({ subject, setting }, signal, onFigures);
  }
}

function inWorker(order: Order, signal: AbortSignal, onFigures: OnFigures): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(WORKER, import.meta.url), { type: 'module' });
  const ended = new AbortController();
  return new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start')));
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
      if (data.type === 'figures') onFigures(data);
      else if (data.type === 'failed') reject(new Error(data.message));
      else resolve();
    });
    worker.postMessage(order);
  }).finally(() => {
    ended.abort();
    worker.terminate();
  });
}
