/**
 * The lanes in a module's memory, where many messages lie side by side: brings messages in, whole or in pieces, and takes results out.
 * ts/messages/list.ts chooses the number of lanes, and the lane of each message.
 */
import { type Bytes, copyBetween, copyExact } from '../base/bytes.js';
import type { EngineExports, LanesMap } from './memory-map.js';
import { type Direction, digestLength, keyLength as laneKeyLength, type Message } from './message.js';

/** A lane's request to its caller. wasm-src/common/lane_protocol.hpp defines the values. */
export enum LaneRequest {
  nothing,
  ad,
  read,
  crypt,
  result,
  start,
  message,
}

/** The offsets of a lane's words. Each word has four bytes. */
export enum LaneWord {
  request = 0,
  adLength = 4,
  length = 8,
  last = 12,
  whole = 16,
  authentic = 20,
}

/** The space in a lane for key, nonce and tag, 16 bytes each. It is equal in all suites. */
const headLength = 48;
export const laneTagLength = 16;

/** The lengths of a message's key and nonce. Both are 0 for hashing. */
export type KeyLengths = Readonly<Record<'keyLength' | 'nonceLength', number>>;

export class Lanes {
  /** The most bytes of associated data and text together that a lane holds at once. */
  readonly pieceLimit: number;
  readonly #exports: EngineExports;
  readonly #memory: Uint8Array;
  readonly #words: DataView;
  readonly #work: number;
  readonly #lanes: number;
  readonly #length: number;
  readonly #keyOffset: number;
  readonly #dataOffset: number;
  /** The number of lanes that the section has used, and the most data bytes in any of these lanes. */
  #lanesUsed = 0;
  #dataUsed = 0;

  constructor(functions: EngineExports, [work, lanes, firstKey, laneLength, pieceLimit]: LanesMap) {
    const { buffer } = functions.memory;
    this.#exports = functions;
    this.#memory = new Uint8Array(buffer);
    this.#words = new DataView(buffer);
    this.#work = work;
    this.#lanes = lanes;
    this.#length = laneLength;
    this.#keyOffset = firstKey - lanes;
    this.#dataOffset = this.#keyOffset + headLength;
    this.pieceLimit = pieceLimit;
  }

  bringMessage(lane: number, message: Message, lengths: KeyLengths, untaggedLength: number): void {
    const { ad, adLength, text, textLength } = message;
    // The result of a hash is a digest, which is longer than a tag.
    this.#begin(lane, message, lengths, Math.max(adLength + untaggedLength + laneTagLength, digestLength));
    this.#setWord(lane, LaneWord.adLength, adLength);
    this.#setWord(lane, LaneWord.length, untaggedLength);
    this.#setWord(lane, LaneWord.whole, 1);
    const at = this.#dataOf(lane);
    if (adLength > 0) copyBetween(this.#memory, at, ad, adLength);
    copyBetween(this.#memory, at + adLength, text, textLength);
  }

  /** Begins a message whose associated data and text the lane then requests in pieces. */
  beginMessage(lane: number, message: Message, lengths: KeyLengths, tag: Uint8Array): void {
    this.#begin(lane, message, lengths, 0);
    this.#setWord(lane, LaneWord.whole, 0);
    this.#memory.set(tag, this.#dataOf(lane) - laneTagLength);
  }

  bringPiece(lane: number, piece: Uint8Array, last: boolean): void {
    this.#setWord(lane, LaneWord.length, piece.length);
    this.#setWord(lane, LaneWord.last, last ? 1 : 0);
    this.#setWord(lane, LaneWord.request, LaneRequest.nothing);
    this.#memory.set(piece, this.#dataOf(lane));
    this.#dataUsed = Math.max(this.#dataUsed, piece.length);
  }

  clear(lane: number): void {
    this.#setWord(lane, LaneWord.request, LaneRequest.message);
  }

  /** Runs the first `count` lanes. Returns a bit mask of the lanes with a request. The mask is 0 if no lane has a message. */
  run(mode: number, direction: Direction, count: number): number {
    // Counts idle lanes too: the scheduler may have written to them.
    this.#lanesUsed = Math.max(this.#lanesUsed, count);
    return this.#exports.lanes_run(mode, direction === 'encrypt' ? 0 : 1, count) >>> 0;
  }

  requestOf(lane: number): LaneRequest {
    return this.#wordOf(lane, LaneWord.request);
  }

  isAuthentic(lane: number): boolean {
    return this.#wordOf(lane, LaneWord.authentic) !== 0;
  }

  cut(lane: number, offset: number, length: number): Bytes {
    const start = this.#dataOf(lane) + offset;
    return this.#memory.slice(start, start + length);
  }

  /** Fills an array with the lane's data, beginning at an offset. The tag lies directly before the data. */
  take(lane: number, bytes: Uint8Array, offset = 0): void {
    const start = this.#dataOf(lane) + offset;
    bytes.set(this.#memory.subarray(start, start + bytes.length));
  }

  wipe(): void {
    if (this.#lanesUsed === 0) return;
    this.#memory.fill(0, this.#work, this.#lanes);
    for (let lane = 0; lane < this.#lanesUsed; lane++) {
      const start = this.#startOf(lane);
      this.#memory.fill(0, start, start + this.#dataOffset + this.#dataUsed);
    }
    this.#lanesUsed = 0;
    this.#dataUsed = 0;
  }

  /** Notes the lengths before copying. If the copy fails in the middle, `wipe` still covers the copied part. */
  #begin(lane: number, { key, nonce }: Message, { keyLength, nonceLength }: KeyLengths, dataLength: number): void {
    this.#lanesUsed = Math.max(this.#lanesUsed, lane + 1);
    this.#dataUsed = Math.max(this.#dataUsed, dataLength);
    this.#setWord(lane, LaneWord.request, LaneRequest.start);
    const start = this.#startOf(lane) + this.#keyOffset;
    copyExact(this.#memory, start, key, keyLength);
    copyExact(this.#memory, start + laneKeyLength, nonce, nonceLength);
  }

  #startOf(lane: number): number {
    return this.#lanes + lane * this.#length;
  }

  #wordOf(lane: number, word: number): number {
    return this.#words.getUint32(this.#startOf(lane) + word, true);
  }

  #setWord(lane: number, word: number, value: number): void {
    this.#words.setUint32(this.#startOf(lane) + word, value, true);
  }

  #dataOf(lane: number): number {
    return this.#startOf(lane) + this.#dataOffset;
  }
}
