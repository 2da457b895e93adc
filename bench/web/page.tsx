/** The page: it shows the published figures until a run in this browser has some of its own. */
import { signal, useSignal } from '@preact/signals';
import { render } from 'preact';
import { hasRelaxedSimd } from '../../ts/engine/module-text.js';
import published from './published.json' with { type: 'json' };
import { type Choice, middleOf, type Results, sentenceOf, sizeText, tablesOf, withTimes } from './results.js';
import { messagesOf, type Order, type Report, type Setting, type Subject } from './setting.js';

/** bundle.ts writes these here: the version of the package, and the address of the worker that measures. */
declare const VERSION: string;
declare const WORKER: string;

type Facts = readonly (readonly [name: string, value: string])[];
type Progress = { readonly share: number; readonly doing: string };
type Figures = Report & { type: 'figures' };

/** Figures with who measured them: whoever published this page, or this visit. */
interface Shown {
  readonly origin: 'published' | 'run';
  readonly results: Results;
  readonly facts: Facts;
}

const engines: readonly (readonly [pattern: RegExp, name: string, engine: string])[] = [
  [/Edg\/([\d.]+)/, 'Edge', 'V8'],
  [/(?:Headless)?Chrome\/([\d.]+)/, 'Chromium', 'V8'],
  [/Firefox\/([\d.]+)/, 'Firefox', 'SpiderMonkey'],
  [/Version\/([\d.]+).*Safari\//, 'Safari', 'JavaScriptCore'],
  [/AppleWebKit\/([\d.]+)/, 'WebKit', 'JavaScriptCore'],
];

/** The browser, its engine and the machine, as far as the browser tells: some report fewer threads than there are. */
function factsOf({ rounds }: Setting): Facts {
  const { userAgent, hardwareConcurrency } = navigator;
  const [pattern = /(.*)/, name = 'unknown', engine = 'unknown engine'] =
    engines.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return [
    ['date', new Date().toISOString().slice(0, 16).replace('T', ' ')],
    ['package', `romulus-wasm ${VERSION}`],
    ['browser', `${name} ${pattern.exec(userAgent)?.[1]} (${engine})`],
    ['system', /\(([^;)]+(?:; [^;)]+)?)/.exec(userAgent)?.[1] ?? 'unknown system'],
    ['CPU threads', String(hardwareConcurrency)],
    ['setting', rounds === 1 ? 'one round' : `medians of ${rounds} rounds`],
  ];
}

/** The usual setting. `?sizes=16,64&rounds=1&time=2` in the page's address changes parts of it. */
function setting(): Setting {
  const search = new URLSearchParams(location.search);
  const sizes = (search.get('sizes') ?? '16,256,4096,65536').split(',').map(Number);
  const [rounds, time] = [Number(search.get('rounds') ?? 3), Number(search.get('time') ?? 15)];
  return { sizes: sizes.sort((a, b) => a - b), rounds, time };
}

/** Measures each subject in turn, for all rounds. Rejects with the signal's reason if the run is stopped. */
async function run(setting: Setting, onFigures: (figures: Figures) => void, signal: AbortSignal) {
  // The fastest build comes first, then the packages that the first sentence compares it with.
  const turns: readonly Subject[] = hasRelaxedSimd() ? ['relaxed', 'peers', 'simd128'] : ['simd128', 'peers'];
  for (let i = 0; i < setting.rounds * turns.length; i++) {
    const subject = turns[i % turns.length]!;
    const round = `round ${Math.floor(i / turns.length) + 1} of ${setting.rounds}`;
    const doing = `${round}, ${subject === 'peers' ? 'other packages' : subject}`;
    progress.value = { share: i / (setting.rounds * turns.length), doing };
    // A new worker each time: the speed of a loop can depend on the place of its code in memory.
    await inWorker({ subject, setting }, signal, onFigures);
  }
}

function inWorker(order: Order, signal: AbortSignal, onFigures: (figures: Figures) => void): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(WORKER, import.meta.url), { type: 'module' });
  return new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start')));
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
      if (data.type === 'figures') onFigures(data);
      else if (data.type === 'failed') reject(new Error(data.message));
      else resolve();
    });
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}

const shown = signal<Shown>({ origin: 'published', ...(published as unknown as Omit<Shown, 'origin'>) });
const progress = signal<Progress>();
const said = signal('');
const load = signal<Choice['load']>('one');
const chosenSize = signal(0);
let running: AbortController | undefined;

