/** Many messages at once: side by side in the engine's lanes, or one by one where that is faster or there are no lanes. */

import type { LaneCost } from '../suites.mjs';
import { type Bytes, copyInto, viewOf } from './bytes.js';
import type { Engine } from './engine/engine.js';
import { LaneRequest, type Lanes, mostLanes } from './engine/lanes.js';
import type { Loader } from './engine/loader.js';
import type { Direction, Message } from './engine/message.js';
import { manySliceBytes } from './event-loop.js';
import { longestFirst } from './longest-first.js';
import type { Copies, Work } from './slicing.js';

/** What is done with each message. */
export interface BatchOperation {
  readonly loader: Loader;
  /** None to hash, as of nonce and tag. */
  readonly keyLength: number;
  readonly nonceLength: number;
  readonly tagLength: number;
  /** The number that the module knows it by. */
  readonly id: number;
  readonly direction: Direction;
  /** Whether it is encryption or decryption; else a hash. */
  readonly crypts: boolean;
  readonly readsTextFirst: Direction | undefined;
  readonly laneCosts: readonly LaneCost[];
  resultLength(message: Message): number;
  /** Where to write the result of a message, if not to an array of its own. */
  readonly placeOf: ((index: number) => Bytes | undefined) | undefined;
  /** Whether the inputs may change while the work pauses; else they need no copies. */
  readonly copies: boolean;
  /** The same on one message that fits. The result is undefined if the message is not authentic. */
  whole(engine: Engine, message: Message): Bytes | undefined;
  /** The same on one of any length. */
  alone(message: Message): Work<Bytes | undefined>;
}

/** A message that is brought to its lane piece by piece. */
interface Parts {
  /**
   * Where a text is encrypted or decrypted: it is copied there first and read from there only, so that the bytes whose tag is
   * computed are those that are encrypted or decrypted, whatever another thread writes to the caller's array meanwhile.
   */
  readonly result: Bytes;
  /** The string that the lane wants now, how far it is brought, and the length of the last piece. */
  string: number;
  position: number;
  piece: number;
  /** How much of the progress that is made is this message's. */
  done: number;
}

/** Where the copy of a message is: key || nonce || associated data || text, the first two only where there is a key. */
interface Copied {
  readonly buffer: Bytes;
  readonly adStart: number;
  readonly textStart: number;
  readonly end: number;
}

export class BatchWork implements Work<(Bytes | undefined)[]> {
  readonly loader: Loader;
  readonly total: number;
  readonly sliceBytes = manySliceBytes;
  readonly #task: BatchOperation;
  readonly #messages: Message[];
  /** How long each message takes, and which is next: the longest first, so that those side by side end together. */
  readonly #steps: number[] = [];
  readonly #order: Uint32Array;
  #next = 0;
  readonly #results: (Bytes | undefined)[];
  #done = 0;
  /** Which message each lane has, if it has one, and those of them that come piece by piece. */
  readonly #seats = new Int32Array(mostLanes).fill(-1);
  readonly #parts: (Parts | undefined)[] = [];
  #alone: Work<Bytes | undefined> | undefined;
  #copied: (Copied | undefined)[] = [];

  constructor(task: BatchOperation, messages: Message[]) {
    this.#task = task;
    this.loader = task.loader;
    this.#messages = messages;
    this.#results = new Array(messages.length).fill(undefined);
    let total = 0;
    for (const { adLength, textLength } of messages) {
      total += adLength + textLength;
      this.#steps.push(1 + ((adLength + 31) >>> 5) + ((textLength + 15) >>> 4));
    }
    this.total = total;
    this.#order = longestFirst(this.#steps);
  }

  stateAddress(engine: Engine): number {
    return engine.manyState.address;
  }

  stateLength(engine: Engine): number {
    return engine.manyState.length;
  }

