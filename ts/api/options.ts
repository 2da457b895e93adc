/** Parameters by name, the options of long work among them: only a plain object is taken, and only names that somebody reads. */
import { ByteTypeError, mustBe, shortened } from './errors.js';
import type { AbortSignalLike, WorkOptions } from './platform.js';

/** Options that were checked: each is the caller's, and none is inherited. */
export type CheckedOptions = { readonly [Name in keyof Required<WorkOptions>]: WorkOptions[Name] };

export const noOptions = { signal: undefined, onProgress: undefined } as const;

const optionNames = ['signal', 'onProgress'];

/** Reads the options of a call, before anything of the input: it can run the caller's code. Throws the reason of an aborted signal. */
export function readOptions(options: WorkOptions | undefined): CheckedOptions {
  if (options === undefined) return noOptions;
  const checked = checkOptions(options);
  checked.signal?.throwIfAborted();
  return checked;
}

/** Reads the options of any work that has these two, whether the signal is aborted or not. */
export function checkOptions<Options extends { signal?: AbortSignalLike | undefined; onProgress?: unknown }>(
  options: Options,
): { readonly signal: Options['signal']; readonly onProgress: Options['onProgress'] } {
  const { signal, onProgress } = checkPlain('options', options);
  checkNames('options', options, optionNames, []);
  checkSignal(signal);
  checkFunction('onProgress', onProgress);
  return { signal, onProgress };
}

/** Throws ByteTypeError for what is not a plain object: the names of an array or of a class are not the caller's. */
export function checkPlain<Parameters extends object>(argument: string, parameters: Parameters): Parameters {
  // Nearly every one, told without calls.
  if (parameters?.constructor === Object) return parameters;
  if (typeof parameters === 'object' && parameters !== null) {
    const prototype = Object.getPrototypeOf(parameters);
    // One of another realm has that realm's prototype, which has none itself.
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return parameters;
  }
  throw new ByteTypeError(argument, mustBe('a plain object', parameters));
}

/** Throws ByteTypeError if an object has or inherits a name that nobody reads. `others` are known: an object may serve for the reverse too. */
export function checkNames(
  argument: string,
  object: object,
  names: readonly string[],
  others: readonly string[],
): void {
  for (const name in object) {
    const isKnown = names.includes(name) || others.includes(name);
    if (!isKnown && (Object.hasOwn(object, name) || !(name in Object.prototype)))
      throw new ByteTypeError(argument, unknownName(name, names));
  }
}

/** The number of names that an object has or inherits. It takes no time, and where as many were found there is nothing to check. */
export function nameCount(object: object): number {
  let count = 0;
  for (const _ in object) count++;
  return count;
}

function unknownName(name: string, names: readonly string[]): string {
  const shown = shortened(name);
  const letters = shown.replace(/\W/g, '');
  const nearest = names.find((known) => contains(known, letters) || contains(letters, known));
  const question = nearest ? `: ${nearest} is meant?` : '';
  return `has no parameter ${JSON.stringify(shown)}${question} (it has ${names.join(', ')})`;
}

/** Whether a name has all letters of another one in their order, as `associatedData` those of `aad`; one letter is in too many. */
function contains(name: string, letters: string): boolean {
  const wanted = letters.toLowerCase();
  let found = 0;
  for (const letter of name.toLowerCase()) if (letter === wanted[found]) found++;
  return found > 1 && found === wanted.length;
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
