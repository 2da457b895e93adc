/** Parameters that are given by name: what is no plain object is refused, and so is a name that nobody reads. */
import { ByteTypeError, mustBe } from './errors.js';
import type { AbortSignalLike } from './platform.js';

/**
 * The object that was given. Throws ByteTypeError for what is none, and for an array or an object of a class, whose names are not the
 * caller's.
 */
export function checkPlain<Given extends object>(argument: string, given: Given): Given {
  if (typeof given === 'object' && given !== null) {
    const prototype = Object.getPrototypeOf(given);
    // One of another realm has that realm's prototype, which has none itself.
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return given;
  }
  throw new ByteTypeError(argument, mustBe('a plain object', given));
}

/**
 * Throws ByteTypeError if an object has a name that is none of these. `others` are not read, but known: one object may serve for a
 * function and its reverse.
 */
export function checkNames(
  argument: string,
  object: object,
  names: readonly string[],
  others: readonly string[],
): void {
  for (const name of Object.keys(object))
    if (!names.includes(name) && !others.includes(name)) throw new ByteTypeError(argument, unknownName(name, names));
}

/** How many names an object has. Where it has as many as were found by name there is nothing to check, and this takes no time. */
export function nameCount(object: object): number {
  let count = 0;
  for (const _ in object) count++;
  return count;
}

function unknownName(name: string, names: readonly string[]): string {
  const likeness = (known: string) => commonLetters(name.toLowerCase(), known.toLowerCase());
  const nearest = names.reduce((best, known) => (likeness(known) > likeness(best) ? known : best));
  const isNear = likeness(nearest) >= Math.max(2, name.length / 2);
  return `has no parameter ${JSON.stringify(name)}${isNear ? `: ${nearest} is meant?` : ''} (it has ${names.join(', ')})`;
}

/** The length of the longest string that both contain, with gaps. */
function commonLetters(a: string, b: string): number {
  let row: number[] = new Array(b.length + 1).fill(0);
  for (const letter of a) {
    const next = [0];
    for (let i = 0; i < b.length; i++) next.push(letter === b[i] ? row[i]! + 1 : Math.max(row[i + 1]!, next[i]!));
    row = next;
  }
  return row[b.length]!;
}

/** Throws ByteTypeError for what is neither a function nor left out. */
export function checkFunction(argument: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function')
    throw new ByteTypeError(argument, mustBe('a function', value));
}

/** Throws ByteTypeError for what is neither an AbortSignal nor left out. */
export function checkSignal(signal: AbortSignalLike | undefined): void {
  if (signal === undefined) return;
  const { throwIfAborted, addEventListener, removeEventListener } = signal ?? {};
  for (const method of [throwIfAborted, addEventListener, removeEventListener])
    if (typeof method !== 'function') throw new ByteTypeError('signal', mustBe('an AbortSignal', signal));
}