async function start(): Promise<void> {
  if (running) return running.abort();
  running = new AbortController();
  const { signal } = running;
  const started = performance.now();
  said.value = '';
  progress.value = { share: 0, doing: 'starting' };
  let results: Results | undefined;
  try {
    const chosen = setting();
    const facts = factsOf(chosen);
    const onFigures = ({ row, times }: Figures) => {
      results = withTimes(results ?? { sizes: chosen.sizes, rows: [] }, row, times);
      shown.value = { origin: 'run', results, facts };
    };
    await run(chosen, onFigures, signal);
    said.value = `Done in ${Math.round((performance.now() - started) / 1000)} s.`;
  } catch (error) {
    const stopped = results ? 'Stopped; the figures so far stay.' : 'Stopped before there were new figures.';
    said.value = signal.aborted ? stopped : `Failed: ${(error as Error).message}`;
  } finally {
    running = undefined;
    progress.value = undefined;
  }
}

function Page() {
  const { origin, results, facts } = shown.value;
  const isPublished = origin === 'published';
  const sentence = sentenceOf(results);
  const fact = (name: string) => facts.find(([each]) => each === name)?.[1] ?? `unknown ${name}`;
  const whose = `Published figures, not yours: ${fact('browser')}, ${fact('system')}, ${fact('date')}. Start measures this browser.`;
  return (
    <>
      <p id="sentence" role="status">
        {sentence
          ? `${isPublished ? 'Published figures: ' : ''}${sentence}`
          : 'Measures romulus-wasm in this browser, beside WebCrypto and other packages, in one or two minutes.'}
      </p>
      <button type="button" id="start" class={progress.value ? '' : 'primary'} onClick={start}>
        {progress.value ? 'Stop' : 'Start'}
      </button>
      {progress.value && <progress aria-label="Progress" value={progress.value.share} />}
      <p class="hint" id="status" role="status">
        {progress.value?.doing ?? (said.value || (isPublished && whose))}
      </p>
      <Tables {...shown.value} />
    </>
  );
}

function Tables({ origin, results, facts }: Shown) {
  const { sizes } = results;
  const size = sizes.includes(chosenSize.value) ? chosenSize.value : middleOf(sizes);
  const tables = tablesOf(results, { load: load.value, size });
  return (
    <section id="results" class={`${origin} stack`} aria-label="Figures">
      <div class="line">
        <label>
          Messages{' '}
          <select
            id="load"
            value={load.value}
            onChange={({ currentTarget }) => {
              load.value = currentTarget.value as Choice['load'];
            }}
          >
            <option value="one" label="one at a time" />
            <option value="many" label="many at once" />
          </select>
        </label>
        <label>
          of{' '}
          <select
            id="size"
            value={size}
            onChange={({ currentTarget }) => {
              chosenSize.value = Number(currentTarget.value);
            }}
          >
            {sizes.map((size) => (
              <option key={size} value={size} label={sizeText(size)} />
            ))}
          </select>
        </label>
        <Copy text={JSON.stringify({ facts, results })} />
      </div>
      {tables.map(({ group, lines }) => (
        <table key={group}>
          <caption>{`${group[0]?.toUpperCase()}${group.slice(1)}, MB/s`}</caption>
          {lines.map(({ name, by, isOurs, share, value }) => (
            <tr key={`${name} ${by}`} class={isOurs ? 'ours' : ''}>
              <th scope="row">{`${name}, ${by}`}</th>
              <td class="bar">
                <progress value={share} aria-hidden="true" />
              </td>
              <td>{value}</td>
            </tr>
          ))}
        </table>
      ))}
      {tables.length === 0 && <p class="hint">This is not measured yet.</p>}
      <p class="hint">{notes(sizes)}</p>
      <dl class="box line" id="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function notes(sizes: readonly number[]): string {
  const [most, fewest] = [messagesOf(sizes[0]!), messagesOf(sizes.at(-1)!)];
  return `1 MB is 10^6 bytes. Builds of Romulus are in bold type. ± marks figures whose rounds disagree. Every message has a key, and 16 bytes of associated data if it is encrypted. Many are ${
    fewest === most ? most : `${most} of a length, ${fewest} of the longest`
  }: in one call of this package, one after the other by others, all before the first is done by WebCrypto. WebCrypto keeps its key from message to message, unless it says “with key import”; all others take the key with each message. Other programs at work make figures lower, and so do open DevTools and a page in the background.`;
}

/** A button that copies the text, and shows the outcome for two seconds. */
function Copy({ text }: { text: string }) {
  const outcome = useSignal('Copy as JSON');
  const copy = async () => {
    const copied = navigator.clipboard?.writeText(text).then(() => 'Copied');
    outcome.value = await (copied ?? Promise.reject()).catch(() => 'This browser forbids copying');
    setTimeout(() => {
      outcome.value = 'Copy as JSON';
    }, 2000);
  };
  return (
    <button type="button" onClick={copy}>
      {outcome}
    </button>
  );
}

render(<Page />, document.querySelector('main')!);
