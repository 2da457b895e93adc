/** The page: starts and stops a run, shows what it finds while it goes on, and copies the report. */
import { browserFacts } from './browser.js';
import { Chart } from './chart.js';
import { chosenBefore, isolateFirst } from './isolation.js';
import { markdownReport } from './markdown-report.js';
import type { Survey } from './protocol.js';
import { Results, sizeText } from './results.js';
import { run } from './run.js';
import { type Setting, settingFrom } from './setting.js';
import { slow } from './slowdown.js';
import { messagesOf } from './suite.js';
import { fill, layOut } from './table.js';
import { viewsOf } from './views.js';

const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const controls = element<HTMLFormElement>('controls');
const settingChoice = controls.querySelector('fieldset')!;
const startButton = element<HTMLButtonElement>('start');
const copyButton = element<HTMLButtonElement>('copy');
const progress = element<HTMLProgressElement>('progress');
const status = element('status');
const table = element<HTMLTableElement>('table');
const viewChoice = element<HTMLSelectElement>('view');
const sizeChoice = element<HTMLSelectElement>('size');

type Facts = [name: string, value: string][];

/** One run, from the survey on, until the next is started. */
interface Shown {
  results: Results;
  facts: Facts;
  warnings: Set<string>;
}

let shown: Shown | undefined;
let chart: Chart | undefined;
let running: AbortController | undefined;

const facts = await browserFacts();
const browserList: Facts = [
  ['browser', facts.browser],
  ['system', facts.system],
  ['CPU threads', String(facts.threads)],
];

const option = (text: string, value: number) => new Option(text, String(value));

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

function warn(text: string): void {
  if (!shown || shown.warnings.has(text)) return;
  shown.warnings.add(text);
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  element('warnings').append(paragraph);
}

function warnIfSlow(slowdown: number): void {
  if (slowdown < slow) return;
  warn(
    'WebAssembly runs slowly here, as it does while DevTools are open, so the figures are too low. Close them, reload the page, and start again. ' +
      'If they are closed, this browser does not optimise WebAssembly.',
  );
}

function prepare(survey: Survey, setting: Setting): Shown {
  const results = new Results(survey, setting);
  const facts: Facts = [
    ...browserList,
    ['builds', results.builds.join(', ')],
    ['clock', `steps of ${Number((survey.clockStep * 1000).toPrecision(2))} µs`],
    ['setting', `${setting.name}, medians of ${setting.rounds} rounds`],
  ];
  return { results, facts, warnings: new Set() };
}

function showResults({ results, facts }: Shown): void {
  showFacts(facts);
  element('warnings').replaceChildren();
  element('results').hidden = false;
  layOut(table, results);
  viewChoice.replaceChildren(...viewsOf(results).map(({ title }, i) => option(title, i)));
  sizeChoice.replaceChildren(...results.sizes.map((size, i) => option(sizeText(size), i)));
  // Where the work of a call no longer matters.
  const middle = results.sizes.findIndex((size) => size >= 4096);
  sizeChoice.value = String(middle >= 0 ? middle : results.sizes.length - 1);
  const messages = results.sizes.map(messagesOf);
  const [fewest, most] = [Math.min(...messages), Math.max(...messages)];
  element('notes').textContent =
    `1 MB is 10^6 bytes. Encryption has 16 bytes of associated data, except many messages in one call, which are ${
      fewest === most ? most : `${most} of a length, ${fewest} of the longest`
    } and have none. WebCrypto answers by a promise, all others at once. Other programs at work make figures lower, those of long calls most.`;
  showView();
}

function showView(): void {
  const view = shown && viewsOf(shown.results)[Number(viewChoice.value)];
  if (!shown || !view) return;
  chart?.destroy();
  chart = new Chart(element('chart'), element('lines'), shown.results, view, (size) => {
    sizeChoice.value = String(size);
    chart?.showFiguresAt(size);
  });
  chart.showFiguresAt(Number(sizeChoice.value));
}

let drawing = false;
function draw(): void {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    if (!shown) return;
    fill(table, shown.results);
    chart?.update();
  });
}

async function start(): Promise<void> {
  // Before it is disabled, as a form leaves out what is.
  const name = String(new FormData(controls).get('setting'));
  const begin = performance.now();
  running = new AbortController();
  startButton.textContent = 'Stop';
  copyButton.disabled = true;
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
        onFigures(subject, figures) {
          shown?.results.add(subject, figures);
          copyButton.disabled = false;
          draw();
        },
        onProgress(share, doing) {
          progress.value = share;
          element('percent').textContent = `${Math.round(100 * share)} %:`;
          // Read aloud when it changes: not with each figure.
          if (status.textContent !== doing) status.textContent = doing;
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
    copyButton.disabled = !shown?.results.rows.some(({ figures }) => figures.some((figure) => figure !== undefined));
    settingChoice.disabled = false;
    element('percent').textContent = '';
    document.body.classList.remove('running');
  }
}

async function copy({ results, facts, warnings }: Shown): Promise<void> {
  const text = markdownReport(results, facts, [...warnings]);
  const before = copyButton.textContent;
  try {
    await navigator.clipboard.writeText(text);
    copyButton.textContent = 'Copied';
  } catch {
    copyButton.textContent = 'This browser forbids copying';
  }
  setTimeout(() => {
    copyButton.textContent = before;
  }, 2000);
}

controls.addEventListener('submit', (event) => {
  event.preventDefault();
  if (running) running.abort();
  else start();
});
copyButton.addEventListener('click', () => shown && copy(shown));
viewChoice.addEventListener('change', showView);
sizeChoice.addEventListener('change', () => chart?.showFiguresAt(Number(sizeChoice.value)));
document.addEventListener('visibilitychange', () => {
  if (document.hidden && running) warn('The page was in the background for a time: browsers may slow it down there.');
});
showFacts(browserList);
const chosen = chosenBefore();
if (chosen !== null) {
  for (const each of Array.from(settingChoice.querySelectorAll('input'))) each.checked = each.value === chosen;
  start();
}
