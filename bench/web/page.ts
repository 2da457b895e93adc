/** The page: starts and stops a run, shows what it finds while it goes on, and what earlier runs have found. */
import { type Facts, fromFragment, type Kept, remember, remembered } from './archive.js';
import { showBars } from './bars.js';
import { browserFacts } from './browser.js';
import { Chart } from './chart.js';
import {
  type Bar,
  barsOf,
  type Choice,
  type Comparison,
  type Load,
  sentenceOf,
  type Unit,
  units,
} from './comparison.js';
import { connectExports } from './exports.js';
import { chosenBefore, isolateFirst } from './isolation.js';
import type { Survey } from './protocol.js';
import { labelOf, middleOf, Results, sizeText } from './results.js';
import { run } from './run.js';
import { type Setting, settingFrom } from './setting.js';
import { slow } from './slowdown.js';
import { messagesOf } from './suite.js';
import { fill, layOut } from './table.js';
import { connectTabs } from './tabs.js';
import { viewsOf } from './views.js';

/** The version of the package; bundle.ts writes it here. */
declare const VERSION: string;

const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const select = (id: string) => element<HTMLSelectElement>(id);
const controls = element<HTMLFormElement>('controls');
const settingChoice = controls.querySelector('fieldset')!;
const startButton = element<HTMLButtonElement>('start');
const progress = element<HTMLProgressElement>('progress');
const status = element('status');
const table = element<HTMLTableElement>('table');

/** One run, from the survey on, until the next is started; or one of an earlier time. */
interface Shown extends Kept {
  readonly warnings: string[];
}

let shown: Shown | undefined;
let chart: Chart | undefined;
let running: AbortController | undefined;

const browser = await browserFacts();
const browserList: Facts = [
  ['package', `romulus-wasm ${VERSION}`],
  ['browser', browser.browser],
  ['system', browser.system],
  ['CPU threads', String(browser.threads)],
];

const option = (text: string, value: string | number) => new Option(text, String(value));

function showFacts(facts: Facts): void {
  element('facts').replaceChildren(
    ...facts.map(([name, value]) => {
      const group = document.createElement('div');
      const [term, description] = [document.createElement('dt'), document.createElement('dd')];
      [term.textContent, description.textContent] = [name, value];
      group.append(term, description);
      return group;
    }),
  );
}

function showWarning(text: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  element('warnings').append(paragraph);
}

function warn(text: string): void {
  if (!shown || shown.warnings.includes(text)) return;
  shown.warnings.push(text);
  showWarning(text);
}

function warnIfSlow(slowdown: number): void {
  if (slowdown < slow) return;
  warn(
    'WebAssembly runs slowly here, as it does while DevTools are open, so the figures are too low. Close them, reload the page, and start again. ' +
      'If they are closed, this browser does not optimise WebAssembly.',
  );
}

function prepare(survey: Survey, setting: Setting): Shown {
  const results = Results.empty(survey, setting);
  const facts: Facts = [
    ['date', new Date().toISOString().slice(0, 16).replace('T', ' ')],
    ...browserList,
    ['builds', results.builds.join(', ')],
    ['clock', `steps of ${Number((survey.clockStep * 1000).toPrecision(2))} µs`],
    ['setting', `${setting.name}, medians of ${setting.rounds} rounds`],
  ];
  return { results, facts, warnings: [] };
}

function showResults({ results, facts, warnings }: Shown): void {
  showFacts(facts);
  element('warnings').replaceChildren();
  warnings.forEach(showWarning);
  element('results').hidden = false;
  layOut(table, results);
  const views = viewsOf(results);
  select('view').replaceChildren(...views.map(({ title }, i) => option(title, i)));
  const { sizes } = results;
  select('size').replaceChildren(...sizes.map((size, i) => option(sizeText(size), i)));
  select('size').value = String(middleOf(sizes));
  const ours = results.rows.filter(({ by }) => by === results.fastest);
  select('build-function').replaceChildren(...ours.map((row) => option(labelOf(row), row.name)));
  const messages = sizes.map(messagesOf);
  const [fewest, most] = [Math.min(...messages), Math.max(...messages)];
  element('notes').textContent =
    `1 MB is 10^6 bytes. Every message has a key, and 16 bytes of associated data if it is encrypted. Many are ${
      fewest === most ? most : `${most} of a length, ${fewest} of the longest`
    }: in one call of this package, one after the other by others, all before the first is done by WebCrypto. WebCrypto keeps its key ` +
    `from message to message, unless it says “with key import”; all others take the key with each message. ` +
    'On all cores, a worker on each does the same at the same time. Other programs at work make figures lower, those of long calls most.';
  showView();
  draw();
}

function showView(): void {
  const view = shown && viewsOf(shown.results)[Number(select('view').value)];
  if (!shown || !view || element('panel-lengths').hidden) return;
  chart?.destroy();
  const showSize = (place: number) => {
    chart?.showFiguresAt(place);
    element('line-size').textContent = sizeText(shown?.results.sizes[place] ?? 0);
  };
  chart = new Chart(element('chart'), element('lines'), shown.results, view, (place) => {
    select('size').value = String(place);
    showSize(place);
  });
  showSize(Number(select('size').value));
}

const choice = (): Choice => ({
  comparison: select('comparison').value as Comparison,
  load: select('load').value as Load,
  place: Number(select('size').value),
  unit: select('unit').value as Unit,
});

