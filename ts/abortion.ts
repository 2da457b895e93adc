/** Waiting for an AbortSignal besides something else. */
import type { AbortSignalLike } from './platform.js';

/** Waits until one promise after the other is settled, or the signal aborts. */
export function waitingFor(signal: AbortSignalLike | undefined) {
  let reject = (_reason: unknown) => {};
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  return {
    // Not a race with one promise for the signal: that one would hold on to every value until it is settled itself.
    until: <Value>(promise: Value | PromiseLike<Value>) =>
      new Promise<Value>((resolve, rejectThis) => {
        reject = rejectThis;
        Promise.resolve(promise).then(resolve, rejectThis);
      }),
    end: () => signal?.removeEventListener('abort', abort),
  };
}
