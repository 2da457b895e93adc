/** The event loop: how long work may block it, and how to let it turn. */

// These functions are read when the package is loaded. Tests of programs may later replace timers by ones that never call back, or the
// clock by one that stands still. Node, Deno and Bun have setImmediate; browsers do not.
const { performance, setImmediate, setTimeout, MessageChannel } = globalThis as Partial<typeof globalThis> & {
  setImmediate?: (callback: () => void) => void;
};

/** The clock in milliseconds. Engines without the globals of a browser or of Node have only Date. */
export const clock = { now: performance ? performance.now.bind(performance) : Date.now };

/** The most bytes in a slice. This bound is needed because some clocks stand still while a program computes. */
export const sliceBytes = 1_048_576;
/** The bytes in a slice of messages side by side. Such work is several times as fast. */
export const manySliceBytes = 4 * sliceBytes;

/** The most bytes of input that are copied before the first pause, in at most two slices. Longer inputs are read once. */
export const mostCopied = 8 * sliceBytes;

/** A slice of work between two turns of the event loop. It begins when the object is made. */
export class Slice {
  /** A slice ends after 5 ms, half of the 10 ms for which work may block the event loop. */
  readonly #end = clock.now() + 5;
  #bytesLeft: number;

  constructor(bytes: number) {
    this.#bytesLeft = bytes;
  }

  isOverAfter(bytes: number): boolean {
    this.#bytesLeft -= bytes;
    return this.#bytesLeft <= 0 || clock.now() >= this.#end;
  }
}

/** Lets the event loop turn. Waiting events, including input and rendering, come first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    try {
      if (setImmediate) {
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
      // The function is missing or throws. In Next's edge runtime, both functions throw. Bare engines have no event loop.
      if (setTimeout) setTimeout(resolve, 0);
      else resolve();
    }
  });
}

let slice: Slice | undefined;

/** Lets the event loop turn if a slice has passed since the last turn, after parts that may be too short for a pause. */
export async function turnIfDue(bytes: number): Promise<void> {
  if (slice && !slice.isOverAfter(bytes)) return;
  await nextTurn();
  slice = new Slice(sliceBytes);
}
