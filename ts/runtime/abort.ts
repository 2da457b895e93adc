/** Following AbortSignals: any number of followers by one listener, as runtimes warn of many, and waiting for one besides something else. */
import type { AbortSignalLike } from '../api/platform.js';

const followers = new WeakMap<AbortSignalLike, { abort: () => void; callbacks: Set<() => void> }>();

/**
 * Calls back when the signal aborts, at once if it has already, unless the function that this returns is called before.
 */
export function follow(signal: AbortSignalLike | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  let entry = followers.get(signal);
  if (!entry) {
    const callbacks = new Set<() => void>();
    const abort = () => {
      for (const each of callbacks) each();
    };
    entry = { abort, callbacks };
    followers.set(signal, entry);
    signal.addEventListener('abort', abort);
  }
  const { abort, callbacks } = entry;
  callbacks.add(callback);
  const unfollow = () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    followers.delete(signal);
    signal.removeEventListener('abort', abort);
  };
  if (signal.aborted) {
    unfollow();
    callback();
  }
  return unfollow;
}

/** Runs work with a signal that aborts when one of the given ones does, and when the work fails. */
export async function withSignals<Result>(
  signals: readonly (AbortSignalLike | undefined)[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const unfollows = signals.map((signal) => follow(signal, () => stop.abort(signal?.reason)));
  try {
    return await work(stop.signal);
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    for (const unfollow of unfollows) unfollow();
  }
}

/** Waits until one promise after the other is settled, or the signal aborts. */
export function waitingFor(signal: AbortSignalLike | undefined) {
  let reject = (_reason: unknown) => {};
  const end = follow(signal, () => reject(signal?.reason));
  return {
    // Not a race with one promise for the signal: that one would hold on to every value until it is settled itself.
    until: <Value>(promise: Value | PromiseLike<Value>) =>
      new Promise<Value>((resolve, rejectThis) => {
        reject = rejectThis;
        // The signal may have aborted while nobody waited.
        if (signal?.aborted) reject(signal.reason);
        Promise.resolve(promise).then(resolve, rejectThis);
      }),
    end,
  };
}
