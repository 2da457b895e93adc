/** The lanes of a suite's module as tests call them, fed as the wrapper feeds them: messages side by side, whole and by pieces. */
import { keyLength } from '../../../ts/engine/engine.js';
import { LaneRequest, type LanesExports, LaneWord } from '../../../ts/engine/lanes.js';
import type { SuiteMode } from '../../reference/suites.js';
import type { Message, SuiteModule } from './module.js';

const nonceLength = 16;
const tagLength = 16;

/** A message in a lane: what has been made of its text, which string it wanted last, and how far that is brought. */
interface Seat {
  index: number;
  message: Message;
  text: Uint8Array;
  isWhole: boolean;
  string: number;
  position: number;
  piece: number;
}

export class ModuleLanes {
  readonly #most: number;
  readonly memory: Uint8Array;
  readonly pieceLimit: number;
  readonly #exports: LanesExports;
  readonly #state: number;
  readonly #words: DataView;
  readonly #length: number;

  constructor(module: SuiteModule, most: number) {
    this.#most = most;
    this.#exports = module.exports as LanesExports;
    this.#state = module.exports.state_address();
    this.memory = module.memory;
    this.#words = new DataView(module.memory.buffer);
    this.#length = this.#exports.lane_length();
    this.pieceLimit = this.#exports.lane_piece_limit();
  }

  /** Null for those that are not authentic. Messages longer than `wholeLimit` go by pieces of `pieceLength`. */
  work(
    mode: SuiteMode,
    direction: 'encrypt' | 'decrypt',
    messages: Message[],
    { count = this.#most, wholeLimit = this.pieceLimit, pieceLength = this.pieceLimit } = {},
  ): (Uint8Array | null)[] {
    const { id, readsTextFirst } = mode;
    const results = new Array<Uint8Array | null>(messages.length).fill(null);
    const seats: (Seat | undefined)[] = new Array(count).fill(undefined);
    let next = 0;
    for (let done = 0; done < messages.length; ) {
      for (let lane = 0; lane < count; lane++) {
        if (seats[lane]) continue;
        const message = messages[next];
        if (message) seats[lane] = this.#seat(lane, next++, message, direction, wholeLimit);
        else this.#set(lane, LaneWord.request, LaneRequest.message);
      }
      // Nothing before the lanes may be needed from one run to the next.
      this.memory.fill(0x5a, this.#exports.lanes_work_address(), this.#exports.lanes_address());
      const wanting = this.#exports.lanes_run(id, direction === 'encrypt' ? 0 : 1, count);
      if (wanting === 0) throw new Error('no lane wants anything');
      for (let lane = 0; lane < count; lane++) {
        if (((wanting >>> lane) & 1) === 0) continue;
        const seat = seats[lane] as Seat;
        this.#takeCrypted(lane, seat);
        if (this.#wordOf(lane, LaneWord.request) !== LaneRequest.result) {
          this.#bring(lane, seat, pieceLength);
          continue;
        }
        results[seat.index] = this.#resultOf(lane, seat, direction, readsTextFirst === direction);
        seats[lane] = undefined;
        done++;
      }
    }
    return results;
  }

  /** Overwrites what the wrapper does, after calls that used all lanes. */
  wipe(byte = 0): void {
    this.memory.fill(byte, this.#exports.lanes_work_address(), this.#state);
  }

  #seat(lane: number, index: number, message: Message, direction: string, wholeLimit: number): Seat {
    const { key, nonce, associatedData: ad } = message;
    const text = direction === 'encrypt' ? message.text.slice() : message.text.slice(0, -tagLength);
    const isWhole = ad.length + text.length <= wholeLimit;
    const keyAddress = this.#addressOf(lane) + this.#exports.lane_key_offset();
    this.#set(lane, LaneWord.request, LaneRequest.start);
    this.#set(lane, LaneWord.whole, isWhole ? 1 : 0);
    this.memory.set(key, keyAddress);
    this.memory.set(nonce, keyAddress + keyLength);
    if (isWhole) {
      this.#set(lane, LaneWord.adLength, ad.length);
      this.#set(lane, LaneWord.length, text.length);
      this.memory.set(ad, this.#dataOf(lane));
      this.memory.set(message.text, this.#dataOf(lane) + ad.length);
    } else if (direction === 'decrypt') {
      this.memory.set(message.text.subarray(-tagLength), keyAddress + keyLength + nonceLength);
    }
    return { index, message, text, isWhole, string: LaneRequest.nothing, position: 0, piece: 0 };
  }

  #takeCrypted(lane: number, seat: Seat): void {
    if (seat.string === LaneRequest.crypt) {
      const start = this.#dataOf(lane);
      seat.text.set(this.memory.subarray(start, start + seat.piece), seat.position - seat.piece);
    }
    seat.piece = 0;
  }

  #bring(lane: number, seat: Seat, pieceLength: number): void {
    const wanted = this.#wordOf(lane, LaneWord.request);
    if (wanted !== seat.string) seat.position = 0;
    seat.string = wanted;
    const string = wanted === LaneRequest.ad ? seat.message.associatedData : seat.text;
    const piece = string.subarray(seat.position, seat.position + pieceLength);
    seat.position += piece.length;
    seat.piece = piece.length;
    this.#set(lane, LaneWord.length, piece.length);
    this.#set(lane, LaneWord.last, seat.position === string.length ? 1 : 0);
    this.#set(lane, LaneWord.request, LaneRequest.nothing);
    this.memory.set(piece, this.#dataOf(lane));
  }

  /** Where a mode reads the text first, that of a message that is not authentic is as it came. */
  #resultOf(lane: number, seat: Seat, direction: string, readsFirst: boolean): Uint8Array | null {
    const start = this.#dataOf(lane) + seat.message.associatedData.length;
    const { length } = seat.text;
    if (direction === 'decrypt') {
      if (this.#wordOf(lane, LaneWord.authentic) === 0) {
        if (readsFirst && seat.isWhole && !seat.text.every((byte, i) => byte === this.memory[start + i]))
          throw new Error('the text of a message that is not authentic was worked on');
        return null;
      }
      return seat.isWhole ? this.memory.slice(start, start + length) : seat.text;
    }
    if (seat.isWhole) return this.memory.slice(start, start + length + tagLength);
    const result = new Uint8Array(length + tagLength);
    result.set(seat.text);
    result.set(this.memory.subarray(this.#dataOf(lane) - tagLength, this.#dataOf(lane)), length);
    return result;
  }

  #addressOf(lane: number): number {
    return this.#exports.lanes_address() + lane * this.#length;
  }

  #dataOf(lane: number): number {
    return this.#addressOf(lane) + this.#exports.lane_key_offset() + keyLength + nonceLength + tagLength;
  }

  #wordOf(lane: number, word: number): number {
    return this.#words.getUint32(this.#addressOf(lane) + word, true);
  }

  #set(lane: number, word: number, value: number): void {
    this.#words.setUint32(this.#addressOf(lane) + word, value, true);
  }
}
