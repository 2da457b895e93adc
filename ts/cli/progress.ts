/** The progress bar: on standard error if that is a terminal, otherwise nowhere. */
import { undoAtEnd } from './signals.js';

/** The milliseconds between two drawings, and before the first drawing. Shorter work needs no bar. */
const interval = 100;
/** The smallest file with a bar, in bytes. Smaller files have none, however long their passphrase takes. */
const smallFile = 2 ** 20;

/** A bar that draws nothing if it would mix with standard output (`sharesTerminal`). */
export function openProgress({ isSilent = false, sharesTerminal = false } = {}) {
  const terminal = process.stderr;
  if (isSilent || !terminal.isTTY || process.env.TERM === 'dumb' || (sharesTerminal && process.stdout.isTTY))
    return { at: (_processed: number, _total: number | undefined) => {}, clear() {}, close() {} };
  const began = performance.now();
  let drawn = began;
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) terminal.write('\r\x1b[K');
    isDrawn = false;
  };
  const closed = undoAtEnd(clear);
  return {
    at(processed: number, total: number | undefined) {
      const now = performance.now();
      if (now - drawn < interval || (total ?? processed) < smallFile) return;
      drawn = now;
      isDrawn = true;
      const width = Math.max(0, (terminal.columns || 80) - 1);
      terminal.write(`\r${barOf(processed, total, (now - began) / 1000, width)}\x1b[K`);
    },
    /** Removes the bar before a line of output. The next step draws it again. */
    clear,
    close() {
      clear();
      closed();
    },
  };
}

function barOf(processed: number, total: number | undefined, seconds: number, width: number): string {
  const rate = processed / seconds;
  const speed = `${megabytes(rate)}/s`;
  if (!total) return `${megabytes(processed)}  ${speed}`.slice(0, width);
  const part = Math.min(1, processed / total);
  const percent = `${Math.floor(100 * part)}%`.padStart(4);
  const all = megabytes(total);
  const done = megabytes(processed).padStart(all.length);
  const figures = `${percent}  ${done} of ${all}  ${speed.padStart(9)}  ${timeOf((total - processed) / rate).padStart(5)}`;
  const room = Math.min(width - figures.length - 3, 40);
  if (room < 10) return figures.slice(0, width);
  return `[${'#'.repeat(Math.round(room * part)).padEnd(room, '.')}] ${figures}`;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;

function timeOf(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  const whole = Math.ceil(Math.max(0, seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
