/** The exports of a module of Elephant as tests call them: messages as wholes and by pieces. */
import { ELEPHANT_NAMES, type ElephantName, elephantTagLength } from '../reference/elephant.js';

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

const keyLength = 16;
const nonceLength = 12;
const mostTagLength = 16;

export class ElephantModule {
  readonly memory: Uint8Array;
  readonly pieceLimit: number;
  readonly #exports: Exports;
  readonly #state: number;
  readonly #window: number;

  constructor(hex: string) {
    const module = new WebAssembly.Module(Buffer.from(hex, 'hex'));
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    this.memory = new Uint8Array(this.#exports.memory.buffer);
    this.pieceLimit = this.#exports.piece_limit();
    this.#state = this.#exports.state_address();
    this.#window = this.#exports.window_address();
  }

  /** The result ends with the tag. */
  encrypt(name: ElephantName, message: Message): Uint8Array {
    const { associatedData: ad, text } = message;
    this.#layIn(message);
    this.#exports.aead_encrypt(ELEPHANT_NAMES.indexOf(name), ad.length, text.length);
    return this.#textOut(ad.length, text.length + elephantTagLength(name));
  }

  /** Null if the message is not authentic. The window is then as it was. */
  decrypt(name: ElephantName, message: Message): Uint8Array | null {
    const { associatedData: ad, text } = message;
    const textLength = text.length - elephantTagLength(name);
    this.#layIn(message);
    if (this.#exports.aead_decrypt(ELEPHANT_NAMES.indexOf(name), ad.length, textLength) !== 0)
      return this.#textOut(ad.length, textLength);
    if (Buffer.compare(this.#textOut(ad.length, text.length), text) !== 0)
      throw new Error('the text of a message that is not authentic was worked on');
    return null;
  }

  /** By pieces of a length, of which the associated data has its own; between them nothing but the state is kept. */
  encryptByPieces(name: ElephantName, message: Message, pieceLength: number, adPieceLength = pieceLength): Uint8Array {
    const tagLength = elephantTagLength(name);
    const result = new Uint8Array(message.text.length + tagLength);
    result.set(message.text);
    this.#start(name, message, adPieceLength);
    this.#forPieces(result.subarray(0, -tagLength), pieceLength, (piece, last) => {
      this.#put(piece);
      this.#exports.aead_encrypt_text(piece.length, last);
      piece.set(this.#take(piece.length));
    });
    this.#exports.aead_tag();
    result.set(this.#take(tagLength), message.text.length);
    return result;
  }

  decryptByPieces(
    name: ElephantName,
    message: Message,
    pieceLength: number,
    adPieceLength = pieceLength,
  ): Uint8Array | null {
    const tagLength = elephantTagLength(name);
    const text = message.text.slice(0, -tagLength);
    this.#start(name, message, adPieceLength);
    this.#forPieces(text, pieceLength, (piece, last) => {
      this.#put(piece);
      this.#exports.aead_read_text(piece.length, last);
    });
    this.#put(message.text.subarray(-tagLength));
    if (this.#exports.aead_verify() === 0) return null;
    this.#forPieces(text, pieceLength, (piece, last) => {
      this.#put(piece);
      this.#exports.aead_decrypt_text(piece.length, last);
      piece.set(this.#take(piece.length));
    });
    return text;
  }

  /** Overwrites state and window, as the wrapper does after each call. */
  wipe(byte = 0): void {
    const end = this.#window + this.pieceLimit + keyLength + nonceLength + mostTagLength;
    this.memory.fill(byte, this.#state, end);
  }

  #start(name: ElephantName, { key, nonce, associatedData }: Message, adPieceLength: number): void {
    this.#put(key);
    this.#put(nonce, keyLength);
    this.#exports.aead_start(ELEPHANT_NAMES.indexOf(name));
    this.#forPieces(associatedData, adPieceLength, (piece, last) => {
      this.#put(piece);
      this.#exports.aead_absorb_ad(piece.length, last);
    });
  }

  #forPieces(string: Uint8Array, pieceLength: number, work: (piece: Uint8Array, last: boolean) => void): void {
    let at = 0;
    do {
      const end = Math.min(at + pieceLength, string.length);
      work(string.subarray(at, end), end === string.length);
      at = end;
      const state = this.memory.slice(this.#state, this.#state + this.#exports.aead_state_length());
      this.wipe(0x5a);
      this.memory.set(state, this.#state);
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