const shownBars = (): Bar[] => (shown ? barsOf(shown.results, choice()) : []);

const titleOf = ({ load, place }: Choice): string => {
  const words = { one: 'one message at a time', many: 'many messages at once', cores: 'many messages, on all cores' };
  return `Messages of ${sizeText(shown?.results.sizes[place] ?? 0)}, ${words[load]}`;
};

/** Of one function, all builds. */
function buildBars({ results }: Shown): Bar[] {
  const place = Number(select('size').value);
  const rows = results.rows.filter(
    ({ name, subject }) => name === select('build-function').value && subject !== 'peers',
  );
  const figures = rows.flatMap((row) => {
    const figure = results.figureOf(row, place);
    return figure ? [{ row, figure }] : [];
  });
  const most = Math.max(...figures.map(({ figure }) => figure.high));
  return figures.map(({ row, figure }) => ({
    label: row.by,
    isOurs: row.by === results.fastest,
    share: figure.median / most,
    from: figure.low / most,
    to: figure.high / most,
    value: `${figure.median} MB/s`,
    isDoubtful: results.disagreesAt(row, place),
  }));
}

let drawing = false;
function draw(): void {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    if (!shown) return;
    const { results } = shown;
    const sentence = sentenceOf(results, middleOf(results.sizes));
    if (sentence !== undefined && element('sentence').textContent !== sentence)
      element('sentence').textContent = sentence;
    const bars = shownBars();
    showBars(element('bars'), bars);
    element('bars-empty').hidden = bars.length > 0;
    showBars(element('build-bars'), buildBars(shown));
    element('build-size').textContent = `of messages of ${sizeText(results.sizes[choice().place] ?? 0)}`;
    fill(table, results);
    chart?.update();
  });
}

function showProgress(share: number, doing: string, left: number | undefined): void {
  progress.value = share;
  element('percent').textContent = `${Math.round(100 * share)} %:`;
  element('left').textContent = left === undefined ? '' : `· ${Math.max(1, Math.round(left))} s left`;
  // Read aloud when it changes: not with each figure.
  if (status.textContent !== doing) status.textContent = doing;
}

async function start(): Promise<void> {
  // Before it is disabled, as a form leaves out what is.
  const name = String(new FormData(controls).get('setting'));
  const begin = performance.now();
  running = new AbortController();
  startButton.textContent = 'Stop';
  settingChoice.disabled = true;
  document.body.classList.add('running');
  element('warnings').replaceChildren();
  try {
    const setting = settingFrom(name, new URLSearchParams(location.search));
    await isolateFirst(name);
    await run(
      setting,
      {
        onSurvey(survey) {
          shown = prepare(survey, setting);
          showResults(shown);
          warnIfSlow(survey.slowdown);
          if (!crossOriginIsolated) warn('This page is not isolated from other sites, so its clock is coarse.');
        },
        onFigures(turn, figures) {
          shown?.results.add(turn, figures);
          draw();
        },
        onAllCores(turn, index, nanoseconds) {
          shown?.results.addAllCores(turn, index, nanoseconds);
          draw();
        },
        onProgress: showProgress,
        disagreeing(subject) {
          const { results } = shown!;
          return results.rows
            .filter((row) => row.subject === subject && results.disagrees(row))
            .map(({ index }) => index);
        },
        onEnd: warnIfSlow,
      },
      running.signal,
    );
    progress.value = 1;
    status.textContent = `Done in ${Math.round((performance.now() - begin) / 1000)} s.`;
  } catch (error) {
    const stopped = running.signal.aborted;
    status.textContent = stopped ? 'Stopped; the figures so far stay.' : `Failed: ${(error as Error).message}`;
  } finally {
    running = undefined;
    startButton.textContent = 'Start';
    settingChoice.disabled = false;
    for (const id of ['percent', 'left']) element(id).textContent = '';
    document.body.classList.remove('running');
    if (shown) remember(shown);
  }
}

/** Results that are in the address, or those of the last time. */
async function showEarlier(): Promise<void> {
  try {
    const kept = (await fromFragment(location.hash)) ?? remembered();
    if (!kept || running) return;
    shown = { ...kept, warnings: [...kept.warnings] };
    showResults(shown);
    status.textContent = location.hash === '' ? 'Measured here earlier.' : 'Measured by whoever made this link.';
  } catch {
    status.textContent = 'There are no results in this link, or it was cut.';
  }
}

controls.addEventListener('submit', (event) => {
  event.preventDefault();
  if (running) running.abort();
  else start();
});
select('unit').replaceChildren(...units.map((unit) => option(unit, unit)));
select('view').addEventListener('change', showView);
for (const id of ['comparison', 'load', 'size', 'unit', 'build-function']) select(id).addEventListener('change', draw);
connectTabs(document.querySelector('[role="tablist"]') as HTMLElement, showView);
connectExports({ kept: () => shown, picture: () => ({ bars: shownBars(), title: titleOf(choice()) }) });
document.addEventListener('visibilitychange', () => {
  if (document.hidden && running) warn('The page was in the background for a time: browsers may slow it down there.');
});
showFacts(browserList);
const chosen = chosenBefore();
if (chosen !== null) {
  for (const each of Array.from(settingChoice.querySelectorAll('input'))) each.checked = each.value === chosen;
  start();
} else showEarlier();
