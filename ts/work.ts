/** Work that may be long: done at once, or in slices with the event loop free between them. */
import type { Bytes } from './bytes.js';
import type { Engine } from './engine/engine.js';
import { loadEngine, loadedEngine } from './engine/loading.js';
import type { WorkOptions } from './platform.js';

// Not everywhere: Node, Deno and Bun have it.
declare const setImmediate: ((callback: () => void) => void) | undefined;

export interface Work<Result> {
  /** What there is to do, in bytes of input. */
  readonly total: number;
  /** The length of the engine's state between two steps. */
  stateLength(engine: Engine): number;
  /** The steps, each a small part of a slice; a step yields how much of `total` is done. */
  steps(engine: Engine): Generator<number, Result>;
  /** Replaces, before the first pause, what is still to be read of the caller's arrays by copies of it. */
  copyInputs(copy: (bytes: Uint8Array) => Bytes): void;
}

/** When a slice that starts now is over: after half of the 10 ms that the event loop may be held. */
export const sliceEnd = (): number => performance.now() + 5;

/** The most steps in a slice, for runtimes whose clock stands still while a program computes. */
const sliceSteps = 64;

export function performAtOnce<Result>(engine: Engine, work: Work<Result>): Result {
  const steps = work.steps(engine);
  return engine.stretch(() => {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  });
}

export async function perform<Result>(work: Work<Result>, { signal, onProgress }: WorkOptions = {}): Promise<Result> {
  signal?.throwIfAborted();
  const copies: Bytes[] = [];
  const copyInputs = () => {
    if (copies.length > 0) return;
    work.copyInputs((bytes) => {
      const copy = new Uint8Array(bytes);
      copies.push(copy);
      return copy;
    });
  };
  let steps: Generator<number, Result> | undefined;
  let state: Bytes | undefined;
  try {
    let engine = loadedEngine();
    if (!engine) {
      copyInputs();
      engine = await loadEngine();
      signal?.throwIfAborted();
    }
    const taking = work.steps(engine);
    steps = taking;
    state = new Uint8Array(work.stateLength(engine));
    for (;;) {
      const { done, value } = engine.stretch(() => takeSlice(taking), state);
      if (done) return value;
      copyInputs();
      onProgress?.(Math.floor(value), work.total);
      await nextTurn();
      signal?.throwIfAborted();
    }
  } finally {
    steps?.return(undefined as Result);
    state?.fill(0);
    for (const copy of copies) copy.fill(0);
  }
}

function takeSlice<Result>(steps: Generator<number, Result>): IteratorResult<number, Result> {
  const end = sliceEnd();
  for (let taken = 1; ; taken++) {
    const step = steps.next();
    if (step.done || taken === sliceSteps || performance.now() >= end) return step;
  }
}

/** Works one after the other; the results in the same order. */
export function inSequence<Result>(works: readonly Work<Result>[]): Work<Result[]> {
  let next = 0;
  return {
    total: works.reduce((sum, { total }) => sum + total, 0),
    stateLength: (engine) => works.reduce((most, work) => Math.max(most, work.stateLength(engine)), 0),
    *steps(engine) {
      const results: Result[] = [];
      let done = 0;
      for (const work of works) {
        const steps = work.steps(engine);
        try {
          for (let step = steps.next(); ; step = steps.next()) {
            if (step.done) {
              results.push(step.value);
              break;
            }
            yield done + step.value;
          }
        } finally {
          steps.return(undefined as Result);
        }
        next++;
        done += work.total;
        yield done;
      }
      return results;
    },
    copyInputs(copy) {
      for (const work of works.slice(next)) work.copyInputs(copy);
    },
  };
}

/** Lets the event loop turn: what waits in it, input and rendering too, comes first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') {
      setImmediate(resolve);
    } else if (typeof MessageChannel === 'function') {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    } else {
      setTimeout(resolve, 0);
    }
  });
}

/** Where each piece starts and ends, and whether it is the last; an empty string has one empty piece. */
export function* pieces(length: number, limit: number): Generator<[start: number, end: number, last: boolean]> {
  for (let start = 0; start === 0 || start < length; start += limit) {
    const end = Math.min(start + limit, length);
    yield [start, end, end === length];
  }
}
