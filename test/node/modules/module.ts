/** The exports of a suite's module as tests call them: messages as wholes and by pieces. */
import type { EngineExports } from '../../../ts/engine/engine.js';
import { keyLength } from '../../../ts/engine/message.js';
import { bytesOf } from '../../../ts/engine/module-text.js';
import { concatenate } from '../../reference/bytes.js';
import type { SuiteMode } from '../../reference/suites.js';

export interface Message {
  key: Uint8Array;
  nonce: Uint8Array;
  associatedData: Uint8Array;
  /** To decrypt, with the tag behind it. */
  text: Uint8Array;
}

export class SuiteModule {
  readonly exports: EngineExports;
  readonly memory: Uint8Array;
  readonly pieceLimit: number;
  readonly #state: number;
  readonly #window: number;
  readonly #windowLength: number;

  constructor(text: string, modes: SuiteMode[]) {
    const module = new WebAssembly.Module(bytesOf(text));
    this.exports = new WebAssembly.Instance(module).exports as unknown as EngineExports;
    this.memory = new Uint8Array(this.exports.memory.buffer);
    this.pieceLimit = this.exports.piece_limit();
    this.#state = this.exports.state_address();
    this.#window = this.exports.window_address();
    const besides = modes.map(({ nonceLength, tagLength }) => keyLength + nonceLength + tagLength);
    this.#windowLength = this.pieceLimit + Math.max(...besides);
  }

  /** The result ends with the tag. */
  encrypt({ id, tagLength }: SuiteMode, message: Message): Uint8Array {
    const { associatedData, text } = message;
    const start = this.#layIn(message);
    this.exports.aead_encrypt(id, associatedData.length, text.length);
    return this.memory.slice(start, start + text.length + tagLength);
  }

  /** Null if the message is not authentic. The window is then as it was, where the mode reads the text first. */
  decrypt({ id, tagLength, readsTextFirst }: SuiteMode, message: Message): Uint8Array | null {
    const { associatedData, text } = message;
    const length = text.length - tagLength;
    const start = this.#layIn(message);
    if (this.exports.aead_decrypt(id, associatedData.length, length) !== 0)
      return this.memory.slice(start, start + length);
    if (readsTextFirst !== 'decrypt') return null;
    if (Buffer.compare(this.memory.subarray(start, start + text.length), text) !== 0)
      throw new Error('the text of a message that is not authentic was worked on');
    return null;
  }

  /** By pieces of a length, of which the associated data has its own; between them nothing but the state is kept. */
  encryptByPieces(mode: SuiteMode, message: Message, pieceLength: number, adPieceLength = pieceLength): Uint8Array {
    const text = message.text.slice();
    this.#start(mode, message, adPieceLength);
    if (mode.readsTextFirst === 'encrypt') this.#feed('aead_read_text', text, pieceLength);
    this.#feed('aead_encrypt_text', text, pieceLength);
    this.exports.aead_tag();
    return concatenate([text, this.#take(mode.tagLength)]);
  }

  decryptByPieces(
    mode: SuiteMode,
    message: Message,
    pieceLength: number,
    adPieceLength = pieceLength,
  ): Uint8Array | null {
    const text = message.text.slice(0, -mode.tagLength);
    const tag = message.text.subarray(-mode.tagLength);
    const isAuthentic = () => {
      this.#put(tag);
      return this.exports.aead_verify() !== 0;
    };
    this.#start(mode, message, adPieceLength, tag);
    const readsFirst = mode.readsTextFirst === 'decrypt';
    if (readsFirst) {
      this.#feed('aead_read_text', text, pieceLength);
      if (!isAuthentic()) return null;
    }
    this.#feed('aead_decrypt_text', text, pieceLength);
    return readsFirst || isAuthentic() ? text : null;
  }

  /** Overwrites state and window, as the wrapper does after each call. */
  wipe(byte = 0): void {
    this.memory.fill(byte, this.#state, this.#window + this.#windowLength);
  }

  /** The tag of a message to decrypt is there from the start, as some modes begin with it. */
  #start(
    { id }: SuiteMode,
    { key, nonce, associatedData }: Message,
    adPieceLength: number,
    tag: Uint8Array = new Uint8Array(0),
  ): void {
    this.#put(key);
    this.#put(nonce, keyLength);
    this.#put(tag, keyLength + nonce.length);
    this.exports.aead_start(id);
    this.#feed('aead_absorb_ad', associatedData, adPieceLength);
  }

  /** Gives a string to an export by pieces; what a piece is encrypted or decrypted to takes its place. */
  #feed(
    work: 'aead_absorb_ad' | 'aead_read_text' | 'aead_encrypt_text' | 'aead_decrypt_text',
    string: Uint8Array,
    pieceLength: number,
  ): void {
    let at = 0;
    do {
      const piece = string.subarray(at, at + pieceLength);
      at += pieceLength;
      this.#put(piece);
      this.exports[work](piece.length, at < string.length ? 0 : 1);
      if (work.endsWith('crypt_text')) piece.set(this.#take(piece.length));
      const state = this.memory.slice(this.#state, this.#state + this.exports.aead_state_length());
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

  /** Gives where the text begins. */
  #layIn({ key, nonce, associatedData, text }: Message): number {
    const textOffset = associatedData.length + keyLength + nonce.length;
    this.#put(associatedData);
    this.#put(key, associatedData.length);
    this.#put(nonce, associatedData.length + keyLength);
    this.#put(text, textOffset);
    return this.#window + textOffset;
  }
}
