/** Waiting for an AbortSignal besides something else. */
import type { AbortSignalLike } from './platform.js';

/** A promise that rejects when the signal aborts, for as long as it is not ended. */
export function abortionOf(signal: AbortSignalLike | undefined): { promise: Promise<never>; end: () => void } {
  let abort = () => {};
  const promise = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
  });
  promise.catch(() => {});
  signal?.addEventListener('abort', abort);
  return { promise, end: () => signal?.removeEventListener('abort', abort) };
}
