/** The work of a worker for each kind of job. The worker owns the inputs, so it makes no copies. */
import type { Bytes } from '../../base/bytes.js';
import type { CheckedOptions } from '../../base/options.js';
import type { Loader } from '../../engine/loader.js';
import type { Direction, OutputFormat } from '../../engine/message.js';
import { type AeadMode, modeOf } from '../../messages/mode.js';
import { type Packed, unpack } from '../../messages/packing.js';
import { aeadOperation, messageWork } from '../../messages/single.js';
import { runSliced, type Work, withoutCopies } from '../../messages/slicing.js';
import { type ChunkBatch, chunksWork } from '../../stream/chunks.js';
import { type Derivation, deriveInJavaScript } from '../../stream/javascript-scrypt.js';
import { type HashPart, hashOperation, hashWork } from '../../suites/romulus/hash.js';
import type { ModeRow } from '../../suites/table.js';
import { packedListWork } from '../packed-results.js';

const loaders = /* @__PURE__ */ new Map<string, Loader>();

export function keepSuite(loader: Loader): void {
  loaders.set(loader.suite.key, loader);
}

/** A mode in a form that can be sent: the key of its suite, and its row. */
export interface SentMode {
  readonly suite: string;
  readonly row: ModeRow;
}

const receivedMode = ({ suite, row }: SentMode): AeadMode => modeOf(row, loaders.get(suite) as Loader);

/** The milliseconds for which a key derivation may block this thread while orders wait. A pause may take 4 ms. */
const sliceTime = 50;

const run = <Result>(work: Work<Result>, options: CheckedOptions): Promise<Result> =>
  runSliced(withoutCopies(work), options);

/** A worker's way to do each kind of job, and what the pool sends for it. */
const performers = {
  /** The outcome is undefined if the message is not authentic. */
  message(
    sent: { direction: Direction; mode: SentMode; message: Packed; format: OutputFormat },
    options: CheckedOptions,
  ) {
    const mode = receivedMode(sent.mode);
    return run(messageWork(mode, sent.direction, unpack(sent.message, mode).next().value, sent.format), options);
  },
  hash: ({ text, part }: { text: Bytes; part: HashPart }, options: CheckedOptions) =>
    run(hashWork(text, text.length, part), options),
  many(sent: { mode: SentMode | undefined; direction: Direction; messages: Packed }, options: CheckedOptions) {
    const operation = sent.mode ? aeadOperation(receivedMode(sent.mode), sent.direction) : hashOperation;
    return run(packedListWork(operation, [...unpack(sent.messages, operation)]), options);
  },
  chunks: (batch: ChunkBatch, options: CheckedOptions) => run(chunksWork(batch), options),
  /** The outcome is undefined if there is too little memory. */
  deriveKey: (derivation: Derivation, options: CheckedOptions) => deriveInJavaScript(derivation, options, sliceTime),
};

type Performers = typeof performers;

export type Kind = keyof Performers;
export type SentJob<K extends Kind = Kind> = Parameters<Performers[K]>[0];
type Outcomes = { [K in Kind]: Awaited<ReturnType<Performers[K]>> };
export type Outcome<K extends Kind = Kind> = Outcomes[K];

export const perform = (kind: Kind, job: SentJob, options: CheckedOptions): Promise<Outcome> =>
  performers[kind](job as never, options);
