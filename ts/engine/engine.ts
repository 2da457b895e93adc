/** An instance of the module. Its memory holds data only during a section. No caller's code runs in a section. */
import { type Bytes, bytesForSecret, copyInto, copyOut, type Detached } from '../base/bytes.js';
import { UsageError } from '../base/errors.js';
import type { WebAssemblyModule } from '../base/platform.js';
import type { ModeRow } from '../suites/table.js';
import { type Lanes, lanesOf } from './lane-memory.js';
import { type EngineExports, mapOf } from './memory-map.js';
import { type Direction, digestLength, keyLength, type Message, type OutputFormat } from './message.js';

type Reading = 'aead_absorb_ad' | 'aead_read_text' | `aead_${Direction}_text` | 'hash_update';

type StatePlace = Readonly<Record<'address' | 'length', number>>;

/** True if a message fits into one call. A longer message is processed in pieces. */
export const fits = ({ pieceLimit }: Engine | Section, { adLength, textLength }: Message): boolean =>
  adLength + textLength <= pieceLimit;

export type Engine = ReturnType<typeof engineOf>;

export function engineOf(functions: EngineExports, module: WebAssemblyModule) {
  const section = sectionOf(functions);
  let isBusy = false;
  function open(): void {
    if (isBusy) throw new UsageError('this call came in the middle of another');
    // The end of the section makes this call too, from a frame with more room. A stack that is too short for it ends here.
    section.wipe();
    section.begin();
    isBusy = true;
  }
  return {
    module,
    /** The most bytes of associated data and text together that one call processes. */
    pieceLimit: section.pieceLimit,
    /**
     * Runs `work` in a section. If the caller's code calls this method during another section, it throws a UsageError and leaves the memory
     * unchanged.
     */
    section<Result>(work: (section: Section) => Result): Result {
      open();
      try {
        return work(section);
      } finally {
        // This assignment needs no stack. If the caller's stack still ends in `wipe`, the next section wipes first.
        isBusy = false;
        section.wipe();
      }
    },
    /** Runs `crypt` in its own section. This method avoids a closure, which would cost noticeable time for short messages. */
    crypt(direction: Direction, mode: ModeRow, message: Message, format: OutputFormat): Bytes | Detached | undefined {
      open();
      try {
        return section.crypt(direction, mode, message, format);
      } finally {
        isBusy = false;
        section.wipe();
      }
    },
  };
}

export type Section = ReturnType<typeof sectionOf>;

/** The operations in a section of an engine. Only these and the lanes touch the memory. */
function sectionOf(functions: EngineExports) {
  const memory = new Uint8Array(functions.memory.buffer);
  const [state, window, pieceLimit, aeadStateLength, hashStateLength, ...lanesMap] = mapOf(functions);
  const lanes: Lanes | undefined = lanesMap[0] ? lanesOf(functions, lanesMap) : undefined;
  const listStart = lanesMap[1] || state;
  /** The bytes to wipe at the end of the section. */
  let start = state;
  let end = 0;
  /**
   * The view of the memory that was copied out last. Messages of equal length often follow each other, and making a view takes as long as
   * copying its bytes.
   */
  let part = memory;

  /** Notes how far the section writes. Call this before each write: if the write fails in the middle, `wipe` still covers it. */
  function reach(to: number): void {
    if (to > end) end = to;
  }

  /** Copies a piece into the window. The piece is this package's own view or array, so its length does not change. */
  function put(piece: Uint8Array): void {
    reach(window + piece.length);
    memory.set(piece, window);
  }

  function take(bytes: Uint8Array): void {
    bytes.set(memory.subarray(window, window + bytes.length));
  }

  /** Copies associated data || key || nonce || text into the window. In this order, nonce, text and tag form one sealed message. */
  function layIn({ key, nonce, ad, adLength, text, textLength }: Message, nonceAt: number, textAt: number): void {
    if (adLength > 0) copyInto(memory, window, ad, adLength);
    copyInto(memory, nonceAt - keyLength, key, keyLength);
    copyInto(memory, nonceAt, nonce, textAt - nonceAt);
    copyInto(memory, textAt, text, textLength);
  }

  function handOut(from: number, to: number, output: Uint8Array): Bytes {
    if (part.byteOffset !== from || part.length !== to - from) part = memory.subarray(from, to);
    return copyOut(part, output);
  }

  function feed(reads: Reading, piece: Uint8Array, last = false): void {
    put(piece);
    functions[reads](piece.length, last ? 1 : 0);
  }

  return {
    pieceLimit,
    /** The places of the states that the module keeps between two steps. In a module with lanes, the state of a list includes the lanes. */
    states: {
      aead: { address: state, length: aeadStateLength },
      hash: { address: state, length: hashStateLength },
      list: { address: listStart, length: window - listStart },
    },
    /** The lanes. Only modules with SIMD have lanes. */
    lanes,
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
      const nonce = window + adLength + keyLength;
      const text = nonce + nonceLength;
      const tag = text + textLength;
      const end = tag + tagLength;
      reach(end);
      layIn(message, nonce, text);
      if (isEncryption) {
        functions.aead_encrypt(id, adLength, textLength);
        if (format === 'detached') return { ciphertext: memory.slice(text, tag), tag: memory.slice(tag, end) };
        if (format === 'sealed') return memory.slice(nonce, end);
        return output ? handOut(text, end, output) : memory.slice(text, end);
      }
      if (ownTag) copyInto(memory, tag, ownTag, tagLength);
      if (functions.aead_decrypt(id, adLength, textLength) === 0) return undefined;
      return output ? handOut(text, tag, output) : memory.slice(text, tag);
    },
    hash(message: Uint8Array, length: number): Bytes {
      reach(window + length);
      copyInto(memory, window, message, length);
      functions.hash(length);
      return memory.slice(window, window + digestLength);
    },
    begin(): void {
      end = window + digestLength;
    },
    wipe(): void {
      if (end === 0) return;
      lanes?.wipe();
      memory.fill(0, start, end);
      start = state;
      end = 0;
    },
    /** Restores a state that `takeState` saved, so that work can continue in a later section. */
    putState(saved: Uint8Array, { address }: StatePlace): void {
      start = Math.min(start, address);
      memory.set(saved, address);
    },
    takeState(saved: Uint8Array, { address }: StatePlace): void {
      saved.set(memory.subarray(address, address + saved.length));
    },
    startMessage({ id, nonceLength, tagLength }: ModeRow, { key, nonce }: Message, tag: Uint8Array): void {
      const nonceAt = window + keyLength;
      const tagAt = nonceAt + nonceLength;
      reach(tagAt + tagLength);
      copyInto(memory, window, key, keyLength);
      copyInto(memory, nonceAt, nonce, nonceLength);
      memory.set(tag, tagAt);
      functions.aead_start(id);
    },
    feed,
    cryptText(direction: Direction, piece: Uint8Array, last: boolean): void {
      feed(`aead_${direction}_text`, piece, last);
      take(piece);
    },
    writeTag(tag: Uint8Array): void {
      functions.aead_tag();
      take(tag);
    },
    verifyTag(tag: Uint8Array): boolean {
      put(tag);
      return functions.aead_verify() !== 0;
    },
    startHash: (): void => functions.hash_start(),
    finishHash(): Bytes {
      functions.hash_finish();
      const digest = bytesForSecret(digestLength);
      take(digest);
      return digest;
    },
  };
}
