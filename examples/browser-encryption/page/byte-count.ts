/** Numbers of bytes and of seconds for people. */
import { language, words } from './words.js';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** At most three digits and a unit. */
export function byteCount(count: number): string {
  if (count === 1) return '1 byte';
  let unit = 0;
  let value = count;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return `${value.toLocaleString(language, options)} ${units[unit]}`;
}

export function duration(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 90 ? words.seconds(whole) : words.minutes(Math.round(whole / 60));
}
