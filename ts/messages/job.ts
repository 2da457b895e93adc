/**
 * Jobs: a message, a list, a hash, a batch of chunks or the derivation of a key as data. A runner does a job in this thread or sends it to
 * a worker.
 */
import type { Bytes } from '../base/bytes.js';
import { type CheckedOptions, readOptions } from '../base/options.js';
import type { AbortSignalLike, WorkOptions } from '../base/platform.js';
import { type Engine, fits } from '../engine/engine.js';
import type { Direction, Message, OutputFormat } from '../engine/message.js';
import { authentic, hasTag } from './authenticity.js';
import { type ListOperation, ListWork } from './list.js';
import type { AeadMode } from './mode.js';
import { messageWork } from './single.js';
import { moveAtOnce, moveSliced, runSliced, runToEnd } from './slicing.js';

/** A kind of job, and the way to do it in this thread. A pool finds its own way in its tables by the name. */
interface Kind<Inputs, Result> {
  readonly name: string;
  /** Short jobs return their result at once. */
  perform(inputs: Inputs, options: CheckedOptions): Result | Promise<Result>;
}

/** A job is data: its kind and its inputs. */
export type Job<Inputs, Result> = Inputs & { readonly kind: Kind<Inputs, Result> };

export interface Runner {
  /** The number of jobs that a stream keeps in flight. */
  readonly parallel: number;
  /** Aborts when the runner ends. Calls that wait for a source must end then too. */
  readonly ending: AbortSignalLike | undefined;
  /** Throws if no new call may begin. */
  check(): void;
  run<Inputs, Result>(job: Job<Inputs, Result>, options: CheckedOptions): Result | Promise<Result>;
}

export const localRunner: Runner = {
  parallel: 1,
  ending: undefined,
  check: () => {},
  run: (job, options) => job.kind.perform(job, options),
};

/** Reads options first, because that can run the caller's code. */
export async function runJob<Given, Inputs, Result>(
  runner: Runner,
  jobOf: (given: Given) => Job<Inputs, Result>,
  given: Given,
  options: WorkOptions | undefined,
): Promise<Result> {
  runner.check();
  const checked = readOptions(options);
  return runner.run(jobOf(given), checked);
}

/** Decryption ignores the format, and fails with an AuthenticationError if the message is not authentic. */
export interface MessageInputs {
  readonly direction: Direction;
  readonly mode: AeadMode;
  readonly message: Message;
  readonly format: OutputFormat;
}

export type MessageJob<Result = Bytes> = Job<MessageInputs, Result>;

const messageKind = { name: 'message', perform: performMessage };

export const messageJob = <Result = Bytes>(
  direction: Direction,
  mode: AeadMode,
  message: Message,
  format: OutputFormat = 'combined',
): MessageJob<Result> => {
  if (direction === 'decrypt') authentic(hasTag(message, mode));
  return { kind: messageKind, direction, mode, message, format };
};

function performMessage<Result>(inputs: MessageInputs, options: CheckedOptions): Result | Promise<Result> {
  const { engine } = inputs.mode.loader;
  return engine && fits(engine, inputs.message) ? runMessageSync(engine, inputs) : performSliced(inputs, options);
}

async function performSliced<Result>({ direction, mode, message, format }: MessageInputs, options: CheckedOptions) {
  const result = await runSliced(messageWork(mode, direction, message, format), options);
  return handOut(authentic<Result>(result), message);
}

export function runMessageSync<Result>(engine: Engine, { direction, mode, message, format }: MessageInputs): Result {
  if (fits(engine, message)) return authentic(engine.crypt(direction, mode, message, format));
  const result = authentic<Result>(runToEnd(engine, messageWork(mode, direction, message, format)));
  return message.output ? (moveAtOnce(result as Bytes, message.output) as Result) : result;
}

export const handOut = <Result>(result: Result, { output }: Message): Result | Promise<Result> =>
  output ? (moveSliced(result as Bytes, output) as Promise<Result>) : result;

export interface ManyInputs {
  readonly operation: ListOperation;
  readonly messages: Message[];
}

export type ManyJob = Job<ManyInputs, (Bytes | null)[]>;

const manyKind: ManyJob['kind'] = {
  name: 'many',
  perform: ({ operation, messages }, options) => runSliced(new ListWork(operation, messages), options),
};

export const manyJob = (operation: ListOperation, messages: Message[]): ManyJob => ({
  kind: manyKind,
  operation,
  messages,
});

export const isMany = (job: MessageJob<unknown> | ManyJob): job is ManyJob => job.kind === manyKind;

export const runManySync = (engine: Engine, { operation, messages }: ManyInputs): (Bytes | null)[] =>
  runToEnd(engine, new ListWork(operation, messages));
