/** Jobs: each call of the API makes one. A runner does a job in this thread or sends it to a worker. */
import type { Bytes } from '../api/bytes.js';
import { AuthenticationError } from '../api/errors.js';
import { type CheckedOptions, readOptions } from '../api/options.js';
import type { AbortSignalLike, WorkOptions } from '../api/platform.js';
import { type Engine, fits } from '../engine/engine.js';
import type { Direction, Message, OutputFormat } from '../engine/message.js';
import { type BatchOperation, BatchWork } from './batch.js';
import type { AeadMode } from './mode.js';
import { messageWork } from './single.js';
import { moveAtOnce, moveSliced, runSliced, runToEnd } from './slicing.js';

export interface Job<Result> {
  readonly kind: 'encrypt' | 'decrypt' | 'many' | 'hash' | 'chunks' | 'deriveKey';
  /** Does the job in this thread. Short jobs return their result at once. */
  run(options: CheckedOptions): Result | Promise<Result>;
}

export interface Runner {
  /** The number of jobs that a stream keeps in flight. */
  readonly parallel: number;
  /** Aborts when the runner ends. Calls that wait for a source must end then too. */
  readonly ending: AbortSignalLike | undefined;
  /** Throws if no new call may begin. */
  check?(): void;
  run<Result>(job: Job<Result>, options: CheckedOptions): Result | Promise<Result>;
}

export const localRunner: Runner = { parallel: 1, ending: undefined, run: (job, options) => job.run(options) };

/** Reads options first, because that can run the caller's code. */
export async function runJob<Input, Result>(
  runner: Runner,
  jobOf: (input: Input) => Job<Result>,
  input: Input,
  options: WorkOptions | undefined,
): Promise<Result> {
  runner.check?.();
  const checked = readOptions(options);
  return runner.run(jobOf(input), checked);
}

/** Decryption ignores the format, and fails with an AuthenticationError if the message is not authentic. */
export interface MessageJob<Result> extends Job<Result> {
  readonly kind: Direction;
  readonly mode: AeadMode;
  readonly message: Message;
  readonly format: OutputFormat;
}

export const messageJob = <Result = Bytes>(
  kind: Direction,
  mode: AeadMode,
  message: Message,
  format: OutputFormat = 'combined',
): MessageJob<Result> => ({ kind, mode, message, format, run: runMessage<Result> });

async function runMessageSliced<Result>({ kind, mode, message, format }: MessageJob<Result>, options: CheckedOptions) {
  const result = await runSliced(messageWork(mode, kind, message, format), options);
  return handOut(authentic<Result>(result), message);
}

function runMessage<Result>(this: MessageJob<Result>, options: CheckedOptions): Result | Promise<Result> {
  const { engine } = this.mode.loader;
  return engine && fits(engine, this.message) ? runMessageSync(engine, this) : runMessageSliced(this, options);
}

export function runMessageSync<Result>(engine: Engine, { kind, mode, message, format }: MessageJob<Result>): Result {
  if (fits(engine, message)) return authentic(engine.crypt(kind, mode, message, format));
  const result = authentic<Result>(runToEnd(engine, messageWork(mode, kind, message, format)));
  return message.output ? (moveAtOnce(result as Bytes, message.output) as Result) : result;
}

export const handOut = <Result>(result: Result, { output }: Message): Result | Promise<Result> =>
  output ? (moveSliced(result as Bytes, output) as Promise<Result>) : result;

export function authentic<Result>(result: unknown): Result {
  if (result === undefined) throw new AuthenticationError('the message is not authentic');
  return result as Result;
}

/** One operation on many messages. The result of a message that is not authentic is null. */
export interface ManyJob extends Job<(Bytes | null)[]> {
  readonly kind: 'many';
  readonly operation: BatchOperation;
  readonly messages: Message[];
}

export const manyJob = (operation: BatchOperation, messages: Message[]): ManyJob => ({
  kind: 'many',
  operation,
  messages,
  run: (options) => runSliced(new BatchWork(operation, messages), options),
});

export const runManySync = (engine: Engine, { operation, messages }: ManyJob): (Bytes | null)[] =>
  runToEnd(engine, new BatchWork(operation, messages));
