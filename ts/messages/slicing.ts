/** Work that may be long: done at once, or in slices with the event loop free between them. */
import { type Bytes, partOf } from '../api/bytes.js';
import type { CheckedOptions } from '../api/options.js';
import type { Engine, Section } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import { nextTurn, Slice, sliceBytes } from '../runtime/event-loop.js';

/** A step of work tells how much of the work's total is done. */
interface Progress {
  readonly processed: number;
}

/** A step that wipes or copies a result tells its length. It is no progress, and nothing stops work at such a step. */
export interface Move {
  readonly moved: number;
}

export type Step = Progress | Move;

export interface Work<Result> {
  readonly loader: Loader;
  /** How much there is to do, in bytes of input. */
  readonly total: number;
  readonly sliceBytes: number;
  /** Where the state is between two steps. */
  readonly state: 'aeadState' | 'hashState' | 'batchState';
  /** The steps, each a small part of a slice. Whoever does not take them to the end, or sees one fail, takes those of `abandon`. */
  steps(section: Section): Generator<Step, Result>;
  /** Wipes what work that did not end has made of its result. */
  abandon(): Iterable<Move>;
  /**
   * Replaces, before the first pause, what is still to be read of the caller's arrays by copies of it, which it adds to
   * `copies`, to be wiped. Where `total` is more than `mostCopied`, these are keys, nonces and tags alone.
   */
  copyInputs(copies: Bytes[]): void;
}

/** The same work, on inputs that nobody changes while it pauses. */
export const withoutCopies = <Result>(work: Work<Result>): Work<Result> =>
  Object.assign(work, { copyInputs: () => {} });

const movedInStep = 262_144;

/** Does something to an array that may be too long for one slice. */
function* stepsOver(length: number, doTo: (start: number, end: number) => void): Generator<Move, void> {
  for (let start = 0; start < length; start += movedInStep) {
    const end = Math.min(start + movedInStep, length);
    doTo(start, end);
    yield { moved: end - start };
  }
}

export const wipeSteps = (bytes: Uint8Array): Generator<Move, void> =>
  stepsOver(bytes.length, (start, end) => bytes.fill(0, start, end));

/** Copies a result to the caller's array. */
export const copySteps = (result: Bytes, output: Uint8Array): Generator<Move, void> =>
  stepsOver(result.length, (start, end) => partOf(output, start, end).set(result.subarray(start, end)));

/** Takes steps that wipe or copy, in slices. */
export async function moveSliced(steps: Iterable<Move>): Promise<void> {
  let slice: Slice | undefined;
  for (const { moved } of steps) {
    slice ??= new Slice(sliceBytes);
    if (!slice.isOverAfter(moved)) continue;
    await nextTurn();
    slice = undefined;
  }
}

export function runToEnd<Result>(engine: Engine, work: Work<Result>): Result {
  try {
    return engine.section((section) => {
      const steps = work.steps(section);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    });
  } catch (error) {
    Array.from(work.abandon());
    throw error;
  }
}

/**
 * Reads inputs that are not too long before it returns: nothing of the caller's runs before they are copied, or done
 * with.
 */
export async function runSliced<Result>(work: Work<Result>, { signal, onProgress }: CheckedOptions): Promise<Result> {
  const copies: Bytes[] = [];
  let steps: Generator<Step, Result> | undefined;
  let state: Bytes | undefined;
  let hasEnded = false;
  try {
    const loaded = work.loader.engine;
    if (!loaded) work.copyInputs(copies);
    const engine = loaded ?? (await work.loader.load());
    if (!loaded) signal?.throwIfAborted();
    for (let processed = 0; ; ) {
      const isFirst = !state;
      const { done, value } = engine.section((section) => {
        const { address, length } = section[work.state];
        if (state) section.putState(state, address);
        steps ??= work.steps(section);
        const step = takeSlice(steps, new Slice(work.sliceBytes), processed);
        if (step.done) return step;
        state ??= new Uint8Array(length);
        section.takeState(state, address);
        return step;
      });
      if (done) {
        hasEnded = true;
        return value;
      }
      if (loaded && isFirst) work.copyInputs(copies);
      if ('moved' in value) {
        await nextTurn();
        continue;
      }
      processed = value.processed;
      onProgress?.(Math.floor(processed), work.total);
      await nextTurn();
      signal?.throwIfAborted();
    }
  } finally {
    state?.fill(0);
    for (const copy of copies) copy.fill(0);
    if (!hasEnded) await moveSliced(work.abandon());
  }
}

function takeSlice<Result>(
  steps: Generator<Step, Result>,
  slice: Slice,
  processed: number,
): IteratorResult<Step, Result> {
  for (let before = processed; ; ) {
    const step = steps.next();
    if (step.done) return step;
    const { value } = step;
    const isMove = 'moved' in value;
    if (slice.isOverAfter(isMove ? value.moved : value.processed - before)) return step;
    if (!isMove) before = value.processed;
  }
}

/** Where each piece starts and ends, and whether it is the last; an empty string has one empty piece. */
export function* pieces(length: number, limit: number): Generator<[start: number, end: number, last: boolean]> {
  for (let start = 0; start === 0 || start < length; start += limit) {
    const end = Math.min(start + limit, length);
    yield [start, end, end === length];
  }
}
