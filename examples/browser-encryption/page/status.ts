/** What goes on, at the foot of the page: a line that screen readers read out, the progress of all together, and the pace. */
import { byteCount, duration } from './byte-count.js';
import { elementOf } from './elements.js';
import { percentOf, words } from './words.js';

const line = elementOf('status', HTMLElement);
const count = elementOf('count', HTMLElement);
const overall = elementOf('overall', HTMLProgressElement);
const { title } = document;
/** More often would be a chatter. */
const interval = 10_000;
/** Before that nobody can tell how long it takes. */
const paceFrom = 1000;
let next = 0;
let start: number | undefined;

export function announce(text: string): void {
  line.textContent = text;
  next = performance.now() + interval;
}

/** What there is to do. It is not read out: the buttons say it too. */
export function showCount(text: string): void {
  count.textContent = text;
}

/** In the title, for whoever looks at another tab; and from time to time in the line. */
export function announceProgress(doing: string, processed: number, total: number): void {
  start ??= performance.now();
  const fraction = total === 0 ? 1 : Math.min(processed / total, 1);
  overall.hidden = false;
  overall.value = fraction;
  document.title = `${percentOf(fraction)} · ${title}`;
  const elapsed = performance.now() - start;
  if (elapsed > paceFrom && processed > 0) {
    const speed = (1000 * processed) / elapsed;
    showCount(words.pace(byteCount(Math.round(speed)), duration((total - processed) / speed)));
  }
  if (performance.now() >= next) announce(words.percent(doing, percentOf(fraction)));
}

export function endProgress(): void {
  start = undefined;
  overall.hidden = true;
  document.title = title;
  showCount('');
}
