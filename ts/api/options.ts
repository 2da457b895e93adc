/** Checks of named parameters, including the options of long work. An argument must be a plain object, and all its names must be known. */
import { ByteTypeError, mustBe, shortened } from './errors.js';
import type { AbortSignalLike, WorkOptions } from './platform.js';

/** Options that were checked. Each value comes from the caller, and no value is inherited. */
export type CheckedOptions = { readonly [Name in keyof Required<WorkOptions>]: WorkOptions[Name] };

export const noOptions = { signal: undefined, onProgress: undefined } as const;

const optionNames = ['signal', 'onProgress'];

/**
 * Reads the options of a call. `others` are the names of further options that the call has. Call this before you read the input, because
 * reading options can run the caller's code. Throws the reason of an aborted signal.
 */
export function readOptions(options: WorkOptions | undefined, others?: readonly string[]): CheckedOptions {
  if (options === undefined) return noOptions;
  const checked = checkOptions(options, others);
  checked.signal?.throwIfAborted();
  return checked;
}

/** Reads the options `signal` and `onProgress`, which all long work has beside `others`. Accepts an aborted signal. */
export function checkOptions<Options extends { signal?: AbortSignalLike | undefined; onProgress?: unknown }>(
  options: Options,
  others: readonly string[] = [],
): { readonly signal: Options['signal']; readonly onProgress: Options['onProgress'] } {
  const { signal, onProgress } = checkNamed('options', options, [...optionNames, ...others]);
  checkSignal(signal);
  checkFunction('onProgress', onProgress);
  return { signal, onProgress };
}

/** Checks that named parameters are a plain object, and checks their names with `checkNames`. Returns the parameters. */
export function checkNamed<Parameters extends object>(
  argument: string,
  parameters: Parameters,
  names: readonly string[],
  others: readonly string[] = [],
): Parameters {
  return checkNames(argument, checkPlain(argument, parameters), names, others);
}

/** Throws ByteTypeError for anything but a plain object. The names in an array or a class instance do not come from the caller. */
export function checkPlain<Parameters extends object>(argument: string, parameters: Parameters): Parameters {
  // This comparison accepts nearly every object without a function call.
  if (parameters?.constructor === Object) return parameters;
  if (typeof parameters === 'object' && parameters !== null) {
    const prototype = Object.getPrototypeOf(parameters);
    // A plain object of another realm has that realm's `Object.prototype`, and that prototype has no prototype.
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return parameters;
  }
  throw new ByteTypeError(argument, mustBe('a plain object', parameters));
}

/**
 * Returns an object, or throws ByteTypeError if it has or inherits an unknown name. The names in `others` are allowed too: callers may pass
 * one object to encryption and to decryption.
 */
export function checkNames<Named extends object>(
  argument: string,
  object: Named,
  names: readonly string[],
  others: readonly string[],
): Named {
  for (const name in object) {
    const isKnown = names.includes(name) || others.includes(name);
    if (!isKnown && (Object.hasOwn(object, name) || !(name in Object.prototype)))
      throw new ByteTypeError(
        argument,
        `has no parameter ${JSON.stringify(shortened(name))} (it has ${names.join(', ')})`,
      );
  }
  return object;
}

/** Throws ByteTypeError for anything but a function or undefined. */
export function checkFunction(argument: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function')
    throw new ByteTypeError(argument, mustBe('a function', value));
}

/** Throws ByteTypeError for anything but an AbortSignal or undefined. */
export function checkSignal(signal: AbortSignalLike | undefined): void {
  if (signal === undefined) return;
  const { throwIfAborted, addEventListener, removeEventListener } = signal ?? {};
  for (const method of [throwIfAborted, addEventListener, removeEventListener])
    if (typeof method !== 'function') throw new ByteTypeError('signal', mustBe('an AbortSignal', signal));
}
