/** Work that may be long: done at once, or in slices with the event loop free between them. */
import { type Bytes, partOf } from '../api/bytes.js';
import type { ReadOptions } from '../api/work-options.js';
import type { Engine, Section, StateRange } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import { nextTurn, Slice, sliceBytes } from '../runtime/event-loop.js';

export interface Work<Result> {
  /** Of the engine that does it. */
  readonly loader: Loader;
  /** What there is to do, in bytes of input. */
  readonly total: number;
  /** The most bytes in a slice. */
  readonly sliceBytes: number;
  /** Where the state is between two steps. */
  state(section: Section): StateRange;
  /**
   * The steps, each a small part of a slice; a step yields how much of `total` is done, or less than 0: see
   * `wipeSteps`. Whoever takes them goes on until the last, or ends them by `ending`.
   */
  steps(section: Section): Generator<number, Result>;
  /**
   * Replaces, before the first pause, what is still to be read of the caller's arrays by copies of it, which it adds to
   * `copies`, to be wiped. Where `total` is more than `mostCopied`, these are keys, nonces and tags alone.
   */
  copyInputs(copies: Bytes[]): void;
}

/** The same work, on inputs that nobody changes while it pauses. */
export const withoutCopies = <Result>(work: Work<Result>): Work<Result> =>
  Object.assign(work, { copyInputs: () => {} });

/** The most bytes that a step moves or wipes. */
const movedInStep = 262_144;

/**
 * Does something to an array that may be too long for one slice. A step yields how many bytes it was done to, below 0:
 * such work is no progress, and nothing stops it before its end.
 */
function* stepsOver(length: number, doTo: (start: number, end: number) => void): Generator<number, void> {
  for (let start = 0; start < length; start += movedInStep) {
    const end = Math.min(start + movedInStep, length);
    doTo(start, end);
    yield start - end;
  }
}

/** Overwrites an array. */
export const wipeSteps = (bytes: Uint8Array): Generator<number, void> =>
  stepsOver(bytes.length, (start, end) => bytes.fill(0, start, end));

/**
 * Moves a result that took long to the caller's array, if there is one. It is not made there: nothing unfinished is
 * seen there, and what is read again is nothing that the caller or another thread can change.
 */
export function* moveSteps(result: Bytes, output: Uint8Array | undefined): Generator<number, Bytes> {
  if (!output) return result;
  try {
    yield* stepsOver(result.length, (start, end) => partOf(output, start, end).set(result.subarray(start, end)));
    return output as Bytes;
  } finally {
    yield* wipeSteps(result);
  }
}

const givenUp = Symbol('given up');

/**
 * The last steps of work that is given up. By an exception: a generator that delegates forgets a return if the other
 * yields on its way.
 */
export function* ending(steps: Generator<number, unknown>): Generator<number, void> {
  try {
    for (let step = steps.throw(givenUp); !step.done; step = steps.next()) yield step.value;
  } catch (error) {
    if (error !== givenUp) throw error;
  }
}

/** Takes steps that wipe or move, in slices. */
export async function wipeSliced(steps: Iterable<number>): Promise<void> {
  let slice: Slice | undefined;
  for (const step of steps) {
    slice ??= new Slice(sliceBytes);
    if (!slice.isOverAfter(-step)) continue;
    await nextTurn();
    slice = undefined;
  }
}

export function runToEnd<Result>(engine: Engine, work: Work<Result>): Result {
  return engine.section((section) => {
    const steps = work.steps(section);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  });
}

/**
 * Reads inputs that are not too long before it returns: nothing of the caller's runs before they are copied, or done
 * with.
 */
export async function runSliced<Result>(work: Work<Result>, { signal, onProgress }: ReadOptions): Promise<Result> {
  const copies: Bytes[] = [];
  let steps: Generator<number, Result> | undefined;
  let state: Bytes | undefined;
  try {
    const loaded = work.loader.loaded();
    if (!loaded) work.copyInputs(copies);
    const engine = loaded ?? (await work.loader.load());
    if (!loaded) signal?.throwIfAborted();
    for (let processed = 0; ; ) {
      const isFirst = !state;
      const { done, value } = engine.section((section) => {
        const { address, length } = work.state(section);
        if (state) section.putState(state, address);
        steps ??= work.steps(section);
        const step = takeSlice(steps, new Slice(work.sliceBytes), processed);
        if (step.done) return step;
        state ??= new Uint8Array(length);
        section.takeState(state, address);
        return step;
      });
      if (done) return value;
      if (loaded && isFirst) work.copyInputs(copies);
      if (value < 0) {
        await nextTurn();
        continue;
      }
      processed = value;
      onProgress?.(Math.floor(processed), work.total);
      await nextTurn();
      signal?.throwIfAborted();
    }
  } finally {
    state?.fill(0);
    for (const copy of copies) copy.fill(0);
    if (steps) await wipeSliced(ending(steps));
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
    if (step.done) return step;
    const isWiping = step.value < 0;
    if (slice.isOverAfter(isWiping ? -step.value : step.value - before)) return step;
    if (!isWiping) before = step.value;
  }
}

/** Where each piece starts and ends, and whether it is the last; an empty string has one empty piece. */
export function* pieces(length: number, limit: number): Generator<[start: number, end: number, last: boolean]> {
  for (let start = 0; start === 0 || start < length; start += limit) {
    const end = Math.min(start + limit, length);
    yield [start, end, end === length];
  }
}
