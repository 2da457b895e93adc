/** The exports of a module of ISAP as tests call them: messages as wholes, by pieces, and side by side. */
import { ISAP_NAMES, type IsapName } from '../reference/isap.js';

export interface Message {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
  /** To decrypt, with the tag behind it. */
  text: Uint8Array;
}

interface Exports {
  memory: { buffer: ArrayBuffer };
  state_address(): number;
  window_address(): number;
  piece_limit(): number;
  aead_state_length(): number;
  aead_start(mode: number): void;
  aead_absorb_ad(length: number, last: boolean): void;
  aead_read_text(length: number, last: boolean): void;
  aead_encrypt_text(length: number, last: boolean): void;
  aead_decrypt_text(length: number, last: boolean): void;
  aead_tag(): void;
  aead_verify(): number;
  aead_encrypt(mode: number, adLength: number, textLength: number): void;
  aead_decrypt(mode: number, adLength: number, textLength: number): number;
}

/** What the module exports besides, where it has SIMD. */
interface LanesExports extends Exports {
  lanes_work_address(): number;
  lanes_address(): number;
  lane_length(): number;
  lane_key_offset(): number;
  lane_piece_limit(): number;
  lanes_run(mode: number, direction: number, count: number): number;
}

/** What a lane wants, and where its words are: wasm-src/isap/lane.hpp. */
const wants = { nothing: 0, ad: 1, read: 2, crypt: 3, result: 4, start: 5, message: 6 };
const words = { wants: 0, adLength: 4, length: 8, last: 12, whole: 16, authentic: 20 };

const keyLength = 16;
const nonceLength = 16;
export const tagLength = 16;

export class IsapModule {
  readonly exports: Exports;
  readonly memory: Uint8Array;
  readonly pieceLimit: number;
  readonly #window: number;

  constructor(hex: string) {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Exports;
    this.memory = new Uint8Array(this.exports.memory.buffer);
    this.pieceLimit = this.exports.piece_limit();
    this.#window = this.exports.window_address();
  }

  /** The result ends with the tag. */
  encrypt(name: IsapName, message: Message): Uint8Array {
    const { associatedData: ad, text } = message;
    this.#layIn(message);
    this.exports.aead_encrypt(ISAP_NAMES.indexOf(name), ad.length, text.length);
    return this.#textOut(ad.length, text.length + tagLength);
  }

  /** Null if the message is not authentic. The window is then as it was. */
  decrypt(name: IsapName, message: Message): Uint8Array | null {
    const { associatedData: ad, text } = message;
    const textLength = text.length - tagLength;
    this.#layIn(message);
    if (this.exports.aead_decrypt(ISAP_NAMES.indexOf(name), ad.length, textLength) !== 0)
      return this.#textOut(ad.length, textLength);
    if (!this.#textOut(ad.length, text.length).every((byte, i) => byte === text[i]))
      throw new Error('the text of a message that is not authentic was worked on');
    return null;
  }

  /** By pieces of a length, the state taken out after each and another message's put in. */
  encryptByPieces(name: IsapName, message: Message, pieceLength: number): Uint8Array {
    const result = new Uint8Array(message.text.length + tagLength);
    result.set(message.text);
    this.#start(name, message);
    this.#forPieces(message.associatedData, pieceLength, (piece, last) => {
      this.#put(piece);
      this.exports.aead_absorb_ad(piece.length, last);
    });
    this.#forPieces(result.subarray(0, -tagLength), pieceLength, (piece, last) => {
      this.#put(piece);
      this.exports.aead_encrypt_text(piece.length, last);
      piece.set(this.#take(piece.length));
    });
    this.exports.aead_tag();
    result.set(this.#take(tagLength), message.text.length);
    return result;
  }

  decryptByPieces(name: IsapName, message: Message, pieceLength: number): Uint8Array | null {
    const text = message.text.slice(0, -tagLength);
    this.#start(name, message);
    this.#forPieces(message.associatedData, pieceLength, (piece, last) => {
      this.#put(piece);
      this.exports.aead_absorb_ad(piece.length, last);
    });
    this.#forPieces(text, pieceLength, (piece, last) => {
      this.#put(piece);
      this.exports.aead_read_text(piece.length, last);
    });
    this.#put(message.text.subarray(-tagLength));
    if (this.exports.aead_verify() === 0) return null;
    this.#forPieces(text, pieceLength, (piece, last) => {
      this.#put(piece);
      this.exports.aead_decrypt_text(piece.length, last);
      piece.set(this.#take(piece.length));
    });
    return text;
  }

  /** Overwrites state and window, as the wrapper does after each call. */
  wipe(): void {
    const end = this.#window + this.pieceLimit + keyLength + nonceLength + tagLength;
    this.memory.fill(0, this.exports.state_address(), end);
  }

  #start(name: IsapName, { key, nonce }: Message): void {
    this.#put(key);
    this.#put(nonce, keyLength);
    this.exports.aead_start(ISAP_NAMES.indexOf(name));
  }

  #forPieces(string: Uint8Array, pieceLength: number, work: (piece: Uint8Array, last: boolean) => void): void {
    const start = this.exports.state_address();
    const state = new Uint8Array(this.exports.aead_state_length());
    let at = 0;
    do {
      const end = Math.min(at + pieceLength, string.length);
      work(string.subarray(at, end), end === string.length);
      at = end;
      state.set(this.memory.subarray(start, start + state.length));
      this.memory.fill(0x5a, start, start + state.length);
      this.memory.set(state, start);
    } while (at < string.length);
  }

  #put(bytes: Uint8Array, offset = 0): void {
    this.memory.set(bytes, this.#window + offset);
  }

  #take(length: number): Uint8Array {
    return this.memory.slice(this.#window, this.#window + length);
  }

  #layIn({ key, nonce, associatedData, text }: Message): void {
    this.#put(associatedData);
    this.#put(key, associatedData.length);
    this.#put(nonce, associatedData.length + keyLength);
    this.#put(text, associatedData.length + keyLength + nonceLength);
  }

  #textOut(adLength: number, length: number): Uint8Array {
    const start = this.#window + adLength + keyLength + nonceLength;
    return this.memory.slice(start, start + length);
  }
}

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

