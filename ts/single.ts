/** Encrypting and decrypting a message of any length: in one call of the engine if it fits, else piece by piece. */

import type { BatchOperation } from './batch.js';
import { type Bytes, copyOf, viewOf } from './bytes.js';
import type { Engine } from './engine/engine.js';
import type { Direction, Message } from './engine/message.js';
import { AuthenticationError } from './errors.js';
import { sliceBytes } from './event-loop.js';
import type { AeadMode } from './mode.js';
import { combined, type OutputFormat } from './output-format.js';
import { pack, unpack } from './packing.js';
import { pieces, runSliced, runToEnd, type Work } from './slicing.js';
import type { ReadOptions } from './work-options.js';

/** A message that fits is computed here and now; its options, read already, do not matter to it. */
export async function encrypt<Result>(
  options: ReadOptions,
  mode: AeadMode,
  message: Message,
  format: OutputFormat<Result>,
): Promise<Result> {
  const engine = mode.loader.loaded();
  if (!engine?.fits(message)) return runSliced(encryptWork(mode, message, format), options);
  return engine.encrypt(mode, message, format);
}

/** The same; rejects with an AuthenticationError if the message is not authentic. */
export async function decrypt(options: ReadOptions, mode: AeadMode, message: Message): Promise<Bytes> {
  const engine = mode.loader.loaded();
  if (!engine?.fits(message)) return authentic(await runSliced(decryptWork(mode, message), options));
  return authentic(engine.decrypt(mode, message));
}

export const encryptSync = <Result>(
  engine: Engine,
  mode: AeadMode,
  message: Message,
  format: OutputFormat<Result>,
): Result =>
  engine.fits(message) ? engine.encrypt(mode, message, format) : runToEnd(engine, encryptWork(mode, message, format));

export const decryptSync = (engine: Engine, mode: AeadMode, message: Message): Bytes =>
  authentic(engine.fits(message) ? engine.decrypt(mode, message) : runToEnd(engine, decryptWork(mode, message)));

export function authentic(plaintext: Bytes | undefined): Bytes {
  if (plaintext === undefined) throw new AuthenticationError();
  return plaintext;
}

export function encryptWork<Result>(mode: AeadMode, given: Message, format: OutputFormat<Result>): Work<Result> {
  return messageWork(mode, given, function* (engine, message) {
    if (engine.fits(message)) return engine.encrypt(mode, message, format);
    const { result, text, tag } = format.allocate(message.nonce, message.textLength, mode.tagLength);
    text.set(viewOf(message.text, 0, message.textLength));
    yield* cryptPieces(engine, mode, 'encrypt', message, { text, tag });
    return result;
  });
}

/** The result is undefined if the message is not authentic. */
export function decryptWork(mode: AeadMode, given: Message): Work<Bytes | undefined> {
  return messageWork(mode, given, function* (engine, message) {
    if (engine.fits(message)) return engine.decrypt(mode, message);
    const { text: ciphertext, textLength, tag: received } = message;
    const end = received ? textLength : textLength - mode.tagLength;
    const tag = copyOf(received ?? viewOf(ciphertext, end, textLength), mode.tagLength);
    const text = copyOf(ciphertext, end);
    const authentic = yield* cryptPieces(engine, mode, 'decrypt', message, { text, tag });
    return authentic ? text : undefined;
  });
}

/** What is done with each of many messages. */
export const aeadOperation = (mode: AeadMode, direction: Direction): BatchOperation => ({
  ...mode,
  direction,
  crypts: true,
  placeOf: undefined,
  resultLength: ({ textLength }) => textLength + (direction === 'encrypt' ? mode.tagLength : -mode.tagLength),
  whole: (engine, message) =>
    direction === 'encrypt' ? engine.encrypt(mode, message, combined) : engine.decrypt(mode, message),
  alone: (message) => (direction === 'encrypt' ? encryptWork(mode, message, combined) : decryptWork(mode, message)),
});

function messageWork<Result>(
  mode: AeadMode,
  given: Message,
  steps: (engine: Engine, message: Message) => Generator<number, Result>,
): Work<Result> {
  const message = { ...given };
  let started = false;
  return {
    loader: mode.loader,
    total: message.adLength + message.textLength,
    sliceBytes,
    state: (engine) => engine.aeadState,
    steps(engine) {
      started = true;
      return steps(engine, message);
    },
    copyInputs(copies) {
      // Work that has started holds the rest already: the key in its state, the text where the result is made.
      if (started) {
        const ad = copyOf(message.ad, message.adLength);
        copies.push(ad);
        message.ad = ad;
      } else {
        const packed = pack([message], mode);
        copies.push(packed.bytes);
        Object.assign(message, unpack(packed, mode).next().value);
      }
    },
  };
}

/**
 * Works `text` in place. Encryption writes `tag`; decryption checks it, and is false if it is wrong. Unless all ends well, `text` is
 * wiped.
 */
function* cryptPieces(
  engine: Engine,
  mode: AeadMode,
  direction: Direction,
  message: Message,
  { text, tag }: { text: Uint8Array; tag: Uint8Array },
): Generator<number, boolean> {
  const readsFirst = mode.readsTextFirst === direction;
  let isGood = false;
  let done = 0;
  try {
    engine.startMessage(mode, message, tag);
    for (const [start, end, last] of pieces(message.adLength, engine.pieceLimit)) {
      engine.feed('aead_absorb_ad', viewOf(message.ad, start, end), last);
      done = end;
      // Nothing is done by an empty piece.
      if (done > 0) yield done;
    }
    if (readsFirst) {
      for (const [start, end, last] of pieces(text.length, engine.pieceLimit)) {
        engine.feed('aead_read_text', text.subarray(start, end), last);
        yield done + end / 2;
      }
      done += text.length / 2;
      if (direction === 'decrypt' && !engine.verifyTag(tag)) return false;
    }
    for (const [start, end, last] of pieces(text.length, engine.pieceLimit)) {
      engine.cryptText(direction, text.subarray(start, end), last);
      yield done + (readsFirst ? end / 2 : end);
    }
    if (direction === 'encrypt') engine.writeTag(tag);
    isGood = direction === 'encrypt' || readsFirst || engine.verifyTag(tag);
    return isGood;
  } finally {
    if (!isGood) text.fill(0);
  }
}
