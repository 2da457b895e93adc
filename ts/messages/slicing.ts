/** Runs work that may be long: at once, or in slices that let the event loop turn between them. */
import { type Bytes, copyOut, partOf } from '../base/bytes.js';
import type { CheckedOptions } from '../base/options.js';
import type { Engine, Section } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import { manySliceBytes, nextTurn, Slice, sliceBytes } from '../runtime/event-loop.js';

export interface Work<Result> {
  readonly loader: Loader;
  /** The length of the whole work, in bytes of input. */
  readonly total: number;
  /** The part of the module's memory that the work keeps between two slices. */
  readonly state: keyof Section['states'];
  /** The steps, each a small part of a slice. Each step yields the number of bytes of the total that it has done. */
  steps(section: Section): Generator<number, Result>;
  /** The arrays that no caller receives and that must be wiped: texts that are not authentic, and abandoned results. They may be long. */
  leftovers(): Iterable<Uint8Array>;
  /** Replaces inputs by copies before the first pause, to be wiped: only keys, nonces and tags if they exceed `mostCopied` bytes. */
  copyInputs(copies: Bytes[]): void;
}

/** For work whose inputs no other code changes while it pauses. */
export const withoutCopies = <Result>(work: Work<Result>): Work<Result> =>
  Object.assign(work, { copyInputs: () => {} });

const movedAtOnce = 262_144;

async function slicedOver(length: number, doTo: (start: number, end: number) => void): Promise<void> {
  let slice = new Slice(sliceBytes);
  for (let start = 0; start < length; start += movedAtOnce) {
    const end = Math.min(start + movedAtOnce, length);
    doTo(start, end);
    if (!slice.isOverAfter(end - start)) continue;
    await nextTurn();
    slice = new Slice(sliceBytes);
  }
}

const wipeSliced = (bytes: Uint8Array): Promise<void> =>
  slicedOver(bytes.length, (start, end) => bytes.fill(0, start, end));

/** The result was made elsewhere, so that other code can neither see nor change unfinished bytes. */
export async function moveSliced(result: Bytes, output: Uint8Array): Promise<Bytes> {
  try {
    await slicedOver(result.length, (start, end) => partOf(output, start, end).set(result.subarray(start, end)));
    return output as Bytes;
  } finally {
    await wipeSliced(result);
  }
}

export function moveAtOnce(result: Bytes, output: Uint8Array): Bytes {
  try {
    return copyOut(result, output);
  } finally {
    result.fill(0);
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
  } finally {
    for (const bytes of work.leftovers()) bytes.fill(0);
  }
}

/** Reads or copies inputs that are not too long before any of the caller's code can run. */
export async function runSliced<Result>(work: Work<Result>, { signal, onProgress }: CheckedOptions): Promise<Result> {
  const copies: Bytes[] = [];
  let steps: Generator<number, Result> | undefined;
  let state: Bytes | undefined;
  try {
    const loaded = work.loader.engine;
    if (!loaded) work.copyInputs(copies);
    const engine = loaded ?? (await work.loader.load());
    if (!loaded) signal?.throwIfAborted();
    for (let processed = 0; ; ) {
      const isFirst = !state;
      const { done, value } = engine.section((section) => {
        const place = section.states[work.state];
        if (state) section.putState(state, place);
        steps ??= work.steps(section);
        const areTogether = section.lanes && work.state === 'list';
        const step = takeSlice(steps, new Slice(areTogether ? manySliceBytes : sliceBytes));
        if (step.done) return step;
        state ??= new Uint8Array(place.length);
        section.takeState(state, place);
        return step;
      });
      if (done) return value;
      if (loaded && isFirst) work.copyInputs(copies);
      processed += value;
      onProgress?.(Math.floor(processed), work.total);
      await nextTurn();
      signal?.throwIfAborted();
    }
  } finally {
    state?.fill(0);
    for (const copy of copies) copy.fill(0);
    // `return` makes abandoned steps wipe their short secrets in `finally`.
    steps?.return(undefined as never);
    for (const bytes of work.leftovers()) await wipeSliced(bytes);
  }
}

/** Returns the result, or the bytes that the slice has done. */
function takeSlice<Result>(steps: Generator<number, Result>, slice: Slice): IteratorResult<number, Result> {
  for (let value = 0; ; ) {
    const step = steps.next();
    if (step.done) return step;
    value += step.value;
    if (slice.isOverAfter(step.value)) return { done: false, value };
  }
}

/** Yields the start and the end of each piece, and whether the piece is the last. An empty string has one empty piece. */
export function* pieces(length: number, limit: number): Generator<[start: number, end: number, last: boolean]> {
  for (let start = 0; start === 0 || start < length; start += limit) {
    const end = Math.min(start + limit, length);
    yield [start, end, end === length];
  }
}
