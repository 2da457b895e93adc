/** Processes many messages: side by side in the engine's lanes, or one by one if that is faster or the engine has no lanes. */
import { type Bytes, partOf, viewOf } from '../base/bytes.js';
import { fits, type Section } from '../engine/engine.js';
import { LaneRequest, type Lanes, laneTagLength } from '../engine/lane-memory.js';
import type { Loader } from '../engine/loader.js';
import type { Direction, Message } from '../engine/message.js';
import { mostCopied } from '../runtime/event-loop.js';
import { hasTag } from './authenticity.js';
import type { AeadMode } from './mode.js';
import { copyMessages } from './packing.js';
import type { Work } from './slicing.js';

/** An operation on each message of a list: a mode in one direction, or a hash, which has no key, nonce or tag. */
export interface ListOperation extends AeadMode {
  readonly direction: Direction;
  readonly isHash: boolean;
  resultLength(message: Message): number;
  /** Returns the place for a message's result, or undefined if the result gets its own array. */
  readonly resultPlace: ((index: number) => Bytes | undefined) | undefined;
  /** Processes a message that fits into one call. Returns undefined if the message is not authentic. */
  whole(section: Section, message: Message): Bytes | undefined;
  alone(message: Message): Work<Bytes | undefined>;
}

/** The progress of a message that its lane receives in pieces. */
interface Parts {
  /**
   * The result, which first holds the text. Each piece is copied here once, so authentication and encryption see equal bytes even if the
   * caller's array changes.
   */
  readonly result: Bytes;
  copied: number;
  /** The string that the lane requests now, the end of the last piece in that string, and the length of the last piece. */
  string: number;
  position: number;
  piece: number;
  /** The progress that this message has contributed, in bytes. */
  done: number;
}

/**
 * The work on many messages. `finish` turns the messages' results into the result of the work. A message that is not authentic has the
 * result null.
 */
export class ListWork<Result = (Bytes | null)[]> implements Work<Result> {
  readonly loader: Loader;
  readonly total: number;
  readonly state = 'list';
  readonly #finish: (results: (Bytes | null)[]) => Result;
  readonly #operation: ListOperation;
  readonly #messages: Message[];
  /** The order of work, without messages that are too short. The longest go first, so that messages side by side end together. */
  readonly #order: number[];
  #next = 0;
  readonly #results: (Bytes | null)[];
  /** The bytes that the messages side by side have done since the last step. */
  #done = 0;
  /** The index of the message in each lane, and the progress of the messages that come in pieces. */
  readonly #seats: (number | undefined)[] = [];
  readonly #parts: (Parts | undefined)[] = [];
  #alone: Work<Bytes | undefined> | undefined;
  /** Copies of the remaining messages. If the messages are too long to copy, these are copies of keys and nonces only. */
  #copies: Generator<Message> | undefined;
  /** The unfinished results of messages that are not authentic. */
  readonly #spoiled: Uint8Array[] = [];
  #isDone = false;

  constructor(
    operation: ListOperation,
    messages: Message[],
    finish = (results: (Bytes | null)[]) => results as Result,
  ) {
    this.loader = operation.loader;
    this.#operation = operation;
    this.#finish = finish;
    this.#messages = messages;
    this.#results = messages.map(() => null);
    const order = longestFirst(messages);
    const isWhole = (i: number) => hasTag(messages[i] as Message, operation);
    this.#order = operation.direction === 'encrypt' ? order : order.filter(isWhole);
    let total = 0;
    for (const { adLength, textLength } of messages) total += adLength + textLength;
    this.total = total;
  }

  *steps(section: Section): Generator<number, Result> {
    const { lanes } = section;
    while (this.#next < this.#order.length) {
      const count = lanes ? this.#countTogether() : 1;
      if (lanes && count > 1) yield* this.#workTogether(lanes, count);
      else yield* this.#workAlone(section);
    }
    const result = this.#finish(this.#results);
    this.#isDone = true;
    return result;
  }

