/**
 * The possible numbers of a value in a module, and the cells of memory that the value is made of. The numbers are
 * `base + k * stride`, as far as known: a stride of 0 means one number, and a stride of 1 means any number.
 */

export interface Value {
  /** NaN if no value is known yet. */
  base: number;
  stride: number;
  /** True if the value may also be 0, a null pointer. Nothing is read or written through it. */
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

/** A value that is `a` or `b`. 0 is treated like any other number. */
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