/** The lanes of a module, fed as the wrapper feeds them. */
export class IsapLanes {
  static readonly most = 8;
  readonly memory: Uint8Array;
  readonly pieceLimit: number;
  readonly #exports: LanesExports;
  readonly #words: DataView;
  readonly #length: number;

  constructor(module: IsapModule) {
    this.#exports = module.exports as LanesExports;
    this.memory = module.memory;
    this.#words = new DataView(module.memory.buffer);
    this.#length = this.#exports.lane_length();
    this.pieceLimit = this.#exports.lane_piece_limit();
  }

  /** Null for those that are not authentic. Messages longer than `wholeLimit` go by pieces of `pieceLength`. */
  work(
    name: IsapName,
    direction: 'encrypt' | 'decrypt',
    messages: Message[],
    { count = IsapLanes.most, wholeLimit = this.pieceLimit, pieceLength = this.pieceLimit } = {},
  ): (Uint8Array | null)[] {
    const results = new Array<Uint8Array | null>(messages.length).fill(null);
    const seats: (Seat | undefined)[] = new Array(count).fill(undefined);
    let next = 0;
    for (let done = 0; done < messages.length; ) {
      for (let lane = 0; lane < count; lane++) {
        if (seats[lane]) continue;
        const message = messages[next];
        if (message) seats[lane] = this.#seat(lane, next++, message, direction, wholeLimit);
        else this.#set(lane, words.wants, wants.message);
      }
      // Nothing before the lanes may be needed from one run to the next.
      this.memory.fill(0x5a, this.#exports.lanes_work_address(), this.#exports.lanes_address());
      const wanting = this.#exports.lanes_run(ISAP_NAMES.indexOf(name), direction === 'encrypt' ? 0 : 1, count);
      if (wanting === 0) throw new Error('no lane wants anything');
      for (let lane = 0; lane < count; lane++) {
        if (((wanting >>> lane) & 1) === 0) continue;
        const seat = seats[lane] as Seat;
        this.#takeCrypted(lane, seat);
        if (this.#wordOf(lane, words.wants) !== wants.result) {
          this.#bring(lane, seat, pieceLength);
          continue;
        }
        results[seat.index] = this.#resultOf(lane, seat, direction);
        seats[lane] = undefined;
        done++;
      }
    }
    return results;
  }

  /** Overwrites what the wrapper does, after calls that used all lanes. */
  wipe(): void {
    this.memory.fill(0, this.#exports.lanes_work_address(), this.#exports.state_address());
  }

  #seat(lane: number, index: number, message: Message, direction: string, wholeLimit: number): Seat {
    const { key, nonce, associatedData: ad } = message;
    const text = direction === 'encrypt' ? message.text.slice() : message.text.slice(0, -tagLength);
    const isWhole = ad.length + text.length <= wholeLimit;
    const keyAddress = this.#addressOf(lane) + this.#exports.lane_key_offset();
    this.#set(lane, words.wants, wants.start);
    this.#set(lane, words.whole, isWhole ? 1 : 0);
    this.memory.set(key, keyAddress);
    this.memory.set(nonce, keyAddress + keyLength);
    if (isWhole) {
      this.#set(lane, words.adLength, ad.length);
      this.#set(lane, words.length, text.length);
      this.memory.set(ad, this.#dataOf(lane));
      this.memory.set(message.text, this.#dataOf(lane) + ad.length);
    } else if (direction === 'decrypt') {
      this.memory.set(message.text.subarray(-tagLength), keyAddress + keyLength + nonceLength);
    }
    return { index, message, text, isWhole, string: wants.nothing, position: 0, piece: 0 };
  }

  #takeCrypted(lane: number, seat: Seat): void {
    if (seat.string === wants.crypt) {
      const start = this.#dataOf(lane);
      seat.text.set(this.memory.subarray(start, start + seat.piece), seat.position - seat.piece);
    }
    seat.piece = 0;
  }

  #bring(lane: number, seat: Seat, pieceLength: number): void {
    const wanted = this.#wordOf(lane, words.wants);
    if (wanted !== seat.string) seat.position = 0;
    seat.string = wanted;
    const string = wanted === wants.ad ? seat.message.associatedData : seat.text;
    const piece = string.subarray(seat.position, seat.position + pieceLength);
    seat.position += piece.length;
    seat.piece = piece.length;
    this.#set(lane, words.length, piece.length);
    this.#set(lane, words.last, seat.position === string.length ? 1 : 0);
    this.#set(lane, words.wants, wants.nothing);
    this.memory.set(piece, this.#dataOf(lane));
  }

  #resultOf(lane: number, seat: Seat, direction: string): Uint8Array | null {
    const start = this.#dataOf(lane) + seat.message.associatedData.length;
    const { length } = seat.text;
    if (direction === 'decrypt') {
      if (this.#wordOf(lane, words.authentic) === 0) {
        if (seat.isWhole && !seat.text.every((byte, i) => byte === this.memory[start + i]))
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