  *leftovers(): Generator<Uint8Array, void> {
    yield* this.#spoiled;
    if (this.#isDone) return;
    if (this.#alone) yield* this.#alone.leftovers();
    for (const result of this.#results) if (result) yield result;
    for (const parts of this.#parts) if (parts) yield crypted(parts);
  }

  copyInputs(copies: Bytes[]): void {
    this.#alone?.copyInputs(copies);
    const isLong = this.total > mostCopied;
    // The lanes already hold the keys of their messages.
    const seated = isLong ? [] : this.#seats.filter((index) => index !== undefined);
    const left = [...seated, ...this.#order.slice(this.#next)].map((index) => this.#messages[index] as Message);
    this.#copies = copyMessages(left, this.#operation, this.total, copies);
    for (const index of seated) this.#messages[index] = this.#copies.next().value;
  }

  /** Returns the index of the next message. The views of the copies are made only here, because copying inputs blocks the event loop. */
  #takeNext(): number {
    const index = this.#order[this.#next++] as number;
    const copy = this.#copies?.next().value as Message | undefined;
    if (copy) this.#messages[index] = copy;
    return index;
  }

  #countTogether(): number {
    const first = this.#nextMessage(0);
    const left = this.#order.length - this.#next;
    const longest = stepsOf(first);
    let best = 1;
    let bestRate = 1;
    let sum = 0;
    let counted = 0;
    for (const [width, cost] of this.#operation.laneCosts) {
      for (; counted < Math.min(width, left); counted++) sum += stepsOf(this.#nextMessage(counted));
      const rate = sum / (longest * cost);
      if (rate > bestRate) {
        best = counted;
        bestRate = rate;
      }
    }
    return best;
  }

  #nextMessage(ahead: number): Message {
    return this.#messages[this.#order[this.#next + ahead] as number] as Message;
  }

  *#workAlone(section: Section): Generator<number, void> {
    const index = this.#takeNext();
    const message = this.#messages[index] as Message;
    let result: Bytes | undefined;
    const isShort = fits(section, message);
    if (isShort) {
      result = this.#operation.whole(section, message);
    } else {
      this.#alone = this.#operation.alone(message);
      result = yield* this.#alone.steps(section);
      this.#spoiled.push(...this.#alone.leftovers());
      this.#alone = undefined;
    }
    if (result) this.#results[index] = this.#placed(index, result);
    if (isShort) yield message.adLength + message.textLength;
  }

  /** Runs the lanes until all of them are free. A free lane takes the next message while other lanes work. */
  *#workTogether(lanes: Lanes, count: number): Generator<number, void> {
    for (let lane = 0; lane < count; lane++) this.#seat(lanes, lane);
    for (let seated = count; seated > 0; ) {
      const wanting = lanes.run(this.#operation.id, this.#operation.direction, count);
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
        if (this.#seats[lane] !== undefined) continue;
        if (this.#next === this.#order.length) {
          lanes.clear(lane);
        } else {
          this.#seat(lanes, lane);
          seated++;
        }
      }
      const done = this.#done;
      this.#done = 0;
      yield done;
    }
  }

  #untaggedLengthOf({ textLength }: Message): number {
    return this.#operation.direction === 'decrypt' ? textLength - this.#operation.tagLength : textLength;
  }

  #seat(lanes: Lanes, lane: number): void {
    const index = this.#takeNext();
    const message = this.#messages[index] as Message;
    const untaggedLength = this.#untaggedLengthOf(message);
    this.#seats[lane] = index;
    if (message.adLength + untaggedLength <= lanes.pieceLimit) {
      lanes.bringMessage(lane, message, this.#operation, untaggedLength);
      return;
    }
    lanes.beginMessage(lane, message, this.#operation, partOf(message.text, untaggedLength, message.textLength));
    const result = this.#operation.resultPlace?.(index) ?? new Uint8Array(this.#operation.resultLength(message));
    this.#parts[lane] = { result, copied: 0, string: LaneRequest.nothing, position: 0, piece: 0, done: 0 };
  }

  /** Takes the piece that the lane has encrypted or decrypted, and brings the next piece of the string that the lane requests. */
  #bring(lanes: Lanes, lane: number): void {
    const message = this.#messages[this.#seats[lane] as number] as Message;
    const parts = this.#parts[lane] as Parts;
    takeCrypted(lanes, lane, parts);
    const wanted = lanes.requestOf(lane);
    if (wanted !== parts.string) {
      parts.string = wanted;
      parts.position = 0;
    }
    const isAd = wanted === LaneRequest.ad;
    const isWorked = !isAd && !this.#operation.isHash;
    const length = isAd ? message.adLength : this.#untaggedLengthOf(message);
    const end = Math.min(parts.position + lanes.pieceLimit, length);
    if (isWorked && end > parts.copied) {
      parts.result.set(partOf(message.text, parts.copied, end), parts.copied);
      parts.copied = end;
    }
    const string = isWorked ? parts.result : isAd ? message.ad : message.text;
    lanes.bringPiece(lane, partOf(string, parts.position, end), end === length);
    parts.piece = end - parts.position;
    parts.position = end;
    // In a mode that reads the text first, the text passes through the lane twice. One direction reads the text before it encrypts or
    // decrypts the text, and the other direction reads it afterwards.
    const passes = isAd || !this.#operation.readsTextFirst ? 1 : 2;
    const done = parts.piece / passes;
    parts.done += done;
    this.#done += done;
  }

  #release(lanes: Lanes, lane: number): void {
    const index = this.#seats[lane] as number;
    const message = this.#messages[index] as Message;
    const parts = this.#parts[lane];
    if (parts) takeCrypted(lanes, lane, parts);
    if (this.#operation.direction === 'encrypt' || lanes.isAuthentic(lane)) {
      // A digest, or the tag of an encryption, is in the lane only now.
      if (parts && this.#operation.isHash) lanes.take(lane, parts.result);
      else if (parts && this.#operation.direction === 'encrypt')
        lanes.take(lane, viewOf(parts.result, message.textLength, parts.result.length), -laneTagLength);
      this.#results[index] = parts?.result ?? this.#wholeOf(lanes, lane, index, message);
    } else if (parts) {
      this.#spoiled.push(crypted(parts));
    }
    this.#done += message.adLength + message.textLength - (parts?.done ?? 0);
    this.#parts[lane] = undefined;
    this.#seats[lane] = undefined;
  }

  #placed(index: number, result: Bytes): Bytes {
    const place = this.#operation.resultPlace?.(index);
    if (!place) return result;
    place.set(result);
    result.fill(0);
    return place;
  }

  #wholeOf(lanes: Lanes, lane: number, index: number, message: Message): Bytes {
    const place = this.#operation.resultPlace?.(index);
    if (!place) return lanes.cut(lane, message.adLength, this.#operation.resultLength(message));
    lanes.take(lane, place, message.adLength);
    return place;
  }
}

const crypted = ({ result, copied }: Parts): Uint8Array => viewOf(result, 0, copied);

function takeCrypted(lanes: Lanes, lane: number, parts: Parts): void {
  if (parts.string === LaneRequest.crypt)
    lanes.take(lane, viewOf(parts.result, parts.position - parts.piece, parts.position));
  parts.piece = 0;
}

/** Estimates the time of a message. */
const stepsOf = ({ adLength, textLength }: Message): number => 1 + ((adLength + 31) >>> 5) + ((textLength + 15) >>> 4);

/** The beginning of each class of messages. Every sort fills it anew. */
const begins = /* @__PURE__ */ new Uint32Array(32 * 28);

/**
 * Returns the order of messages by their steps, the most steps first. The order is exact for short messages, and exact to 1/32 for long
 * messages.
 */
function longestFirst(messages: readonly Message[]): number[] {
  // This is a counting sort: it finds the beginning of each class, and then puts each message in its place.
  begins.fill(0);
  for (const message of messages) (begins[classOf(message)] as number)++;
  let before = 0;
  for (let i = begins.length - 1; i >= 0; i--) {
    const size = begins[i] as number;
    begins[i] = before;
    before += size;
  }
  const order = messages.map(() => 0);
  for (let i = 0; i < messages.length; i++) order[(begins[classOf(messages[i] as Message)] as number)++] = i;
  return order;
}

function classOf(message: Message): number {
  const steps = stepsOf(message);
  const shift = Math.max(0, 26 - Math.clz32(steps));
  return 32 * shift + (steps >>> shift);
}
