/** Follows AbortSignals. All followers of a signal share one listener, because runtimes warn about many listeners. */
import type { AbortSignalLike } from '../base/platform.js';

const followers = new WeakMap<AbortSignalLike, { abort: () => void; callbacks: Set<() => void> }>();

/** Calls `callback` when the signal aborts, or at once if the signal is already aborted. The returned function stops following. */
export function follow(signal: AbortSignalLike | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  let entry = followers.get(signal);
  if (!entry) {
    const callbacks = new Set<() => void>();
    const abort = () => {
      for (const each of callbacks) each();
    };
    entry = { abort, callbacks };
    // If this throws, the signal has no entry without a listener.
    signal.addEventListener('abort', abort);
    followers.set(signal, entry);
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

/** Runs work with a new signal, which aborts when any of the given signals aborts or when the work fails. */
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

/** Waits for promises, one after another. Each wait ends early with an error if the signal aborts. */
export function waitingFor(signal: AbortSignalLike | undefined) {
  let reject = (_reason: unknown) => {};
  const end = follow(signal, () => reject(signal?.reason));
  return {
    // Promise.race with one promise for the signal would keep every value in memory until that promise settles.
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
