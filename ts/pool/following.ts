/** Following signals: any number of followers by one listener, as runtimes warn of many. */
import type { AbortSignalLike } from '../platform.js';

const followers = new WeakMap<AbortSignalLike, { abort: () => void; callbacks: Set<() => void> }>();

/** Calls back when the signal aborts, unless the function that this gives is called before. */
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
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    followers.delete(signal);
    signal.removeEventListener('abort', abort);
  };
}