  *steps(engine: Engine): Generator<number, (Bytes | undefined)[]> {
    let ended = false;
    try {
      while (this.#next < this.#order.length) {
        const count = engine.lanes ? this.#countTogether() : 1;
        if (engine.lanes && count > 1) yield* this.#workTogether(engine.lanes, count);
        else yield* this.#workAlone(engine);
      }
      ended = true;
      return this.#results;
    } finally {
      if (!ended) {
        for (const result of this.#results) result?.fill(0);
        for (const parts of this.#parts) parts?.result.fill(0);
      }
    }
  }

  copyInputs(copies: Copies): void {
    if (!this.#task.copies) return;
    this.#alone?.copyInputs(copies);
    this.#copied = new Array(this.#messages.length).fill(undefined);
    for (const index of this.#seats) if (index >= 0) this.#copy(index, copies);
    for (let i = this.#next; i < this.#order.length; i++) this.#copy(this.#order[i] as number, copies);
  }

  /** The event loop waits for all of this, so views of a copy are only made when they are needed. */
  #copy(index: number, copies: Copies): void {
    const { key, nonce, ad, adLength, text, textLength } = this.#messages[index] as Message;
    const { keyLength, nonceLength } = this.#task;
    const start = copies.room(keyLength + nonceLength + adLength + textLength);
    const { buffer } = copies;
    copyInto(buffer, start, key, keyLength);
    const adStart = start + keyLength + nonceLength;
    copyInto(buffer, start + keyLength, nonce, nonceLength);
    if (adLength > 0) copyInto(buffer, adStart, ad, adLength);
    const textStart = adStart + adLength;
    copyInto(buffer, textStart, text, textLength);
    this.#copied[index] = { buffer, adStart, textStart, end: textStart + textLength };
  }

  #messageAt(index: number): Message {
    const copied = this.#copied[index];
    if (copied) {
      const { buffer, adStart, textStart, end } = copied;
      const nonceStart = adStart - this.#task.nonceLength;
      const keyStart = nonceStart - this.#task.keyLength;
      this.#messages[index] = {
        key: viewOf(buffer, keyStart, nonceStart),
        nonce: viewOf(buffer, nonceStart, adStart),
        ad: viewOf(buffer, adStart, textStart),
        adLength: textStart - adStart,
        text: viewOf(buffer, textStart, end),
        textLength: end - textStart,
        tag: undefined,
      };
      this.#copied[index] = undefined;
    }
    return this.#messages[index] as Message;
  }

  /** How many of the next messages go side by side: as many as take the least time for what they do. */
  #countTogether(): number {
    const left = this.#order.length - this.#next;
    const longest = this.#stepsOf(0);
    let best = 1;
    let bestRate = 1;
    let sum = 0;
    let counted = 0;
    for (const [width, cost] of this.#task.laneCosts) {
      for (; counted < Math.min(width, left); counted++) sum += this.#stepsOf(counted);
      const rate = sum / (longest * cost);
      if (rate > bestRate) {
        best = counted;
        bestRate = rate;
      }
    }
    return best;
  }

  #stepsOf(ahead: number): number {
    return this.#steps[this.#order[this.#next + ahead] as number] as number;
  }

