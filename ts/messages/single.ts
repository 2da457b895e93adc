/** Encrypts or decrypts a message of any length: in one call of the engine if the message fits, otherwise in pieces. */
import { type Bytes, copyOf, type Detached, partOf, viewOf } from '../base/bytes.js';
import { fits, type Section } from '../engine/engine.js';
import type { Direction, Message, OutputFormat } from '../engine/message.js';
import { mostCopied } from '../runtime/event-loop.js';
import type { ListOperation } from './list.js';
import type { AeadMode } from './mode.js';
import { copyMessages } from './packing.js';
import { emptyBytes } from './request.js';
import { pieces, type Work } from './slicing.js';

/** The memory in which a result's text and tag are made. */
interface ResultMemory {
  readonly result: Bytes | Detached;
  readonly text: Uint8Array;
  readonly tag: Uint8Array;
  copied: number;
}

export const aeadOperation = (mode: AeadMode, direction: Direction): ListOperation => ({
  ...mode,
  direction,
  isHash: false,
  resultPlace: undefined,
  resultLength: ({ textLength }) =>
    Math.max(0, textLength + (direction === 'encrypt' ? mode.tagLength : -mode.tagLength)),
  whole: (section, message) => section.crypt(direction, mode, message, 'combined') as Bytes | undefined,
  alone: (message) => messageWork(mode, direction, message, 'combined') as Work<Bytes | undefined>,
});

/** The result is a new array, which the caller moves to an output, or undefined if the message is not authentic. */
export function messageWork(
  mode: AeadMode,
  direction: Direction,
  original: Message,
  format: OutputFormat,
): Work<Bytes | Detached | undefined> {
  const message: Message = { ...original, output: undefined };
  const total = message.adLength + message.textLength;
  let place: ResultMemory | undefined;
  let hasStarted = false;
  return {
    loader: mode.loader,
    total,
    state: 'aead',
    *steps(section) {
      hasStarted = true;
      if (fits(section, message)) return section.crypt(direction, mode, message, format);
      place = (direction === 'encrypt' ? placeOfCiphertext : placeOfPlaintext)(mode, message, format);
      if (!(yield* cryptPieces(section, mode, direction, message, place))) return undefined;
      const { result } = place;
      place = undefined;
      return result;
    },
    leftovers: () => (place ? [place.tag, viewOf(place.text, 0, place.copied)] : []),
    copyInputs(copies) {
      // Work that has started holds the key in its state, and a copy of a text that is not too long in the memory of the result.
      if (hasStarted) {
        if (total > mostCopied) return;
        const ad = copyOf(message.ad, message.adLength);
        copies.push(ad);
        message.ad = ad;
      } else {
        Object.assign(message, copyMessages([message], mode, total, copies).next().value);
      }
    },
  };
}

function placeOfCiphertext(
  { tagLength }: AeadMode,
  { nonce, textLength }: Message,
  format: OutputFormat,
): ResultMemory {
  if (format === 'detached') {
    const text = new Uint8Array(textLength);
    const tag = new Uint8Array(tagLength);
    return { result: { ciphertext: text, tag }, text, tag, copied: 0 };
  }
  const prefix = format === 'sealed' ? nonce : emptyBytes;
  const end = prefix.length + textLength;
  const result = new Uint8Array(end + tagLength);
  result.set(prefix);
  return { result, text: result.subarray(prefix.length, end), tag: result.subarray(end), copied: 0 };
}

function placeOfPlaintext({ tagLength }: AeadMode, { text: ciphertext, textLength, tag }: Message): ResultMemory {
  const end = tag ? textLength : textLength - tagLength;
  const text = new Uint8Array(end);
  const received = tag ?? partOf(ciphertext, end, textLength);
  return { result: text, text, tag: copyOf(received, tagLength), copied: 0 };
}

/** Encrypts or decrypts the text in its place, to which each piece is copied once. Returns false if the tag of a decryption is wrong. */
function* cryptPieces(
  section: Section,
  mode: AeadMode,
  direction: Direction,
  message: Message,
  place: ResultMemory,
): Generator<number, boolean> {
  const { text, tag } = place;
  const readsFirst = mode.readsTextFirst === direction;
  const share = readsFirst ? 0.5 : 1;
  const pass = function* (length: number, share: number, work: (start: number, end: number, last: boolean) => void) {
    for (const [start, end, last] of pieces(length, section.pieceLimit)) {
      work(start, end, last);
      // An empty piece makes no progress.
      if (end > 0) yield share * (end - start);
    }
  };
  const pieceOf = (start: number, end: number) => {
    copyUpTo(end);
    return text.subarray(start, end);
  };
  const copyUpTo = (end: number) => {
    if (end <= place.copied) return;
    text.set(partOf(message.text, place.copied, end), place.copied);
    place.copied = end;
  };
  if (message.adLength + message.textLength <= mostCopied) copyUpTo(text.length);
  section.startMessage(mode, message, tag);
  yield* pass(message.adLength, 1, (start, end, last) =>
    section.feed('aead_absorb_ad', partOf(message.ad, start, end), last),
  );
  if (readsFirst) {
    yield* pass(text.length, share, (start, end, last) => section.feed('aead_read_text', pieceOf(start, end), last));
    if (direction === 'decrypt' && !section.verifyTag(tag)) return false;
  }
  yield* pass(text.length, share, (start, end, last) => section.cryptText(direction, pieceOf(start, end), last));
  if (direction === 'decrypt') return readsFirst || section.verifyTag(tag);
  section.writeTag(tag);
  return true;
}
