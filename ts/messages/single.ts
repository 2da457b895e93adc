/** Encrypting and decrypting a message of any length: in one call of the engine if it fits, else piece by piece. */

import { type Bytes, copyOf, partOf } from '../api/bytes.js';
import { AuthenticationError } from '../api/errors.js';
import { combined, type OutputFormat } from '../api/output-format.js';
import type { ReadOptions } from '../api/work-options.js';
import type { Engine, Section } from '../engine/engine.js';
import type { Direction, Message } from '../engine/message.js';
import { mostCopied, sliceBytes } from '../runtime/event-loop.js';
import type { BatchOperation } from './batch.js';
import type { AeadMode } from './mode.js';
import { pack, packKeys, unpack } from './packing.js';
import { moveSteps, pieces, runSliced, runToEnd, type Work, wipeSteps } from './slicing.js';

/** A message that fits is computed here and now; its options, read already, do not matter to it. */
export async function encrypt<Result>(
  options: ReadOptions,
  mode: AeadMode,
  message: Message,
  format: OutputFormat<Result>,
): Promise<Result> {
  const engine = mode.loader.loaded();
  if (!engine?.fits(message)) return runSliced(encryptWork(mode, message, format), options);
  return engine.section((section) => section.encrypt(mode, message, format));
}

/** The same; rejects with an AuthenticationError if the message is not authentic. */
export async function decrypt(options: ReadOptions, mode: AeadMode, message: Message): Promise<Bytes> {
  const engine = mode.loader.loaded();
  if (!engine?.fits(message)) return authentic(await runSliced(decryptWork(mode, message), options));
  return authentic(engine.section((section) => section.decrypt(mode, message)));
}

export const encryptSync = <Result>(
  engine: Engine,
  mode: AeadMode,
  message: Message,
  format: OutputFormat<Result>,
): Result =>
  engine.fits(message)
    ? engine.section((section) => section.encrypt(mode, message, format))
    : runToEnd(engine, encryptWork(mode, message, format));

export const decryptSync = (engine: Engine, mode: AeadMode, message: Message): Bytes =>
  authentic(
    engine.fits(message)
      ? engine.section((section) => section.decrypt(mode, message))
      : runToEnd(engine, decryptWork(mode, message)),
  );

export function authentic(plaintext: Bytes | undefined): Bytes {
  if (plaintext === undefined) throw new AuthenticationError();
  return plaintext;
}

export function encryptWork<Result>(mode: AeadMode, given: Message, format: OutputFormat<Result>): Work<Result> {
  return messageWork(mode, given, function* (section, message) {
    if (section.fits(message)) return section.encrypt(mode, message, format);
    const { result, text, tag } = format.allocate(message.nonce, message.textLength, mode.tagLength);
    yield* cryptPieces(section, mode, 'encrypt', message, { text, tag });
    return (yield* moveSteps(result as Bytes, message.output)) as Result;
  });
}

/** The result is undefined if the message is not authentic. */
export function decryptWork(mode: AeadMode, given: Message): Work<Bytes | undefined> {
  return messageWork(mode, given, function* (section, message) {
    if (section.fits(message)) return section.decrypt(mode, message);
    const { text: ciphertext, textLength, tag: received } = message;
    const end = received ? textLength : textLength - mode.tagLength;
    const tag = copyOf(received ?? partOf(ciphertext, end, textLength), mode.tagLength);
    const text = new Uint8Array(end);
    const authentic = yield* cryptPieces(section, mode, 'decrypt', message, { text, tag });
    return authentic ? yield* moveSteps(text, message.output) : undefined;
  });
}

/** What is done with each of many messages. */
export const aeadOperation = (mode: AeadMode, direction: Direction): BatchOperation => ({
  ...mode,
  direction,
  crypts: true,
  placeOf: undefined,
  resultLength: ({ textLength }) => textLength + (direction === 'encrypt' ? mode.tagLength : -mode.tagLength),
  whole: (section, message) =>
    direction === 'encrypt' ? section.encrypt(mode, message, combined) : section.decrypt(mode, message),
  alone: (message) => (direction === 'encrypt' ? encryptWork(mode, message, combined) : decryptWork(mode, message)),
});

function messageWork<Result>(
  mode: AeadMode,
  given: Message,
  steps: (section: Section, message: Message) => Generator<number, Result>,
): Work<Result> {
  const message = { ...given };
  const total = message.adLength + message.textLength;
  let started = false;
  return {
    loader: mode.loader,
    total,
    sliceBytes,
    state: (section) => section.aeadState,
    steps(section) {
      started = true;
      return steps(section, message);
    },
    copyInputs(copies) {
      // Work that has started holds the rest already: the key in its state, a text that is not too long where the
      // result is made.
      if (started) {
        if (total > mostCopied) return;
        const ad = copyOf(message.ad, message.adLength);
        copies.push(ad);
        message.ad = ad;
      } else if (total > mostCopied) {
        const packed = packKeys([message], mode);
        copies.push(packed.bytes);
        const { key, nonce, text: tag } = unpack(packed, mode).next().value as Message;
        Object.assign(message, { key, nonce, tag: message.tag && tag });
      } else {
        const packed = pack([message], mode);
        copies.push(packed.bytes);
        Object.assign(message, unpack(packed, mode).next().value, { output: message.output });
      }
    },
  };
}

/**
 * Copies the message's text to `text`, at once or, if that would take too long, each piece when it is first read, and
 * works it there: what is encrypted or decrypted is what was authenticated, whatever happens to the caller's array.
 * Encryption writes `tag`; decryption checks it, and is false if it is wrong. Unless all ends well, `text` is wiped.
 */
function* cryptPieces(
  section: Section,
  mode: AeadMode,
  direction: Direction,
  message: Message,
  { text, tag }: { text: Uint8Array; tag: Uint8Array },
): Generator<number, boolean> {
  const readsFirst = mode.readsTextFirst === direction;
  let isGood = false;
  let done = 0;
  let copied = 0;
  const copyUpTo = (end: number) => {
    if (end <= copied) return;
    text.set(partOf(message.text, copied, end), copied);
    copied = end;
  };
  try {
    if (message.adLength + message.textLength <= mostCopied) copyUpTo(text.length);
    section.startMessage(mode, message, tag);
    for (const [start, end, last] of pieces(message.adLength, section.pieceLimit)) {
      section.feed('aead_absorb_ad', partOf(message.ad, start, end), last);
      done = end;
      // Nothing is done by an empty piece.
      if (done > 0) yield done;
    }
    if (readsFirst) {
      for (const [start, end, last] of pieces(text.length, section.pieceLimit)) {
        copyUpTo(end);
        section.feed('aead_read_text', text.subarray(start, end), last);
        yield done + end / 2;
      }
      done += text.length / 2;
      if (direction === 'decrypt' && !section.verifyTag(tag)) return false;
    }
    for (const [start, end, last] of pieces(text.length, section.pieceLimit)) {
      copyUpTo(end);
      section.cryptText(direction, text.subarray(start, end), last);
      yield done + (readsFirst ? end / 2 : end);
    }
    if (direction === 'encrypt') section.writeTag(tag);
    isGood = direction === 'encrypt' || readsFirst || section.verifyTag(tag);
    return isGood;
  } finally {
    if (!isGood) yield* wipeSteps(text.subarray(0, copied));
  }
}
