/** Checks of named parameters: a plain object with known names. */
import { ArgumentError, shortened, wrongType } from './errors.js';
import type { AbortSignalLike, WorkOptions } from './platform.js';

/** Options that were checked. Each value comes from the caller, and none from Object.prototype. */
export type CheckedOptions = { readonly [Name in keyof Required<WorkOptions>]: WorkOptions[Name] };

export const noOptions = { signal: undefined, onProgress: undefined } as const;

type Names = readonly string[];

/** Call this before you read the input, because reading options can run the caller's code. Throws an aborted signal's reason. */
export function readOptions(options: WorkOptions | undefined): CheckedOptions {
  if (options === undefined) return noOptions;
  const checked = checkOptions(options);
  checked.signal?.throwIfAborted();
  return checked;
}

/** Reads the options `signal` and `onProgress`, which all long work has beside `others`. Accepts an aborted signal. */
export function checkOptions<Options extends { signal?: AbortSignalLike | undefined; onProgress?: unknown }>(
  options: Options,
  others: Names = [],
): { readonly signal: Options['signal']; readonly onProgress: Options['onProgress'] } {
  const { signal, onProgress } = checkNamed('options', options, ['signal', 'onProgress', ...others]);
  checkSignal(signal);
  checkFunction('onProgress', onProgress);
  return { signal, onProgress };
}

export function checkNamed<Given extends object>(argument: string, given: Given, names: Names, others: Names = []) {
  return ofCaller(checkNames(argument, checkPlain(argument, given), names, others), names);
}

/**
 * Returns the object itself or, if it may inherit one of the names from an Object.prototype, a copy with what the caller gave. Other code
 * can put names there, often by mistake, and they must change no call.
 */
export function ofCaller<Given extends object>(given: Given, names: Names): Given {
  const root = Object.prototype;
  if (Object.getPrototypeOf(given) === root && !names.some((name) => name in root)) return given;
  const own = Object.create(null);
  // The last object of a chain is an Object.prototype, perhaps of another realm.
  for (let at = given; at === given || Object.getPrototypeOf(at ?? root); at = Object.getPrototypeOf(at))
    for (const name of names) if (Object.hasOwn(at, name)) own[name] = given[name as keyof Given];
  return own;
}

/** The names in an array or a class instance do not come from the caller. */
export function checkPlain<Parameters extends object>(argument: string, parameters: Parameters): Parameters {
  // This comparison accepts nearly every object without a function call.
  if (parameters?.constructor === Object) return parameters;
  if (typeof parameters === 'object' && parameters !== null) {
    const prototype = Object.getPrototypeOf(parameters);
    // A plain object of another realm has that realm's `Object.prototype`, and that prototype has no prototype.
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return parameters;
  }
  throw wrongType(argument, 'a plain object', parameters);
}

/** Refuses unknown names, own or inherited. `others` are allowed too, because one object may serve encryption and decryption. */
export function checkNames<Given extends object>(argument: string, given: Given, names: Names, others: Names): Given {
  for (const name in given) {
    const isKnown = names.includes(name) || others.includes(name);
    if (!isKnown && (Object.hasOwn(given, name) || !(name in Object.prototype)))
      throw new ArgumentError(
        argument,
        `has no parameter ${JSON.stringify(shortened(name))} (it has ${names.join(', ')})`,
      );
  }
  return given;
}

export function checkFunction(argument: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw wrongType(argument, 'a function', value);
}

export function checkSignal(signal: AbortSignalLike | undefined): void {
  if (signal === undefined) return;
  for (const method of ['throwIfAborted', 'addEventListener', 'removeEventListener'] as const)
    if (typeof signal?.[method] !== 'function') throw wrongType('signal', 'an AbortSignal', signal);
}
