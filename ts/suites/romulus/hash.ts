/** Romulus-H of messages in memory. */
import { type Bytes, checkBytes, copyOf, partOf } from '../../base/bytes.js';
import type { WorkOptions } from '../../base/platform.js';
import type { Engine, Section } from '../../engine/engine.js';
import { digestLength, type Message } from '../../engine/message.js';
import { type Job, localRunner, type ManyJob, manyJob, type Runner, runJob, runManySync } from '../../messages/job.js';
import type { ListOperation } from '../../messages/list.js';
import { emptyBytes, readMany } from '../../messages/request.js';
import { pieces, runSliced, runToEnd, type Work } from '../../messages/slicing.js';
import { mostCopied } from '../../runtime/event-loop.js';
import { romulus as row } from '../table.js';
import { romulus } from './modes.js';

/** The hash's lengths, in bytes. */
export interface HashParameters {
  /** 32 bytes. */
  readonly digestLength: number;
  /** 32 bytes: the input of one step of the hash, and HMAC's block length. */
  readonly blockLength: number;
}

/** @internal */
export const blockLength = 32;

const withParameters = <Hash extends object>(hash: Hash): Hash & HashParameters =>
  Object.freeze(Object.assign(hash, { digestLength, blockLength }));

/** @internal */
export interface HashPart {
  /** The state after the earlier parts. Undefined for the first part. */
  readonly state: Uint8Array | undefined;
  readonly isLast: boolean;
}

const whole: HashPart = { state: undefined, isLast: true };

/** @internal A caller's input or its copy, with the length that was checked. */
export interface Input {
  bytes: Uint8Array;
  readonly length: number;
}

/** @internal Replaces inputs by copies, in their order, until the copies reach `mostCopied` bytes. */
export function copyInOrder(inputs: readonly Input[], copies: Bytes[]): void {
  let left = mostCopied;
  for (const input of inputs) {
    left -= input.length;
    if (left < 0) return;
    input.bytes = copyOf(input.bytes, input.length);
    copies.push(input.bytes as Bytes);
  }
}

/** @internal Hashes a message or a part of one. The result is the digest after the last part, otherwise the state for the next. */
export function hashWork(message: Uint8Array, length: number, { state, isLast }: HashPart = whole): Work<Bytes> {
  const input: Input = { bytes: message, length };
  return {
    loader: romulus,
    total: length,
    state: 'hash',
    *steps(section) {
      if (!state && isLast && length <= section.pieceLimit) return section.hash(input.bytes, length);
      const place = section.states.hash;
      if (state) section.putState(state, place);
      else section.startHash();
      for (const [start, end] of pieces(length, section.pieceLimit)) {
        section.feed('hash_update', partOf(input.bytes, start, end));
        yield end - start;
      }
      if (isLast) return section.finishHash();
      const next = new Uint8Array(place.length);
      section.takeState(next, place);
      return next;
    },
    // The digest and the state exist only after the last step, so nothing is left to wipe before.
    leftovers: () => [],
    copyInputs: (copies) => copyInOrder([input], copies),
  };
}

/** @internal The inputs of a `hashWork`. */
export interface HashInputs {
  readonly text: Uint8Array;
  readonly length: number;
  readonly part: HashPart;
}

type HashJob = Job<HashInputs, Bytes>;

const hashKind: HashJob['kind'] = {
  name: 'hash',
  perform({ text, length, part }, options) {
    const { engine } = romulus;
    if (engine && !part.state && part.isLast && length <= engine.pieceLimit)
      return engine.section((section) => section.hash(text, length));
    return runSliced(hashWork(text, length, part), options);
  },
};

/** @internal */
export const hashJob = (text: Uint8Array, length: number, part = whole): HashJob => ({
  kind: hashKind,
  text,
  length,
  part,
});

/** @internal */
export const hashOperation: ListOperation = /* @__PURE__ */ (() => ({
  ...row.hash,
  loader: romulus,
  keyLength: 0,
  nonceLength: 0,
  tagLength: 0,
  limit: undefined,
  direction: 'encrypt' as const,
  isHash: true,
  resultPlace: undefined,
  resultLength: () => digestLength,
  whole: (section: Section, { text, textLength }: Message) => section.hash(text, textLength),
  alone: ({ text, textLength }: Message) => hashWork(text, textLength),
}))();

function hashManyJob(list: readonly Uint8Array[]): ManyJob {
  const messageToHash = (text: Uint8Array, at: string): Message => {
    const [key, textLength] = [emptyBytes, checkBytes(at.slice(0, -1), text)];
    return { key, nonce: key, ad: key, adLength: 0, text, textLength, tag: undefined, output: undefined };
  };
  return manyJob(hashOperation, readMany('messages', list, messageToHash));
}

type Hash = ((message: Uint8Array, options?: WorkOptions) => Promise<Bytes>) & HashParameters;

const wholeJob = (message: Uint8Array): HashJob => hashJob(message, checkBytes('message', message));

/** @internal */
export const hashWith = (runner: Runner): Hash =>
  withParameters((message, options) => runJob(runner, wholeJob, message, options));

/** @internal */
export const hashManyWith = (runner: Runner, messages: readonly Uint8Array[], options?: WorkOptions) =>
  runJob(runner, hashManyJob, messages, options) as Promise<Bytes[]>;

/** @internal */
export const hashManySync = (engine: Engine, messages: readonly Uint8Array[]): Bytes[] =>
  runManySync(engine, hashManyJob(messages)) as Bytes[];

/**
 * Romulus-H of a message of any length: 32 bytes. Rejects with a {@link ArgumentError} for anything but a `Uint8Array`, a {@link
 * LoadError}, or the signal's reason. Its designers claim 121 bits against collisions and preimages. Specified in "Romulus v1.3":
 * docs/algorithms/romulus.md, 6.
 * @example
 * import { romulusH } from 'romulus-wasm';
 * const digest = await romulusH(new TextEncoder().encode('hello'));
 */
export const romulusH: ((message: Uint8Array, options?: WorkOptions) => Promise<Bytes>) & HashParameters =
  /* @__PURE__ */ hashWith(localRunner);

/** @internal */
export const romulusHSync = (engine: Engine): ((message: Uint8Array) => Bytes) & HashParameters =>
  withParameters((message) => {
    const length = checkBytes('message', message);
    return length <= engine.pieceLimit
      ? engine.section((section) => section.hash(message, length))
      : runToEnd(engine, hashWork(message, length));
  });

/**
 * Romulus-H of many messages, side by side with SIMD. Returns the digests, 32 bytes each, in the order of the messages. Rejects with a
 * {@link ArgumentError} that names the index of a message that is not a `Uint8Array`, before any work begins; a {@link LoadError}; or the
 * signal's reason.
 * @example
 * import { hashMany } from 'romulus-wasm';
 * const [a, b] = await hashMany([new Uint8Array([1]), new Uint8Array([2])]);
 */
export const hashMany = (messages: readonly Uint8Array[], options?: WorkOptions): Promise<Bytes[]> =>
  hashManyWith(localRunner, messages, options);
