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

export type Lanes = ReturnType<typeof lanesOf>;

export function lanesOf(
  { memory: { buffer }, lanes_run }: EngineExports,
  [work, lanes, firstKey, laneLength, pieceLimit]: LanesMap,
) {
  const memory = new Uint8Array(buffer);
  const words = new DataView(buffer);
  const keyOffset = firstKey - lanes;
  const dataOffset = keyOffset + headLength;
  /** The number of lanes that the section has used, and the most data bytes in any of these lanes. */
  let lanesUsed = 0;
  let dataUsed = 0;
  const startOf = (lane: number): number => lanes + lane * laneLength;
  const dataOf = (lane: number): number => startOf(lane) + dataOffset;
  const wordOf = (lane: number, word: number): number => words.getUint32(startOf(lane) + word, true);
  const setWord = (lane: number, word: number, value: number): void =>
    words.setUint32(startOf(lane) + word, value, true);

  /** Notes the lengths before copying. If the copy fails in the middle, `wipe` still covers the copied part. */
  function begin(lane: number, { key, nonce }: Message, { keyLength, nonceLength }: KeyLengths, dataLength: number) {
    lanesUsed = Math.max(lanesUsed, lane + 1);
    dataUsed = Math.max(dataUsed, dataLength);
    setWord(lane, LaneWord.request, LaneRequest.start);
    const start = startOf(lane) + keyOffset;
    copyExact(memory, start, key, keyLength);
    copyExact(memory, start + laneKeyLength, nonce, nonceLength);
  }

  return {
    /** The most bytes of associated data and text together that a lane holds at once. */
    pieceLimit,
    bringMessage(lane: number, message: Message, lengths: KeyLengths, untaggedLength: number): void {
      const { ad, adLength, text, textLength } = message;
      // The result of a hash is a digest, which is longer than a tag.
      begin(lane, message, lengths, Math.max(adLength + untaggedLength + laneTagLength, digestLength));
      setWord(lane, LaneWord.adLength, adLength);
      setWord(lane, LaneWord.length, untaggedLength);
      setWord(lane, LaneWord.whole, 1);
      const at = dataOf(lane);
      if (adLength > 0) copyBetween(memory, at, ad, adLength);
      copyBetween(memory, at + adLength, text, textLength);
    },
    /** Begins a message whose associated data and text the lane then requests in pieces. */
    beginMessage(lane: number, message: Message, lengths: KeyLengths, tag: Uint8Array): void {
      begin(lane, message, lengths, 0);
      setWord(lane, LaneWord.whole, 0);
      memory.set(tag, dataOf(lane) - laneTagLength);
    },
    bringPiece(lane: number, piece: Uint8Array, last: boolean): void {
      setWord(lane, LaneWord.length, piece.length);
      setWord(lane, LaneWord.last, last ? 1 : 0);
      setWord(lane, LaneWord.request, LaneRequest.nothing);
      memory.set(piece, dataOf(lane));
      dataUsed = Math.max(dataUsed, piece.length);
    },
    clear: (lane: number): void => setWord(lane, LaneWord.request, LaneRequest.message),
    /** Runs the first `count` lanes. Returns a bit mask of the lanes with a request. The mask is 0 if no lane has a message. */
    run(mode: number, direction: Direction, count: number): number {
      // Counts idle lanes too: the scheduler may have written to them.
      lanesUsed = Math.max(lanesUsed, count);
      return lanes_run(mode, direction === 'encrypt' ? 0 : 1, count) >>> 0;
    },
    requestOf: (lane: number): LaneRequest => wordOf(lane, LaneWord.request),
    isAuthentic: (lane: number): boolean => wordOf(lane, LaneWord.authentic) !== 0,
    cut(lane: number, offset: number, length: number): Bytes {
      const start = dataOf(lane) + offset;
      return memory.slice(start, start + length);
    },
    /** Fills an array with the lane's data, beginning at an offset. The tag lies directly before the data. */
    take(lane: number, bytes: Uint8Array, offset = 0): void {
      const start = dataOf(lane) + offset;
      bytes.set(memory.subarray(start, start + bytes.length));
    },
    wipe(): void {
      if (lanesUsed === 0) return;
      memory.fill(0, work, lanes);
      for (let lane = 0; lane < lanesUsed; lane++) {
        const start = startOf(lane);
        memory.fill(0, start, start + dataOffset + dataUsed);
      }
      lanesUsed = 0;
      dataUsed = 0;
    },
  };
}
