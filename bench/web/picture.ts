/** Draws the bars as a picture that stands alone, with full labels and the facts of the browser. */
import type { Bar } from './comparison.js';

/** Pixels of the page; the file has twice as many. */
const room = { row: 34, margin: 24, gap: 12, track: 380, line: 20 };
const colours = { surface: '#ffffff', text: '#3c3c43', quiet: '#67676c', ours: '#4350d6', other: '#9aa5b6' };

/** The places where columns begin. The widest text of each column decides, so that no text overlaps another. */
export function columnsOf(bars: readonly Bar[], widthOf: (text: string) => number) {
  const widest = (texts: readonly string[]) => Math.ceil(Math.max(0, ...texts.map(widthOf)));
  const track = room.margin + widest(bars.map(({ label }) => label)) + room.gap;
  const value = track + room.track + room.gap;
  return { label: room.margin, track, value, width: value + widest(bars.map(({ value }) => value)) + room.margin };
}

/** Breaks the words into lines of at most this width. */
export function linesOf(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export async function pictureOf(bars: readonly Bar[], title: string, notes: readonly string[]): Promise<Blob> {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d')!;
  const font = (size: number, weight = 400) => `${weight} ${size}px system-ui, sans-serif`;
  const widthIn = (style: string) => (text: string) => {
    context.font = style;
    return context.measureText(text).width;
  };
  const columns = columnsOf(bars, widthIn(font(15, 600)));
  const inner = columns.width - 2 * room.margin;
  const head = linesOf(title, inner, widthIn(font(20, 600)));
  const foot = notes.flatMap((note) => linesOf(note, inner, widthIn(font(13))));
  const top = room.margin + head.length * 28 + room.gap;
  const bottom = top + bars.length * room.row + room.gap;
  canvas.width = 2 * columns.width;
  canvas.height = 2 * (bottom + foot.length * room.line + room.margin);
  context.scale(2, 2);
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
  };
  const write = (text: string, x: number, y: number, style: string, colour = colours.text) => {
    [context.font, context.fillStyle] = [style, colour];
    context.fillText(text, x, y);
  };
  fill(colours.surface, 0, 0, canvas.width, canvas.height);
  for (const [i, line] of head.entries()) write(line, room.margin, room.margin + 20 + i * 28, font(20, 600));
  for (const [i, { label, isOurs, share, from, to, value }] of bars.entries()) {
    const y = top + i * room.row;
    const style = font(15, isOurs ? 600 : 400);
    write(label, columns.label, y + 16, style);
    fill(isOurs ? colours.ours : colours.other, columns.track, y, Math.max(1, room.track * share), 20);
    fill(colours.text, columns.track + room.track * from, y + 9, Math.max(1, room.track * (to - from)), 2);
    write(value, columns.value, y + 16, style);
  }
  for (const [i, line] of foot.entries())
    write(line, room.margin, bottom + 16 + i * room.line, font(13), colours.quiet);
  return canvas.convertToBlob({ type: 'image/png' });
}
