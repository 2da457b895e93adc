/** The page. A visitor and a run change its state, and the page shows the view of the state. */
import { render } from 'preact';
import published from './published.json' with { type: 'json' };
import { withTimes } from './results.js';
import { run } from './run.js';
import { type Row, settingFrom } from './setting.js';
import { type Facts, type Shown, set, show } from './state.js';
import { View } from './view.js';

/** The version of the package; bundle.ts writes it here. */
declare const VERSION: string;

const engines: readonly (readonly [pattern: RegExp, name: string, engine: string])[] = [
  [/Edg\/([\d.]+)/, 'Edge', 'V8'],
  [/(?:Headless)?Chrome\/([\d.]+)/, 'Chromium', 'V8'],
  [/Firefox\/([\d.]+)/, 'Firefox', 'SpiderMonkey'],
  [/Version\/([\d.]+).*Safari\//, 'Safari', 'JavaScriptCore'],
  [/AppleWebKit\/([\d.]+)/, 'WebKit', 'JavaScriptCore'],
];

/** The browser, its engine and the machine, as far as the browser tells: some report fewer threads than there are. */
function browserFacts(): Facts {
  const { userAgent, hardwareConcurrency } = navigator;
  const [pattern = /(.*)/, name = 'unknown', engine = 'unknown engine'] =
    engines.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return [
    ['browser', `${name} ${pattern.exec(userAgent)?.[1]} (${engine})`],
    ['system', /\(([^;)]+(?:; [^;)]+)?)/.exec(userAgent)?.[1] ?? 'unknown system'],
    ['CPU threads', String(hardwareConcurrency)],
  ];
}

const here: Facts = [['package', `romulus-wasm ${VERSION}`], ...browserFacts()];
const date = () => new Date().toISOString().slice(0, 16).replace('T', ' ');

let running: AbortController | undefined;

async function start(): Promise<void> {
  if (running) return running.abort();
  running = new AbortController();
  const { signal } = running;
  const started = performance.now();
  set({ said: '', progress: { share: 0, doing: 'starting' } });
  let shown: Shown | undefined;
  try {
    const setting = settingFrom(new URLSearchParams(location.search));
    const rounds = setting.rounds === 1 ? 'one round' : `medians of ${setting.rounds} rounds`;
    const facts: Facts = [['date', date()], ...here, ['setting', rounds]];
    const onFigures = ({ row, times }: { row: Row; times: readonly number[] }) => {
      const before = shown?.results ?? { sizes: setting.sizes, rows: [] };
      shown = { origin: 'run', results: withTimes(before, row, times), facts };
      show(shown);
    };
    await run(setting, onFigures, (progress) => set({ progress }), signal);
    set({ said: `Done in ${Math.round((performance.now() - started) / 1000)} s.` });
  } catch (error) {
    const stopped = shown ? 'Stopped; the figures so far stay.' : 'Stopped before there were new figures.';
    set({ said: signal.aborted ? stopped : `Failed: ${(error as Error).message}` });
  } finally {
    running = undefined;
    set({ progress: undefined });
  }
}

show({ origin: 'published', ...(published as unknown as Omit<Shown, 'origin'>) });
render(<View start={start} />, document.querySelector('main')!);
