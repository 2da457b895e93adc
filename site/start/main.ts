/** The start page: loads what it does with the package once it is seen, and measures where it is asked to. */
import type { FigureReport } from './figures.js';

/** The addresses of the script for the live box and of the worker that measures; the build writes them here. */
declare const LIVE: string;
declare const FIGURES: string;

const element = (id: string) => document.getElementById(id) as HTMLElement;
const button = element('measure') as HTMLButtonElement;
const status = element('measuring');

function measure(): void {
  button.disabled = true;
  status.textContent = 'Measuring …';
  element('figures').hidden = true;
  element('figure-rows').replaceChildren();
  const worker = new Worker(new URL(FIGURES, import.meta.url), { type: 'module' });
  const end = (text: string) => {
    worker.terminate();
    button.disabled = false;
    status.textContent = text;
  };
  worker.addEventListener('error', () => end('This browser could not start the measurement.'));
  worker.addEventListener('message', ({ data }: MessageEvent<FigureReport>) => {
    if (data.type === 'end') return end(data.problem ?? 'Done.');
    element('figures').hidden = false;
    element('figure-rows').append(row(data.name, data.cells));
  });
}

function row(name: string, cells: readonly string[]): HTMLTableRowElement {
  const tr = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = name;
  tr.append(head, ...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
  return tr;
}

button.addEventListener('click', measure);
// Not before the page is seen, as it would take a part of a slow line. A page in the background is never seen.
setTimeout(() => import(new URL(LIVE, import.meta.url).href), document.hidden ? 0 : 50);
