/** Romulus-H of messages in memory. */
import { romulus as row } from '../../../suites.mjs';
import { type Bytes, checkBytes, copyOf, partOf } from '../../api/bytes.js';
import type { WorkOptions } from '../../api/platform.js';
import { readOptions } from '../../api/work-options.js';
import type { Engine } from '../../engine/engine.js';
import { digestLength, type Message } from '../../engine/message.js';
import { type BatchOperation, BatchWork } from '../../messages/batch.js';
import { none, readMany } from '../../messages/request.js';
import { pieces, runSliced, runToEnd, type Work } from '../../messages/slicing.js';
import { mostCopied, sliceBytes } from '../../runtime/event-loop.js';
import { romulus } from './modes.js';

/** The hash's lengths, in bytes. */
export interface HashParameters {
  /** 32 bytes. */
  readonly digestLength: number;
  /** 32 bytes: what one step of the hash takes in, and HMAC's block length. */
  readonly blockLength: number;
}

/** @internal */
export const blockLength = 32;

const parameters: HashParameters = { digestLength, blockLength };

/** @internal */
export interface HashPart {
  /** Of the parts before; undefined for the first. */
  readonly state: Uint8Array | undefined;
  readonly isLast: boolean;
}

const whole: HashPart = { state: undefined, isLast: true };

/**
 * The digest of a message, if this is all of it or its last part; else the state for the next part.
 *
 * @internal
 */
export function hashWork(given: Uint8Array, length: number, { state, isLast }: HashPart = whole): Work<Bytes> {
  let text = given;
  return {
    loader: romulus,
    total: length,
    sliceBytes,
    state: (section) => section.hashState,
    *steps(section) {
      if (!state && isLast && length <= section.pieceLimit) return section.hash(text, length);
      if (state) section.putState(state);
      else section.startHash();
      for (const [start, end] of pieces(length, section.pieceLimit)) {
        section.feed('hash_update', partOf(text, start, end));
        yield end;
      }
      if (isLast) return section.finishHash();
      const next = new Uint8Array(section.hashState.length);
      section.takeState(next);
      return next;
    },
    copyInputs(copies) {
      if (length > mostCopied) return;
      const copy = copyOf(text, length);
      copies.push(copy);
      text = copy;
    },
  };
}

/**
 * What is done with each of many messages.
 *
 * @internal
 */
export const hashOperation: BatchOperation = /* @__PURE__ */ operationOfHash();

function operationOfHash(): BatchOperation {
  return {
    ...row.hash,
    loader: romulus,
    keyLength: 0,
    nonceLength: 0,
    tagLength: 0,
    direction: 'encrypt',
    crypts: false,
    placeOf: undefined,
    resultLength: () => digestLength,
    whole: (section, { text, textLength }) => section.hash(text, textLength),
    alone: ({ text, textLength }) => hashWork(text, textLength),
  };
}

/** @internal */
export const readMessages = (list: readonly Uint8Array[]): Message[] =>
  readMany('messages', list, (text, at) => {
    const textLength = checkBytes(at.slice(0, -1), text);
    return messageToHash(text, textLength);
  });

const messageToHash = (text: Uint8Array, textLength: number): Message => ({
  key: none,
  nonce: none,
  ad: none,
  adLength: 0,
  text,
  textLength,
  tag: undefined,
  output: undefined,
});

const manyWork = (list: readonly Uint8Array[]) => new BatchWork<Bytes[]>(hashOperation, readMessages(list));

async function hash(message: Uint8Array, options?: WorkOptions): Promise<Bytes> {
  const read = readOptions(options);
  const length = checkBytes('message', message);
  const engine = romulus.loaded();
  if (!engine || length > engine.pieceLimit) return runSliced(hashWork(message, length), read);
  return engine.section((section) => section.hash(message, length));
}

/** @internal */
export const hashManySync = (engine: Engine) => (messages: readonly Uint8Array[]) =>
  runToEnd(engine, manyWork(messages));

/**
 * Romulus-H of a message of any length: 32 bytes. Rejects with a {@link ByteTypeError} if the message is not a
 * `Uint8Array`, a {@link LoadError} if the module cannot be loaded, the signal's reason if it is aborted. About 121 bits of
 * security against collisions and preimages. As in "Romulus v1.3":
 * docs/algorithms/romulus.md, 6.
 *
 * @example
 * import { romulusH } from 'romulus-wasm';
 *
 * const digest = await romulusH(new TextEncoder().encode('hello'));
 */
export const romulusH: ((message: Uint8Array, options?: WorkOptions) => Promise<Bytes>) & HashParameters =
  /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.assign(hash, parameters));

/** @internal */
export const romulusHSync = (engine: Engine): ((message: Uint8Array) => Bytes) & HashParameters =>
  Object.freeze(
    Object.assign((message: Uint8Array) => {
      const length = checkBytes('message', message);
      return length <= engine.pieceLimit
        ? engine.section((section) => section.hash(message, length))
        : runToEnd(engine, hashWork(message, length));
    }, parameters),
  );

/**
 * Romulus-H of many messages, with SIMD side by side; the digests, 32 bytes each, in the same order. An error in one message rejects the whole call before any work,
 * and names its index.
 *
 * @example
 * import { hashMany } from 'romulus-wasm';
 *
 * const [a, b] = await hashMany([new Uint8Array([1]), new Uint8Array([2])]);
 */
export async function hashMany(messages: readonly Uint8Array[], options?: WorkOptions): Promise<Bytes[]> {
  const read = readOptions(options);
  return runSliced(manyWork(messages), read);
}
