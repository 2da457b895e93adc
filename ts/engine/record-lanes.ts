/** Records in the engine's lanes: messages of equal lengths, brought and taken with no object or view for any of them. */
import { LaneRequest, type Lanes, LaneWord } from './lanes.js';
import { type Direction, digestLength, keyLength } from './message.js';

/** What all records of a call have in common. Lengths are in bytes. */
export interface RecordShape {
  /** The module's number of the mode. */
  readonly id: number;
  readonly direction: Direction;
  /** To hash, there is no nonce and no tag. */
  readonly nonceLength: number;
  readonly tagLength: number;
  readonly adLength: number;
  /** Of a record as it comes in, with its tag if it has one. */
  readonly inputLength: number;
  /** The same without the tag. */
  readonly textLength: number;
  readonly resultLength: number;
}

/** Bytes that are copied by words where they are aligned. */
export class Area {
  readonly length: number;
  readonly #bytes: DataView;
  readonly #words: Uint32Array;
  /** How far the first byte is into a word. */
  readonly #shift: number;

  /** Of a plain Uint8Array. */
  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.length = byteLength;
    this.#shift = byteOffset % 4;
    this.#bytes = new DataView(buffer, byteOffset, byteLength);
    this.#words = new Uint32Array(buffer, byteOffset - this.#shift, (this.#shift + byteLength) >>> 2);
  }

  /** Copies bytes to here. At the lengths of records this is faster than `set`, which needs a view of each. */
  copy(at: number, from: Area, start: number, length: number): void {
    const [toShift, fromShift] = [this.#shift + at, from.#shift + start];
    if (((toShift | fromShift | length) & 3) === 0) {
      const [to, words] = [this.#words, from.#words];
      const [first, last] = [toShift >>> 2, (toShift + length) >>> 2];
      const distance = (fromShift >>> 2) - first;
      for (let i = first; i < last; i++) to[i] = words[i + distance] as number;
    } else {
      for (let i = 0; i < length; i++) this.#bytes.setUint8(at + i, from.#bytes.getUint8(start + i));
    }
  }
}

/** The key and the associated data; nonces, texts and results one behind the other. Others may take their places. */
export interface RecordAreas {
  key: Area;
  ad: Area;
  nonces: Area;
  texts: Area;
  results: Area;
}

export class RecordLanes {
  readonly #lanes: Lanes;
  readonly #memory: Area;
  readonly #shape: RecordShape;
  readonly #areas: RecordAreas;

  constructor(lanes: Lanes, shape: RecordShape, areas: RecordAreas) {
    this.#lanes = lanes;
    this.#memory = new Area(lanes.memory);
    this.#shape = shape;
    this.#areas = areas;
  }

  /**
   * Works on `count` records in so many lanes, which have nothing yet. Each step yields how many bytes are done. The result
   * is the numbers of those that are not authentic, upwards.
   */
  *steps(width: number, count: number): Generator<number, number[]> {
    const { id, direction, adLength, inputLength } = this.#shape;
    const lanes = this.#lanes;
    const seats = new Int32Array(width);
    const refused: number[] = [];
    let next = 0;
    for (; next < width; next++) {
      seats[next] = next;
      if (next < count) this.#prepare(next);
      this.#seat(next, next, count);
    }
    for (let left = count; left > 0; ) {
      const wanting = lanes.run(id, direction, width);
      for (let lane = 0; lane < width; lane++) {
        if (((wanting >>> lane) & 1) === 0) continue;
        const record = seats[lane] as number;
        if (direction === 'encrypt' || lanes.isAuthentic(lane)) this.#take(lane, record);
        else refused.push(record);
        left--;
        seats[lane] = next;
        this.#seat(lane, next++, count);
      }
      yield (count - left) * (adLength + inputLength);
    }
    return refused.sort((a, b) => a - b);
  }

  /** What stays in a lane from record to record: no mode writes there. */
  #prepare(lane: number): void {
    const lanes = this.#lanes;
    const { adLength, textLength, tagLength } = this.#shape;
    const { key, ad } = this.#areas;
    // A digest is longer than a tag.
    lanes.note(lane, Math.max(adLength + textLength + tagLength, digestLength));
    lanes.setWord(lane, LaneWord.adLength, adLength);
    lanes.setWord(lane, LaneWord.length, textLength);
    lanes.setWord(lane, LaneWord.whole, 1);
    this.#memory.copy(lanes.keyOf(lane), key, 0, key.length);
    this.#memory.copy(lanes.dataOf(lane), ad, 0, adLength);
  }

  #seat(lane: number, record: number, count: number): void {
    const lanes = this.#lanes;
    if (record >= count) {
      lanes.clear(lane);
      return;
    }
    const { adLength, inputLength, nonceLength } = this.#shape;
    const { nonces, texts } = this.#areas;
    lanes.setWord(lane, LaneWord.request, LaneRequest.start);
    this.#memory.copy(lanes.keyOf(lane) + keyLength, nonces, record * nonceLength, nonceLength);
    this.#memory.copy(lanes.dataOf(lane) + adLength, texts, record * inputLength, inputLength);
  }

  #take(lane: number, record: number): void {
    const { adLength, resultLength } = this.#shape;
    this.#areas.results.copy(record * resultLength, this.#memory, this.#lanes.dataOf(lane) + adLength, resultLength);
  }
}
