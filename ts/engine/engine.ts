/**
 * An instance of the module: it and its lanes are the only place that touches its memory. Each public method is one synchronous stretch that
 * copies in, computes, copies out and wipes; or, for long inputs, a part of the stretch that `stretch` encloses.
 */
import type { Bytes } from '../bytes.js';
import type { Form } from '../form.js';
import type { AeadMode, Direction } from '../mode.js';
import type { WebAssemblyModule } from '../platform.js';
import { Lanes, type LanesExports } from './lanes.js';

export const keyLength = 16;
export const digestLength = 32;

/** What a message is made of, once its arguments are checked. */
export interface Message {
  key: Uint8Array;
  nonce: Uint8Array;
  ad: Uint8Array;
  /** The plaintext or the ciphertext; to decrypt, with the tag behind it unless that stands in `tag`. */
  text: Uint8Array;
  tag?: Uint8Array | undefined;
}

/** What the module exports: wasm-src/abi/abi.cpp. */
export interface EngineExports extends Partial<LanesExports> {
  memory: { buffer: ArrayBuffer };
  state_address(): number;
  window_address(): number;
  piece_limit(): number;
  aead_state_length(): number;
  hash_state_length(): number;
  aead_start(mode: number): void;
  aead_absorb_ad(length: number, last: number): void;
  aead_read_text(length: number, last: number): void;
  aead_encrypt_text(length: number, last: number): void;
  aead_decrypt_text(length: number, last: number): void;
  aead_tag(): void;
  aead_verify(): number;
  aead_encrypt(mode: number, adLength: number, textLength: number): void;
  aead_decrypt(mode: number, adLength: number, textLength: number): number;
  hash_start(): void;
  hash_update(length: number): void;
  hash_finish(): void;
  hash(length: number): void;
}

export class Engine {
  /** What it is an instance of. */
  readonly module: WebAssemblyModule;
  /** Messages whose associated data and text are together no longer than this take one call. */
  readonly pieceLimit: number;
  readonly aeadStateLength: number;
  readonly hashStateLength: number;
  /** Where the module has SIMD. */
  readonly lanes: Lanes | undefined;
  readonly #exports: EngineExports;
  readonly #memory: Uint8Array;
  readonly #state: number;
  readonly #window: number;
  /** Where the stretch at hand has written. */
  #start = 0;
  #end = 0;

  constructor(exports: EngineExports, module: WebAssemblyModule) {
    this.module = module;
    this.#exports = exports;
    this.#memory = new Uint8Array(exports.memory.buffer);
    this.#state = exports.state_address();
    this.#window = exports.window_address();
    this.pieceLimit = exports.piece_limit();
    this.aeadStateLength = exports.aead_state_length();
    this.hashStateLength = exports.hash_state_length();
    if (exports.lanes_run) this.lanes = new Lanes(exports as LanesExports, exports.memory);
  }

  /** Where begins what works of many messages keep between two steps, and how long it is. */
  get manyState(): { address: number; length: number } {
    const address = this.lanes?.address ?? this.#state;
    return { address, length: this.#window - address };
  }

  /** Whether a message takes one call; else it goes by pieces. */
  fits({ ad, text }: Message): boolean {
    return ad.length + text.length <= this.pieceLimit;
  }

  encrypt<Result>({ id, tagLength }: AeadMode, message: Message, form: Form<Result>): Result {
    const adLength = message.ad.length;
    const textLength = message.text.length;
    const nonce = this.#window + adLength + keyLength;
    const text = nonce + message.nonce.length;
    const tag = text + textLength;
    const end = tag + tagLength;
    try {
      this.#layIn(message);
      this.#exports.aead_encrypt(id, adLength, textLength);
      return form.cut(this.#memory, nonce, text, tag, end);
    } finally {
      this.#wipe(end);
    }
  }

  /** Undefined if the message is not authentic. */
  decrypt({ id, tagLength }: AeadMode, message: Message): Bytes | undefined {
    const adLength = message.ad.length;
    const textLength = message.tag ? message.text.length : message.text.length - tagLength;
    const text = this.#window + adLength + keyLength + message.nonce.length;
    const tag = text + textLength;
    try {
      this.#layIn(message);
      if (message.tag) this.#memory.set(message.tag, tag);
      if (this.#exports.aead_decrypt(id, adLength, textLength) === 0) return undefined;
      return this.#memory.slice(text, tag);
    } finally {
      this.#wipe(tag + tagLength);
    }
  }

  hash(message: Uint8Array): Bytes {
    const { length } = message;
    try {
      this.#memory.set(message, this.#window);
      this.#exports.hash(length);
      return this.#memory.slice(this.#window, this.#window + digestLength);
    } finally {
      this.#wipe(this.#window + Math.max(length, digestLength));
    }
  }

  /**
   * Runs `work`, which calls the methods below and those of the lanes, in one stretch.
   */
  stretch<Result>(work: () => Result): Result {
    this.#start = this.#state;
    this.#end = this.#window + digestLength;
    try {
      return work();
    } finally {
      this.lanes?.wipe();
      this.#wipe(this.#end, this.#start);
    }
  }

  /** Puts in a state that was taken out, so that work can go on in a later stretch. */
  putState(state: Uint8Array, address = this.#state): void {
    this.#start = Math.min(this.#start, address);
    this.#memory.set(state, address);
  }

  takeState(state: Uint8Array, address = this.#state): void {
    state.set(this.#memory.subarray(address, address + state.length));
  }

  startMessage({ id }: AeadMode, key: Uint8Array, nonce: Uint8Array, tag: Uint8Array): void {
    this.#put(key);
    this.#put(nonce, keyLength);
    this.#put(tag, keyLength + nonce.length);
    this.#exports.aead_start(id);
  }

  absorbAd(piece: Uint8Array, last: boolean): void {
    this.#put(piece);
    this.#exports.aead_absorb_ad(piece.length, last ? 1 : 0);
  }

  readText(piece: Uint8Array, last: boolean): void {
    this.#put(piece);
    this.#exports.aead_read_text(piece.length, last ? 1 : 0);
  }

  /** In place. */
  cryptText(direction: Direction, piece: Uint8Array, last: boolean): void {
    this.#put(piece);
    if (direction === 'encrypt') this.#exports.aead_encrypt_text(piece.length, last ? 1 : 0);
    else this.#exports.aead_decrypt_text(piece.length, last ? 1 : 0);
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

  updateHash(piece: Uint8Array): void {
    this.#put(piece);
    this.#exports.hash_update(piece.length);
  }

  finishHash(): Bytes {
    this.#exports.hash_finish();
    const digest = new Uint8Array(digestLength);
    this.#take(digest);
    return digest;
  }

  #put(bytes: Uint8Array, offset = 0): void {
    const start = this.#window + offset;
    this.#end = Math.max(this.#end, start + bytes.length);
    this.#memory.set(bytes, start);
  }

  #take(bytes: Uint8Array): void {
    bytes.set(this.#memory.subarray(this.#window, this.#window + bytes.length));
  }

  /** Lays associated data || key || nonce || text into the window, so that nonce, text and tag are in a row. */
  #layIn({ key, nonce, ad, text }: Message): void {
    const memory = this.#memory;
    const keyOffset = this.#window + ad.length;
    memory.set(ad, this.#window);
    memory.set(key, keyOffset);
    memory.set(nonce, keyOffset + keyLength);
    memory.set(text, keyOffset + keyLength + nonce.length);
  }

  #wipe(end: number, start = this.#state): void {
    this.#memory.fill(0, start, end);
  }
}
