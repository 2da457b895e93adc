/** The event loop: how long work may hold it, and letting it turn. */

// Read when this package is loaded: programs under test replace them by some that never call back, or by a clock that stands still.
// Node, Deno and Bun have setImmediate, and browsers do not.
const { performance, setImmediate, setTimeout, MessageChannel } = globalThis as Partial<typeof globalThis> & {
  setImmediate?: (callback: () => void) => void;
};

/** Engines without a browser's or Node's globals have Date alone. */
export const clock = { now: performance ? performance.now.bind(performance) : Date.now };

/** The most bytes in a slice, for clocks that stand still while a program computes. */
export const sliceBytes = 1_048_576;
/** The bytes of a slice of work side by side, which is several times as fast. */
export const manySliceBytes = 4 * sliceBytes;

/** The most bytes of input that are copied before the first pause, which takes at most two slices. Longer inputs are read once, in turn. */
export const mostCopied = 8 * sliceBytes;

/** A stretch of work between two turns of the event loop, which starts when it is made. */
export class Slice {
  /** After half of the 10 ms that the event loop may be held. */
  readonly #end = clock.now() + 5;
  #bytesLeft: number;

  constructor(bytes: number) {
    this.#bytesLeft = bytes;
  }

  /** Counts further bytes, and tells whether the slice is over. */
  isOverAfter(bytes: number): boolean {
    this.#bytesLeft -= bytes;
    return this.#bytesLeft <= 0 || clock.now() >= this.#end;
  }
}

/** Lets the event loop turn: what waits in it, input and rendering too, comes first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    try {
      if (typeof setImmediate === 'function') {
        setImmediate(resolve);
      } else {
        const { port1, port2 } = new MessageChannel!();
        port1.onmessage = () => {
          port1.close();
          resolve();
        };
        port2.postMessage(undefined);
      }
    } catch {
      // It is missing, or there only to throw: so it is with both in Next's edge runtime. Bare engines have no event loop to turn.
      if (setTimeout) setTimeout(resolve, 0);
      else resolve();
    }
  });
}

/** Since when the event loop has not turned. */
let slice: Slice | undefined;

/** Lets the event loop turn if it has not for a slice: for parts of work that may each be too short for a pause. */
export async function turnIfDue(bytes: number): Promise<void> {
  if (slice && !slice.isOverAfter(bytes)) return;
  await nextTurn();
  slice = new Slice(sliceBytes);
}
