/** A run of the benchmark: workers one after the other, by turns, until all rounds are done and agree, or it is stopped. */
import { shortestSample } from './clock.js';
import { Pace } from './pace.js';
import type { Figures, Order, Report, Survey, Turn } from './protocol.js';
import { middleOf } from './results.js';
import type { Setting } from './setting.js';
import type { Subject } from './suite.js';

/** The address of the worker that measures; bundle.ts writes it here. */
declare const WORKER: string;

export interface Listener {
  onSurvey(survey: Survey): void;
  onFigures(turn: Turn, figures: Figures): void;
  /** What workers on all cores did at the same time, each in so many nanoseconds for a message. */
  onAllCores(turn: Turn, index: number, nanoseconds: readonly number[]): void;
  /** A share of the whole, from 0 to 1, and the seconds that are left as far as anybody can tell. */
  onProgress(share: number, doing: string, left: number | undefined): void;
  /** The rows of a subject whose rounds disagree. */
  disagreeing(subject: Subject): number[];
  /** How many times as long as JavaScript WebAssembly took when the run had ended. */
  onEnd(slowdown: number): void;
}

/** Rows whose rounds disagree are measured so often again. */
const repetitions = 1;

/** Rejects with the signal's reason when it is stopped. */
export async function run(setting: Setting, listener: Listener, signal: AbortSignal): Promise<void> {
  listener.onProgress(0, 'looking what this browser has', undefined);
  const survey = await surveyed(setting, signal);
  listener.onSurvey(survey);
  const plan = planOf(survey, setting);
  const shortest = shortestSample(survey.clockStep);
  const pace = new Pace([...plan.glance, ...plan.rounds.flat(), ...plan.allCores]);
  const measureTurn = async (turn: Turn, doing: string) => {
    const told = turn.subject === 'peers' ? `${doing}, other packages` : `${doing}, ${turn.subject}`;
    const tell = (figures: number) => {
      pace.note(figures);
      listener.onProgress(pace.share, told, pace.left);
    };
    pace.begin();
    tell(0);
    // A worker of its own each time: how fast a loop is can depend on where its engine happens to lay things.
    await inWorker({ type: 'measure', turn, setting, shortest }, signal, (report) => {
      if (report.type !== 'figures') return;
      listener.onFigures(turn, report.figures);
      tell(turn.sizes.length);
    });
    pace.end();
  };

  for (const turn of plan.glance) await measureTurn(turn, 'a first look');
  for (const [i, turns] of plan.rounds.entries())
    for (const turn of turns) await measureTurn(turn, `round ${i + 1} of ${setting.rounds}`);
  for (const turn of plan.allCores) {
    pace.begin();
    listener.onProgress(pace.share, 'all cores at once', pace.left);
    await onAllCores({ type: 'measure', turn, setting, shortest }, listener, signal);
    pace.end();
  }
  const disagreeing = (plan.rounds[0] ?? []).map((turn) => ({ ...turn, indexes: listener.disagreeing(turn.subject) }));
  const again = disagreeing.filter(({ indexes }) => indexes.length > 0);
  for (let i = 0; i < repetitions; i++) {
    pace.append(again);
    for (const turn of again) await measureTurn(turn, 'once more, as rounds disagree');
  }
  // DevTools may have been opened meanwhile.
  listener.onEnd((await surveyed(setting, signal)).slowdown);
}

interface Plan {
  /** What is to be seen first: the fastest build beside other packages, at one size. */
  glance: Turn[];
  rounds: Turn[][];
  allCores: Turn[];
}

function planOf({ rows }: Survey, { sizes, rounds }: Setting): Plan {
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const middle = sizes.slice(middleOf(sizes), middleOf(sizes) + 1);
  const turnOf = (subject: Subject, some: readonly number[], isWanted: (row: Survey['rows'][number]) => boolean) => {
    const ofSubject = rows.filter((row) => row.subject === subject);
    return { subject, sizes: some, indexes: [...ofSubject.keys()].filter((i) => isWanted(ofSubject[i]!)) };
  };
  const compared = [subjects.filter((subject) => subject !== 'peers').at(-1) ?? 'portable', 'peers'] as const;
  const isFirst = ({ name, by, workload }: Survey['rows'][number]) =>
    workload === 'one' && !/decrypt/.test(name) && !by.startsWith('romulus-wasm/');
  return {
    glance: compared.map((subject) => turnOf(subject, middle, isFirst)),
    rounds: Array.from({ length: rounds }, () => subjects.map((subject) => turnOf(subject, sizes, () => true))),
    allCores: compared.map((subject) => turnOf(subject, middle, ({ workload }) => workload === 'many')),
  };
}

/** The same turn on all cores at the same time, so that each takes from the others what it takes. */
async function onAllCores(order: Order & { type: 'measure' }, listener: Listener, signal: AbortSignal): Promise<void> {
  const times = new Map<number, number[]>();
  const note = (report: Report) => {
    if (report.type !== 'figures') return;
    const { index, nanoseconds } = report.figures;
    times.set(index, [...(times.get(index) ?? []), nanoseconds[0] ?? Number.NaN]);
  };
  const cores = Math.max(1, navigator.hardwareConcurrency || 1);
  await Promise.all(Array.from({ length: cores }, () => inWorker(order, signal, note)));
  for (const [index, nanoseconds] of times) listener.onAllCores(order.turn, index, nanoseconds);
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
