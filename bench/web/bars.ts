/** The bars, as a list that screen readers read, and as a picture. */
import type { Bar } from './comparison.js';

/** Shows the bars in place of those that were there. */
export function showBars(list: HTMLElement, bars: readonly Bar[]): void {
  list.replaceChildren(...bars.map(barElement));
}

function barElement({ label, isOurs, share, from, to, value, isDoubtful }: Bar): HTMLLIElement {
  const part = (className: string, text = '') =>
    Object.assign(document.createElement('span'), { className, textContent: text });
  const item = document.createElement('li');
  item.classList.toggle('ours', isOurs);
  const track = part('track');
  const bar = part('bar');
  bar.style.setProperty('--share', String(share));
  const whisker = part('whisker');
  whisker.style.setProperty('--from', String(from));
  whisker.style.setProperty('--to', String(to));
  track.append(bar, whisker);
  track.ariaHidden = 'true';
  item.append(part('label', label), track, part('value', isDoubtful ? `${value} ±` : value));
  return item;
}

const room = { width: 900, row: 34, head: 96, foot: 60, label: 290, value: 150, margin: 24 };

/** The bars as a picture, with the title above and the facts below them. */
export async function pictureOf(bars: readonly Bar[], title: string, facts: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(room.width, room.head + bars.length * room.row + room.foot);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`);
  const write = (text: string, x: number, y: number, { font, fill }: { font: string; fill: string }) => {
    context.font = `${font} ${style.fontFamily}`;
    context.fillStyle = fill;
    context.fillText(text, x, y, room.width - x - room.margin);
  };
  context.fillStyle = colour('surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  write(title, room.margin, 48, { font: '600 20px', fill: colour('text') });
  const left = room.margin + room.label;
  const width = room.width - left - room.value - room.margin;
  for (const [i, { label, isOurs, share, from, to, value }] of bars.entries()) {
    const y = room.head + i * room.row;
    const font = isOurs ? '600 15px' : '15px';
    write(label, room.margin, y + 16, { font, fill: colour('text') });
    context.fillStyle = colour(isOurs ? 'accent' : 'bar');
    context.fillRect(left, y, width * share, 20);
    context.fillStyle = colour('text');
    context.fillRect(left + width * from, y + 9, Math.max(1, width * (to - from)), 2);
    write(value, left + width + 12, y + 16, { font, fill: colour('text') });
  }
  write(facts, room.margin, canvas.height - 22, { font: '13px', fill: colour('quiet') });
  return canvas.convertToBlob({ type: 'image/png' });
}
