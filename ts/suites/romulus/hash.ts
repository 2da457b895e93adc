/** Romulus-H of messages in memory. */
import { type Bytes, checkBytes, copyOf, partOf } from '../../api/bytes.js';
import type { CheckedOptions } from '../../api/options.js';
import type { WorkOptions } from '../../api/platform.js';
import type { Engine } from '../../engine/engine.js';
import { digestLength, type Message } from '../../engine/message.js';
import type { BatchOperation } from '../../messages/batch.js';
import { type Job, localRunner, type ManyJob, manyJob, type Runner, runJob } from '../../messages/job.js';
import { emptyBytes, readMany } from '../../messages/request.js';
import { pieces, runSliced, runToEnd, type Work } from '../../messages/slicing.js';
import { mostCopied, sliceBytes } from '../../runtime/event-loop.js';
import { romulus as row } from '../table.js';
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
  /** The state behind the parts before; undefined for the first. */
  readonly state: Uint8Array | undefined;
  readonly isLast: boolean;
}

const whole: HashPart = { state: undefined, isLast: true };

/** @internal The digest of a message, if this is all of it or its last part; else the state for the next part. */
export function hashWork(message: Uint8Array, length: number, { state, isLast }: HashPart = whole): Work<Bytes> {
  let text = message;
  return {
    loader: romulus,
    total: length,
    sliceBytes,
    state: 'hashState',
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
    // The digest and the state are made by the last step.
    leftovers: () => [],
    copyInputs(copies) {
      if (length > mostCopied) return;
      const copy = copyOf(text, length);
      copies.push(copy);
      text = copy;
    },
  };
}

/** @internal Hashes a message or a part of one, for its digest or for the state behind it. */
export interface HashJob extends Job<Bytes> {
  readonly kind: 'hash';
  readonly text: Uint8Array;
  readonly length: number;
  readonly part: HashPart;
}

/** @internal */
export const hashJob = (text: Uint8Array, length: number, part = whole): HashJob => ({
  kind: 'hash',
  text,
  length,
  part,
  run: runHash,
});

function runHash(this: HashJob, options: CheckedOptions): Bytes | Promise<Bytes> {
  const { text, length, part } = this;
  const { engine } = romulus;
  if (engine && !part.state && part.isLast && length <= engine.pieceLimit)
    return engine.section((section) => section.hash(text, length));
  return runSliced(hashWork(text, length, part), options);
}

/** @internal */
export const hashOperation: BatchOperation = /* @__PURE__ */ operationOfHash();

function operationOfHash(): BatchOperation {
  return {
    ...row.hash,
    loader: romulus,
    keyLength: 0,
    nonceLength: 0,
    tagLength: 0,
    direction: 'encrypt',
    isHash: true,
    resultPlace: undefined,
    resultLength: () => digestLength,
    whole: (section, { text, textLength }) => section.hash(text, textLength),
    alone: ({ text, textLength }) => hashWork(text, textLength),
  };
}

const messageToHash = (text: Uint8Array, at: string): Message => ({
  key: emptyBytes,
  nonce: emptyBytes,
  ad: emptyBytes,
  adLength: 0,
  text,
  textLength: checkBytes(at.slice(0, -1), text),
  tag: undefined,
  output: undefined,
});

/** @internal */
export const hashManyJob = (list: readonly Uint8Array[]): ManyJob =>
  manyJob(hashOperation, readMany('messages', list, messageToHash));

type Hash = ((message: Uint8Array, options?: WorkOptions) => Promise<Bytes>) & HashParameters;

const wholeJob = (message: Uint8Array): HashJob => hashJob(message, checkBytes('message', message));

/** @internal */
export const hashWith = (runner: Runner): Hash =>
  Object.freeze(
    Object.assign(
      (message: Uint8Array, options?: WorkOptions) => runJob(runner, wholeJob, message, options),
      parameters,
    ),
  );

/** @internal */
export const hashManyWith = (runner: Runner, messages: readonly Uint8Array[], options?: WorkOptions) =>
  runJob(runner, hashManyJob, messages, options) as Promise<Bytes[]>;

/**
 * Romulus-H of a message of any length: 32 bytes. Rejects with a {@link ByteTypeError} if the message is not a `Uint8Array`, a
 * {@link LoadError}, the signal's reason. About 121 bits of security against collisions and preimages. As in "Romulus v1.3":
 * docs/algorithms/romulus.md, 6.
 * @example
 * import { romulusH } from 'romulus-wasm';
 * const digest = await romulusH(new TextEncoder().encode('hello'));
 */
export const romulusH: ((message: Uint8Array, options?: WorkOptions) => Promise<Bytes>) & HashParameters =
  /* @__PURE__ */ hashWith(localRunner);

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
 * Romulus-H of many messages, with SIMD side by side; the digests, 32 bytes each, in the same order. An error in one message rejects the
 * whole call before any work, and names its index.
 * @example
 * import { hashMany } from 'romulus-wasm';
 * const [a, b] = await hashMany([new Uint8Array([1]), new Uint8Array([2])]);
 */
export const hashMany = (messages: readonly Uint8Array[], options?: WorkOptions): Promise<Bytes[]> =>
  hashManyWith(localRunner, messages, options);