  *#workAlone(engine: Engine): Generator<number, void> {
    const index = this.#order[this.#next++] as number;
    const message = this.#messageAt(index);
    const length = message.adLength + message.textLength;
    const result = engine.fits(message) ? this.#task.whole(engine, message) : yield* this.#byPieces(engine, message);
    this.#results[index] = result && this.#placed(index, result);
    this.#done += length;
    yield this.#done;
  }

  *#byPieces(engine: Engine, message: Message): Generator<number, Bytes | undefined> {
    this.#alone = this.#task.alone(message);
    const steps = this.#alone.steps(engine);
    try {
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        yield this.#done + step.value;
      }
    } finally {
      steps.return(undefined);
      this.#alone = undefined;
    }
  }

  /** Until all lanes are free at once; a lane that is free while others are not takes the next message. */
  *#workTogether(lanes: Lanes, count: number): Generator<number, void> {
    for (let lane = 0; lane < count; lane++) this.#seat(lanes, lane);
    for (let seated = count; seated > 0; ) {
      const wanting = lanes.run(this.#task.id, this.#task.direction, count);
      for (let lane = 0; lane < count; lane++) {
        if (((wanting >>> lane) & 1) === 0) continue;
        if (lanes.requestOf(lane) !== LaneRequest.result) {
          this.#bring(lanes, lane);
        } else {
          this.#release(lanes, lane);
          seated--;
        }
      }
      for (let lane = 0; seated > 0 && lane < count; lane++) {
        if ((this.#seats[lane] as number) >= 0) continue;
        if (this.#next === this.#order.length) {
          lanes.clear(lane);
        } else {
          this.#seat(lanes, lane);
          seated++;
        }
      }
      yield this.#done;
    }
  }

  /** The length of a text without its tag. */
  #untaggedLengthOf({ textLength }: Message): number {
    return this.#task.direction === 'decrypt' ? textLength - this.#task.tagLength : textLength;
  }

  #seat(lanes: Lanes, lane: number): void {
    const index = this.#order[this.#next++] as number;
    const message = this.#messageAt(index);
    const untaggedLength = this.#untaggedLengthOf(message);
    this.#seats[lane] = index;
    if (message.adLength + untaggedLength <= lanes.pieceLimit) {
      lanes.bringMessage(lane, message, this.#task, untaggedLength);
      return;
    }
    lanes.beginMessage(lane, message, this.#task, viewOf(message.text, untaggedLength, message.textLength));
    const result = this.#task.placeOf?.(index) ?? new Uint8Array(this.#task.resultLength(message));
    this.#parts[lane] = { result, string: LaneRequest.nothing, position: 0, piece: 0, done: 0 };
    if (this.#task.crypts) result.set(viewOf(message.text, 0, untaggedLength));
  }

  /** Brings the next piece of the string that the lane wants, and takes out the piece that it has crypted. */
  #bring(lanes: Lanes, lane: number): void {
    const message = this.#messageAt(this.#seats[lane] as number);
    const parts = this.#parts[lane] as Parts;
    takeCrypted(lanes, lane, parts);
    const wanted = lanes.requestOf(lane);
    if (wanted !== parts.string) {
      parts.string = wanted;
      parts.position = 0;
    }
    const string = wanted === LaneRequest.ad ? message.ad : this.#task.crypts ? parts.result : message.text;
    const length = wanted === LaneRequest.ad ? message.adLength : this.#untaggedLengthOf(message);
    const end = Math.min(parts.position + lanes.pieceLimit, length);
    lanes.bringPiece(lane, viewOf(string, parts.position, end), end === length);
    parts.piece = end - parts.position;
    parts.position = end;
    // A mode that reads a text first in one direction reads it last in the other: it passes through the lane twice.
    const passes = wanted === LaneRequest.ad || !this.#task.readsTextFirst ? 1 : 2;
    const done = parts.piece / passes;
    parts.done += done;
    this.#done += done;
  }

  /** Takes the result out of a lane, which is free then. */
  #release(lanes: Lanes, lane: number): void {
    const index = this.#seats[lane] as number;
    const message = this.#messageAt(index);
    const parts = this.#parts[lane];
    if (parts) takeCrypted(lanes, lane, parts);
    if (this.#task.direction === 'encrypt' || lanes.isAuthentic(lane)) {
      this.#results[index] = parts
        ? this.#endOf(lanes, lane, message, parts.result)
        : this.#wholeOf(lanes, lane, index, message);
    } else {
      parts?.result.fill(0);
    }
    this.#done += message.adLength + message.textLength - (parts?.done ?? 0);
    this.#parts[lane] = undefined;
    this.#seats[lane] = -1;
  }

  #placed(index: number, result: Bytes): Bytes {
    const place = this.#task.placeOf?.(index);
    if (!place) return result;
    place.set(result);
    result.fill(0);
    return place;
  }

  #wholeOf(lanes: Lanes, lane: number, index: number, message: Message): Bytes {
    const place = this.#task.placeOf?.(index);
    if (!place) return lanes.cut(lane, message.adLength, this.#task.resultLength(message));
    lanes.take(lane, place, message.adLength);
    return place;
  }

  /** The result of a message that came piece by piece, with what the lane has only now. */
  #endOf(lanes: Lanes, lane: number, message: Message, result: Bytes): Bytes {
    if (!this.#task.crypts) lanes.take(lane, result);
    else if (this.#task.direction === 'encrypt') lanes.takeTag(lane, viewOf(result, message.textLength, result.length));
    return result;
  }
}

/** The same work with something else as its result. */
export const withResult = <Result>(
  many: BatchWork,
  finish: (results: (Bytes | undefined)[]) => Result,
): Work<Result> => ({
  loader: many.loader,
  total: many.total,
  sliceBytes: many.sliceBytes,
  stateAddress: (engine) => many.stateAddress(engine),
  stateLength: (engine) => many.stateLength(engine),
  *steps(engine) {
    return finish(yield* many.steps(engine));
  },
  copyInputs: (copies) => many.copyInputs(copies),
});

function takeCrypted(lanes: Lanes, lane: number, parts: Parts): void {
  if (parts.string === LaneRequest.crypt)
    lanes.take(lane, viewOf(parts.result, parts.position - parts.piece, parts.position));
  parts.piece = 0;
}
