/** Work that may be long: done at once, or in slices with the event loop free between them. */
import { type Bytes, copyInto, viewOf } from './bytes.js';
import type { Engine } from './engine/engine.js';
import type { Loader } from './engine/loader.js';
import { nextTurn, Slice, sliceBytes } from './event-loop.js';
import type { ReadOptions } from './work-options.js';

export interface Work<Result> {
  /** Of the engine that does it. */
  readonly loader: Loader;
  /** What there is to do, in bytes of input. */
  readonly total: number;
  /** The length of the engine's state between two steps, and where it begins if that is not the usual place. */
  stateLength(engine: Engine): number;
  stateAddress(engine: Engine): number | undefined;
  /** The most bytes in a slice. */
  readonly sliceBytes: number;
  /** The steps, each a small part of a slice; a step yields how much of `total` is done. */
  steps(engine: Engine): Generator<number, Result>;
  /** Replaces, before the first pause, what is still to be read of the caller's arrays by copies of it. */
  copyInputs(copies: Copies): void;
}

/** What most work says of itself. */
export const usualWork = { stateAddress: () => undefined, sliceBytes };

export function runToEnd<Result>(engine: Engine, work: Work<Result>): Result {
  const steps = work.steps(engine);
  return engine.stretch(() => {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  });
}

/** Reads the inputs before it returns: nothing of the caller's runs before they are copied, or done with. */
export async function runSliced<Result>(work: Work<Result>, { signal, onProgress }: ReadOptions): Promise<Result> {
  const copies = new Copies();
  let copied = false;
  const copyInputs = () => {
    if (!copied) work.copyInputs(copies);
    copied = true;
  };
  let steps: Generator<number, Result> | undefined;
  let state: Bytes | undefined;
  try {
    const loaded = work.loader.loaded();
    if (!loaded) copyInputs();
    const engine = loaded ?? (await work.loader.load());
    if (!loaded) signal?.throwIfAborted();
    const taking = work.steps(engine);
    steps = taking;
    const address = work.stateAddress(engine);
    for (let processed = 0; ; ) {
      const { done, value } = engine.stretch(() => {
        if (state) engine.putState(state, address);
        const step = takeSlice(taking, new Slice(work.sliceBytes), processed);
        if (step.done) return step;
        state ??= new Uint8Array(work.stateLength(engine));
        engine.takeState(state, address);
        return step;
      });
      if (done) return value;
      processed = value;
      copyInputs();
      onProgress?.(Math.floor(processed), work.total);
      await nextTurn();
      signal?.throwIfAborted();
    }
  } finally {
    steps?.return(undefined as Result);
    state?.fill(0);
    copies.wipe();
  }
}

/** Copies of arrays, short ones many to a buffer. */
export class Copies {
  /** The buffer that `room` made room in. */
  buffer: Bytes = new Uint8Array(0);
  readonly #buffers: Bytes[] = [];
  #used = 0;

  of(bytes: Uint8Array, length: number): Uint8Array {
    const start = this.room(length);
    copyInto(this.buffer, start, bytes, length);
    return viewOf(this.buffer, start, start + length);
  }

  /** Where in the buffer there is room for so many bytes. */
  room(length: number): number {
    if (this.#used + length > this.buffer.length) {
      this.buffer = new Uint8Array(Math.max(length, 65_536));
      this.#buffers.push(this.buffer);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += length;
    return start;
  }

  wipe(): void {
    for (const buffer of this.#buffers) buffer.fill(0);
  }
}

/** Takes steps until the slice is over. */
function takeSlice<Result>(
  steps: Generator<number, Result>,
  slice: Slice,
  processed: number,
): IteratorResult<number, Result> {
  for (let before = processed; ; ) {
    const step = steps.next();
    if (step.done || slice.isOverAfter(step.value - before)) return step;
    before = step.value;
  }
}

/** Where each piece starts and ends, and whether it is the last; an empty string has one empty piece. */
export function* pieces(length: number, limit: number): Generator<[start: number, end: number, last: boolean]> {
  for (let start = 0; start === 0 || start < length; start += limit) {
    const end = Math.min(start + limit, length);
    yield [start, end, end === length];
  }
}
