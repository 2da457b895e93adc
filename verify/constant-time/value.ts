/**
 * What a value in a module may be: a number `base + k * stride`, as far as it can be told, with stride 0 where it is one
 * number and 1 where nothing is known; and the cells of memory that it is made of.
 */

export interface Value {
  /** Not a number where no value is known yet. */
  base: number;
  stride: number;
  /** Whether it may be 0 too, as pointers to nothing are, through which nothing is read or written. */
  orZero?: boolean;
  cells: ReadonlySet<string>;
}

export const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));
export const noCells: ReadonlySet<string> = new Set();
export const constant = (base: number): Value => ({ base, stride: 0, cells: noCells });
export const anything = (cells: ReadonlySet<string>): Value => ({ base: 0, stride: 1, cells });
export const nothing = (cells: ReadonlySet<string>): Value => ({ base: Number.NaN, stride: 0, cells });
export const isNothing = ({ base }: Value) => Number.isNaN(base);
const isZero = ({ base, stride }: Value) => base === 0 && stride === 0;

export const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  b.size === 0 || a === b ? a : a.size === 0 ? b : new Set([...a, ...b]);

/** A value that is one or the other, where 0 is a number like others. */
const span = (a: Value, b: Value, cells: ReadonlySet<string>): Value => ({
  base: Math.min(a.base, b.base),
  stride: gcd(gcd(a.stride, b.stride), a.base - b.base),
  cells,
});

export const withZero = (a: Value): Value => (a.orZero ? span(a, constant(0), a.cells) : a);

export function join(a: Value | undefined, b: Value): Value {
  if (!a) return b;
  const cells = union(a.cells, b.cells);
  if (isNothing(a) || isNothing(b)) return { ...(isNothing(a) ? b : a), cells };
  const [one, other] = isZero(a) ? [a, b] : [b, a];
  const both = isZero(one) ? { ...other, cells } : span(a, b, cells);
  const orZero = a.orZero || b.orZero || isZero(one);
  return orZero ? (both.base > 0 ? { ...both, orZero } : span(both, constant(0), cells)) : both;
}

export const same = (a: Value | undefined, b: Value) =>
  a !== undefined &&
  Object.is(a.base, b.base) &&
  a.stride === b.stride &&
  a.orZero === b.orZero &&
  a.cells.size === b.cells.size;
