/** An instance of the module. Its memory holds data only during a section. No caller's code runs in a section. */
import { type Bytes, bytesForSecret, copyInto, copyOut, type Detached } from '../base/bytes.js';
import { UsageError } from '../base/errors.js';
import type { WebAssemblyModule } from '../base/platform.js';
import type { ModeRow } from '../suites/table.js';
import { Lanes } from './lanes.js';
import { type EngineExports, mapOf } from './memory-map.js';
import { type Direction, digestLength, keyLength, type Message, type OutputFormat } from './message.js';

type Reading = 'aead_absorb_ad' | 'aead_read_text' | `aead_${Direction}_text` | 'hash_update';

type StatePlace = Readonly<Record<'address' | 'length', number>>;

/** True if a message fits into one call. A longer message is processed in pieces. */
export const fits = ({ pieceLimit }: Engine | Section, { adLength, textLength }: Message): boolean =>
  adLength + textLength <= pieceLimit;

export class Engine {
  readonly module: WebAssemblyModule;
  /** The most bytes of associated data and text together that one call processes. */
  readonly pieceLimit: number;
  readonly #section: Section;
  #isBusy = false;

  constructor(functions: EngineExports, module: WebAssemblyModule) {
    this.module = module;
    this.#section = new Section(functions);
    this.pieceLimit = this.#section.pieceLimit;
  }

  /**
   * Runs `work` in a section. If the caller's code calls this method during another section, it throws a UsageError and leaves the memory
   * unchanged.
   */
  section<Result>(work: (section: Section) => Result): Result {
    const section = this.#open();
    try {
      return work(section);
    } finally {
      // This assignment needs no stack. If the caller's stack still ends in `wipe`, the next section wipes first.
      this.#isBusy = false;
      section.wipe();
    }
  }

  /** Runs `crypt` in its own section. This method avoids a closure, which would cost noticeable time for short messages. */
  crypt(direction: Direction, mode: ModeRow, message: Message, format: OutputFormat): Bytes | Detached | undefined {
    const section = this.#open();
    try {
      return section.crypt(direction, mode, message, format);
    } finally {
      this.#isBusy = false;
      section.wipe();
    }
  }

  #open(): Section {
    if (this.#isBusy) throw new UsageError('this call came in the middle of another');
    // The end of the section makes this call too, from a frame with more room. A stack that is too short for it ends here.
    this.#section.wipe();
    this.#section.begin();
    this.#isBusy = true;
    return this.#section;
  }
}

/** The operations in a section of an engine. Only this class and its lanes touch the memory. */
export class Section {
  readonly pieceLimit: number;
  /** The places of the states that the module keeps between two steps. In a module with lanes, the state of a list includes the lanes. */
  readonly states: Readonly<Record<'aead' | 'hash' | 'list', StatePlace>>;
  /** The lanes. Only modules with SIMD have lanes. */
  readonly lanes: Lanes | undefined;
  readonly #exports: EngineExports;
  readonly #memory: Uint8Array;
  readonly #state: number;
  readonly #window: number;
  /**
   * The view of the memory that was copied out last. Messages of equal length often follow each other, and making a view takes as long as
   * copying its bytes.
   */
  #part: Uint8Array;
  #start: number;
  #end = 0;

  constructor(functions: EngineExports) {
    this.#exports = functions;
    this.#memory = new Uint8Array(functions.memory.buffer);
    this.#part = this.#memory;
    const [state, window, pieceLimit, aeadStateLength, hashStateLength, ...lanes] = mapOf(functions);
    this.#state = state;
    this.#window = window;
    this.#start = state;
    this.pieceLimit = pieceLimit;
    if (lanes[0]) this.lanes = new Lanes(functions, lanes);
    const start = lanes[1] || state;
    this.states = {
      aead: { address: state, length: aeadStateLength },
      hash: { address: state, length: hashStateLength },
      list: { address: start, length: window - start },
    };
  }

