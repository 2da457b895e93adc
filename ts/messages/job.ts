/** Jobs: the work that calls stand for. A runner does them in this thread, or has workers do them. */
import type { Bytes } from '../api/bytes.js';
import { AuthenticationError } from '../api/errors.js';
import type { CheckedOptions } from '../api/options.js';
import type { Engine, Section } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import type { Direction, Encrypted, Message, OutputFormat } from '../engine/message.js';
import { type BatchOperation, BatchWork } from './batch.js';
import type { AeadMode } from './mode.js';
import { messageWork } from './single.js';
import { runSliced, runToEnd, type Work } from './slicing.js';

/** A kind of work with its inputs. */
export interface Job<Result> {
  readonly kind: 'encrypt' | 'decrypt' | 'many' | 'hash' | 'chunks' | 'deriveKey';
  /** Does the job in this thread, at once where it is short. */
  run(options: CheckedOptions): Result | Promise<Result>;
}

/** Decides where jobs are done. */
export interface Runner {
  /** How many jobs of a stream to keep in flight. */
  readonly parallel: number;
  run<Result>(job: Job<Result>, options: CheckedOptions): Result | Promise<Result>;
}

/** Does every job in this thread. */
export const localRunner: Runner = { parallel: 1, run: (job, options) => job.run(options) };

/** A job for an engine: at once if it is short, else in slices. */
export interface EngineJob<Result> extends Job<Result> {
  readonly loader: Loader;
  /** Whether the engine can do the job in one call if its input is short. */
  readonly isOneCall: boolean;
  /** The length of that input, in bytes. */
  readonly length: number;
  /** Does a short job. The result is undefined if a message is not authentic, and then the job fails. */
  whole(section: Section): Result | undefined;
  work(): Work<Result | undefined>;
}

const isShort = ({ pieceLimit }: Engine, { isOneCall, length }: EngineJob<unknown>): boolean =>
  isOneCall && length <= pieceLimit;

export function runHere<Result>(this: EngineJob<Result>, options: CheckedOptions): Result | Promise<Result> {
  const { engine } = this.loader;
  return engine && isShort(engine, this)
    ? authentic(engine.section(this.whole))
    : runSliced(this.work(), options).then(authentic<Result>);
}

export const runSync = <Result>(engine: Engine, job: EngineJob<Result>): Result =>
  authentic(isShort(engine, job) ? engine.section(job.whole) : runToEnd(engine, job.work()));

export function authentic<Result>(result: Result | undefined): Result {
  if (result === undefined) throw new AuthenticationError();
  return result;
}

/** Encrypts or decrypts a message. Decryption has no use for the format. */
export interface MessageJob<Result> extends EngineJob<Result> {
  readonly kind: Direction;
  readonly mode: AeadMode;
  readonly message: Message;
  readonly format: OutputFormat;
}

const messageJob = <Result>(
  kind: Direction,
  mode: AeadMode,
  message: Message,
  format: OutputFormat,
): MessageJob<Result> => ({
  kind,
  mode,
  message,
  format,
  loader: mode.loader,
  length: message.adLength + message.textLength,
  isOneCall: true,
  whole: (section) => section.crypt(kind, mode, message, format) as Result,
  work: () => messageWork(mode, kind, message, format) as Work<Result>,
  run: runHere<Result>,
});

export const encryptJob = <Format extends OutputFormat>(
  mode: AeadMode,
  message: Message,
  format: Format,
): MessageJob<Encrypted<Format>> => messageJob('encrypt', mode, message, format);

export const decryptJob = (mode: AeadMode, message: Message): MessageJob<Bytes> =>
  messageJob('decrypt', mode, message, 'combined');

/** The same operation on many messages. The result of one that is not authentic is undefined. */
export interface ManyJob extends EngineJob<(Bytes | undefined)[]> {
  readonly kind: 'many';
  readonly operation: BatchOperation;
  readonly messages: Message[];
}

export const manyJob = (operation: BatchOperation, messages: Message[]): ManyJob => ({
  kind: 'many',
  operation,
  messages,
  loader: operation.loader,
  isOneCall: false,
  length: 0,
  whole: () => undefined,
  work: () => new BatchWork(operation, messages),
  run: runHere,
});
