/** The line that says what goes on, which screen readers read out. */
import { elementOf } from './elements.js';

const element = elementOf('status', HTMLElement);
const { title } = document;
/** More often would be a chatter. */
const interval = 10_000;
let next = 0;

export function announce(text: string): void {
  element.textContent = text;
  next = performance.now() + interval;
}

/** In the title, for whoever looks at another tab; and from time to time in the line. */
export function announceProgress(doing: string, fraction: number): void {
  const percent = `${Math.floor(100 * fraction)} %`;
  document.title = `${percent} · ${title}`;
  if (performance.now() >= next) announce(`${doing}: ${percent}`);
}

export function endProgress(): void {
  document.title = title;
}

export const filesOf = (count: number): string => (count === 1 ? '1 file' : `${count} files`);