  /**
   * Encrypts or decrypts a message. A message with an output must use the combined format. Returns undefined if the message is not
   * authentic.
   */
  crypt(
    direction: Direction,
    { id, nonceLength, tagLength }: ModeRow,
    message: Message,
    format: OutputFormat,
  ): Bytes | Detached | undefined {
    const { adLength, output, tag: ownTag } = message;
    const isEncryption = direction === 'encrypt';
    const textLength = isEncryption || ownTag ? message.textLength : message.textLength - tagLength;
    const memory = this.#memory;
    const nonce = this.#window + adLength + keyLength;
    const text = nonce + nonceLength;
    const tag = text + textLength;
    const end = tag + tagLength;
    this.#reach(end);
    this.#layIn(message, nonce, text);
    if (isEncryption) {
      this.#exports.aead_encrypt(id, adLength, textLength);
      if (format === 'detached') return { ciphertext: memory.slice(text, tag), tag: memory.slice(tag, end) };
      if (format === 'sealed') return memory.slice(nonce, end);
      return output ? this.#handOut(text, end, output) : memory.slice(text, end);
    }
    if (ownTag) copyInto(memory, tag, ownTag, tagLength);
    if (this.#exports.aead_decrypt(id, adLength, textLength) === 0) return undefined;
    return output ? this.#handOut(text, tag, output) : memory.slice(text, tag);
  }

  hash(message: Uint8Array, length: number): Bytes {
    this.#reach(this.#window + length);
    copyInto(this.#memory, this.#window, message, length);
    this.#exports.hash(length);
    return this.#memory.slice(this.#window, this.#window + digestLength);
  }

  begin(): void {
    this.#end = this.#window + digestLength;
  }

  wipe(): void {
    this.lanes?.wipe();
    if (this.#end === 0) return;
    this.#memory.fill(0, this.#start, this.#end);
    this.#start = this.#state;
    this.#end = 0;
  }

  /** Restores a state that `takeState` saved, so that work can continue in a later section. */
  putState(state: Uint8Array, { address }: StatePlace): void {
    this.#start = Math.min(this.#start, address);
    this.#memory.set(state, address);
  }

  takeState(state: Uint8Array, { address }: StatePlace): void {
    state.set(this.#memory.subarray(address, address + state.length));
  }

  startMessage({ id, nonceLength, tagLength }: ModeRow, { key, nonce }: Message, tag: Uint8Array): void {
    const nonceAt = this.#window + keyLength;
    const tagAt = nonceAt + nonceLength;
    this.#reach(tagAt + tagLength);
    copyInto(this.#memory, this.#window, key, keyLength);
    copyInto(this.#memory, nonceAt, nonce, nonceLength);
    this.#memory.set(tag, tagAt);
    this.#exports.aead_start(id);
  }

  feed(reads: Reading, piece: Uint8Array, last = false): void {
    this.#put(piece);
    this.#exports[reads](piece.length, last ? 1 : 0);
  }

  cryptText(direction: Direction, piece: Uint8Array, last: boolean): void {
    this.feed(`aead_${direction}_text`, piece, last);
    this.#take(piece);
  }

  writeTag(tag: Uint8Array): void {
    this.#exports.aead_tag();
    this.#take(tag);
  }

  verifyTag(tag: Uint8Array): boolean {
    this.#put(tag);
    return this.#exports.aead_verify() !== 0;
  }

  startHash(): void {
    this.#exports.hash_start();
  }

  finishHash(): Bytes {
    this.#exports.hash_finish();
    const digest = bytesForSecret(digestLength);
    this.#take(digest);
    return digest;
  }

  /** Copies a piece into the window. The piece is this package's own view or array, so its length does not change. */
  #put(piece: Uint8Array): void {
    this.#reach(this.#window + piece.length);
    this.#memory.set(piece, this.#window);
  }

  #take(bytes: Uint8Array): void {
    bytes.set(this.#memory.subarray(this.#window, this.#window + bytes.length));
  }

  /** Copies associated data || key || nonce || text into the window. In this order, nonce, text and tag form one sealed message. */
  #layIn({ key, nonce, ad, adLength, text, textLength }: Message, nonceAt: number, textAt: number): void {
    const memory = this.#memory;
    if (adLength > 0) copyInto(memory, this.#window, ad, adLength);
    copyInto(memory, nonceAt - keyLength, key, keyLength);
    copyInto(memory, nonceAt, nonce, textAt - nonceAt);
    copyInto(memory, textAt, text, textLength);
  }

  #handOut(start: number, end: number, output: Uint8Array): Bytes {
    if (this.#part.byteOffset !== start || this.#part.length !== end - start)
      this.#part = this.#memory.subarray(start, end);
    return copyOut(this.#part, output);
  }

  /** Notes how far the section writes. Call this before each write: if the write fails in the middle, `wipe` still covers it. */
  #reach(end: number): void {
    if (end > this.#end) this.#end = end;
  }
}
