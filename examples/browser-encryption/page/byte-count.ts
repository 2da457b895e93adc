/** Numbers of bytes for people: at most three digits and a unit. */

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function byteCount(count: number): string {
  if (count === 1) return '1 byte';
  let unit = 0;
  let value = count;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(digits)} ${units[unit]}`;
}
