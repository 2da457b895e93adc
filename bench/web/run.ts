/** Runs the benchmark: one worker after the other, until all rounds are done and agree, or until the run is stopped. */
import { guessesOf, Pace } from './pace.js';
import type { Figures, Order, Report, Subject, Survey, SurveyRow, Turn } from './protocol.js';
import { disagrees, emptyResults, middleOf, type ResultRow, type Results, withCores, withFigures } from './results.js';
import { type Setting, shortestSample } from './setting.js';

/** The address of the worker that measures; bundle.ts writes it here. */
declare const WORKER: string;

export interface Progress {
  readonly share: number;
  readonly doing: string;
  /** The estimated remaining seconds. */
  readonly left: number | undefined;
}

export interface Listener {
  onSurvey(survey: Survey): void;
  onResults(results: Results): void;
  onProgress(progress: Progress): void;
}

/** One row in ten is likely to be measured again. This is the guess before there are rounds that could disagree. */
const usuallyAgain = 10;

/** Rejects with the signal's reason if the run is stopped. Resolves with whether WebAssembly was slow at the end. */
export async function run(setting: Setting, listener: Listener, signal: AbortSignal): Promise<boolean> {
  const start = performance.now();
  const survey = await surveyed(setting, signal);
  const closing = (performance.now() - start) / 1000;
  let results = emptyResults(survey, setting.sizes);
  listener.onSurvey(survey);
  const plan = planOf(survey, setting);
  const shortest = shortestSample(survey.clockStep);
  const guesses = (turns: readonly Turn[]) =>
    turns.flatMap((turn) => guessesOf(turn, survey.rows, setting.time, shortest));
  const rounds = Array.from({ length: setting.rounds }, () => plan.round).flat();
  const pace = new Pace(guesses([...plan.glance, ...rounds, ...plan.cores]), closing);
  const repeated = (isRepeated: (row: ResultRow, index: number) => boolean): Turn[] =>
    plan.round
      .map((turn) => ({ ...turn, indexes: turn.indexes.filter((index) => isRepeated(results.rows[index]!, index)) }))
      .filter(({ indexes }) => indexes.length > 0);
  const disagreeing = () => repeated((row) => disagrees(results, row));
  pace.foreseen = guesses(repeated((_, index) => index % usuallyAgain === 0));

  /** Measures each turn in new workers: the speed of a loop can depend on the place of its code in memory. */
  const measure = async (turn: Turn, doing: string, cores?: number) => {
    const tell = () => listener.onProgress({ doing, ...pace.progress });
    tell();
    const found = new Map<number, Figures[]>();
    const onReport = (report: Report) => {
      if (report.type !== 'figures') return;
      const { figures } = report;
      const ofWorkers = [...(found.get(figures.index) ?? []), figures];
      found.set(figures.index, ofWorkers);
      if (ofWorkers.length < (cores ?? 1)) return;
      results = cores ? withCores(results, turn, figures.index, ofWorkers) : withFigures(results, turn, figures);
      listener.onResults(results);
      pace.done();
      tell();
    };
    const order: Order = { type: 'measure', turn, setting, shortest };
    await Promise.all(Array.from({ length: cores ?? 1 }, () => inWorker(order, signal, onReport)));
  };
  const named = ({ subject }: Turn) => (subject === 'peers' ? 'other packages' : subject);

  for (const turn of plan.glance) await measure(turn, `a first look, ${named(turn)}`);
  for (let round = 1; round <= setting.rounds; round++) {
    for (const turn of plan.round) await measure(turn, `round ${round} of ${setting.rounds}, ${named(turn)}`);
    if (round > 1) pace.foreseen = guesses(disagreeing());
  }
  // All workers of a turn run at once and share the processor.
  for (const turn of plan.cores)
    await measure(turn, `all cores at once, ${named(turn)}`, Math.max(1, navigator.hardwareConcurrency || 1));
  const again = disagreeing();
  pace.foreseen = guesses(again);
  for (const turn of again) await measure(turn, `once more, as rounds disagree, ${named(turn)}`);
  // DevTools may have been opened meanwhile.
  listener.onProgress({ doing: 'a last look', ...pace.progress });
  return (await surveyed(setting, signal)).isSlow;
}

/** The turns. `glance` is for the first figures to show: the fastest build beside other packages, at one size. */
function planOf({ rows }: Survey, { sizes }: Setting) {
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const turnOf = (subject: Subject, sizes: readonly number[], isWanted: (row: SurveyRow) => boolean): Turn => {
    const indexes = rows.flatMap((row, i) => (row.subject === subject && isWanted(row) ? i : []));
    return { subject, first: rows.findIndex((row) => row.subject === subject), sizes, indexes };
  };
  const compared = [subjects.filter((subject) => subject !== 'peers').at(-1) ?? 'portable', 'peers'] as const;
  const isFirst = ({ name, by, workload }: SurveyRow) =>
    workload === 'one' && !/decrypt/.test(name) && !by.startsWith('romulus-wasm/');
  return {
    glance: compared.map((subject) => turnOf(subject, [middleOf(sizes)], isFirst)),
    round: subjects.map((subject) => turnOf(subject, sizes, () => true)),
    cores: compared.map((subject) => turnOf(subject, sizes, ({ workload }) => workload === 'many')),
  };
}

async function surveyed(setting: Setting, signal: AbortSignal): Promise<Survey> {
  const report = await inWorker({ type: 'survey', setting }, signal, () => {});
  if (report.type !== 'survey') throw new Error(`no survey but ${report.type}`);
  return report.survey;
}

function inWorker(order: Order, signal: AbortSignal, onReport: (report: Report) => void): Promise<Report> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(WORKER, import.meta.url), { type: 'module' });
  const ended = new AbortController();
  return new Promise<Report>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start')));
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
      onReport(data);
      if (data.type === 'failed') reject(new Error(data.message));
      else if (data.type !== 'figures') resolve(data);
    });
    worker.postMessage(order);
  }).finally(() => {
    ended.abort();
    worker.terminate();
  });
}
