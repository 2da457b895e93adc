/** The runner of a pool. It sends long messages whole, lists in parts and files in batches. Short jobs run in the calling thread. */
import { type Bytes, copyOf } from '../../base/bytes.js';
import type { CheckedOptions } from '../../base/options.js';
import type { AbortSignalLike } from '../../base/platform.js';
import type { Message } from '../../engine/message.js';
import { authentic } from '../../messages/authenticity.js';
import { handOut, type Job, type ManyInputs, type MessageInputs, type Runner } from '../../messages/job.js';
import type { AeadMode } from '../../messages/mode.js';
import { copyMessages, pack } from '../../messages/packing.js';
import { withSignals } from '../../runtime/abort.js';
import { mostCopied } from '../../runtime/event-loop.js';
import type { ChunksJob, ConvertedChunks } from '../../stream/chunks.js';
import type { Derivation } from '../../stream/javascript-scrypt.js';
import { memoryOf, nativeScrypt, tooLittleMemory } from '../../stream/scrypt.js';
import type { HashInputs } from '../../suites/romulus/hash.js';
import type { ModeRow } from '../../suites/table.js';
import { unpackResults } from '../packed-results.js';
import type { Kind, SentMode } from '../worker/perform.js';
import type { Workers } from './workers.js';

/** The shortest message and list that go to a worker, in bytes. Shorter inputs are finished before a worker could answer. */
const shortMessage = 4_096;
const shortList = 1_048_576;
/** Sending a message costs as much as working on this many bytes. */
const sendingLength = 900;
/** The average length of a list's messages, in bytes, from which the workers do the list. This keeps the calling thread free. */
const longOnAverage = 262_144;
/** Workers must be this many times as fast as one thread. Otherwise sending a list costs more time than it saves. */
const worthSending = 1.25;

/** The bytes and the messages of a long part. Longer parts are split, so that no results block the calling thread for long. */
const longPart = 2_097_152;
const manyMessages = 128;

const lengthOf = ({ adLength, textLength }: Message): number => adLength + textLength;
const lengthOfAll = (messages: Message[]): number => messages.reduce((sum, message) => sum + lengthOf(message), 0);

/** Sends a job, or returns undefined if the calling thread would finish it before the workers. */
type Sender<Inputs, Result> = (
  workers: Workers,
  inputs: Inputs,
  options: CheckedOptions,
) => Promise<Result> | undefined;

/** Makes a pool's runner. It keeps more batches in flight than there are workers, so that a worker always finds the next batch. */
export const poolRunner = (workers: Workers): Runner => ({
  parallel: workers.size + Math.min(workers.size, 4),
  ending: workers.ending,
  check: () => {},
  run: <Inputs, Result>(job: Job<Inputs, Result>, options: CheckedOptions) => {
    const send = senders[job.kind.name] as Sender<Inputs, Result>;
    return send(workers, job, options) ?? job.kind.perform(job, options);
  },
});

/** Copies inputs now or, if they are long, when a worker begins. So calls that wait hold at most 8 MiB each. */
const copied = <Sent>(total: number, copy: () => Sent): Sent | (() => Sent) => (total > mostCopied ? copy : copy());

/** Passes messages whose keys, nonces and tags do not change, because they are copied now or were copied before. */
async function withKeys<Result>(
  messages: Message[],
  operation: AeadMode,
  total: number,
  work: (messages: Message[]) => Promise<Result>,
): Promise<Result> {
  if (total <= mostCopied) return work(messages);
  const copies: Bytes[] = [];
  try {
    return await work([...copyMessages(messages, operation, total, copies)]);
  } finally {
    for (const copy of copies) copy.fill(0);
  }
}

const sendHash: Sender<HashInputs, Bytes> = (workers, { text, length, part }, options) => {
  if (length < shortMessage) return undefined;
  const sent = copied(length, () => ({ text: copyOf(text, length), part }));
  return workers.work('hash', sent, { ...options, length });
};

const sendMessage: Sender<MessageInputs, unknown> = (workers, inputs, options) =>
  lengthOf(inputs.message) < shortMessage ? undefined : sendLongMessage(workers, inputs, options);

async function sendLongMessage(
  workers: Workers,
  { direction, mode, message, format }: MessageInputs,
  options: CheckedOptions,
) {
  const length = lengthOf(message);
  const result = await withKeys([message], mode, length, (messages) => {
    const sent = copied(length, () => ({ direction, mode: sentMode(mode), format, message: pack(messages, mode) }));
    return workers.work('message', sent, { ...options, length }, mode.loader);
  });
  return handOut(authentic(result), message);
}

/** The mode without its functions, which cannot be sent to a worker. This thread has already made their checks. */
function sentMode({ loader, ...mode }: AeadMode): SentMode {
  const { name, id, nonceLength, tagLength, readsTextFirst, laneCosts } = mode;
  return { suite: loader.suite.key, row: { name, id, nonceLength, tagLength, readsTextFirst, laneCosts } };
}

const sendMany: Sender<ManyInputs, (Bytes | null)[]> = (workers, inputs, options) =>
  isListSoonerHere(inputs, workers.size) ? undefined : sendParts(workers, inputs, options);

async function sendParts(workers: Workers, { operation, messages }: ManyInputs, options: CheckedOptions) {
  const total = lengthOfAll(messages);
  const mode = operation.isHash ? undefined : sentMode(operation);
  const results: (Bytes | null)[][] = [];
  const processed: number[] = [];
  let told = 0;
  const tell = (part: number, ofPart: number) => {
    processed[part] = ofPart;
    const ofAll = processed.reduce((sum, each) => sum + each, 0);
    if (ofAll === told || ofAll === total) return;
    told = ofAll;
    options.onProgress?.(ofAll, total);
  };
  const sendPart = async (part: Message[], i: number, signal: AbortSignalLike) => {
    const length = lengthOfAll(part);
    const { direction } = operation;
    const sent = copied(total, () => ({ mode, direction, messages: pack(part, operation) }));
    const onProgress = options.onProgress && ((ofPart: number) => tell(i, ofPart));
    const packed = await workers.work('many', sent, { length, signal, onProgress }, operation.loader);
    const lengths = part.map((message) => operation.resultLength(message));
    results[i] = unpackResults(packed, lengths);
    tell(i, length);
  };
  try {
    await withKeys(messages, operation, total, (messages) => {
      const parts = partsOf(messages, total, workers.size, operation);
      return withSignals([options.signal], (signal) => Promise.all(parts.map((part, i) => sendPart(part, i, signal))));
    });
    return results.flat();
  } catch (error) {
    for (const result of results.flat()) result?.fill(0);
    throw error;
  }
}

function isListSoonerHere({ messages, operation }: ManyInputs, size: number): boolean {
  const count = messages.length;
  const total = lengthOfAll(messages);
  if (total < shortList + sendingLength * count) return true;
  if (size === 1 || total >= count * longOnAverage) return false;
  const timeOf = (messages: number) =>
    Math.min(messages, ...operation.laneCosts.map(([width, cost]) => Math.ceil(messages / width) * cost));
  return timeOf(count) < worthSending * timeOf(Math.ceil(count / size));
}

/** Splits a list into parts of about equal length. Each worker gets an equal number of parts if there are enough messages. */
function partsOf(messages: Message[], total: number, size: number, mode: ModeRow): Message[][] {
  const count = messages.length;
  // A few messages side by side take little longer than one, so a part has at least that many.
  const [fewMessages] = mode.laneCosts[0] ?? [1];
  const rounds = Math.ceil(Math.min(total / (size * longPart), count / (size * manyMessages)));
  const parts = count <= size ? count : Math.min(size * rounds, Math.ceil(count / fewMessages));
  const result: Message[][] = [];
  let start = 0;
  let length = 0;
  for (const [i, message] of messages.entries()) {
    length += lengthOf(message);
    if (length < (total * (result.length + 1)) / parts && i < count - 1) continue;
    result.push(messages.slice(start, i + 1));
    start = i + 1;
  }
  return result;
}

/** Transfers the text to the worker. Key and prefix are copied. */
const sendChunks: Sender<ChunksJob, ConvertedChunks> = (workers, { batch }, options) => {
  const { key, noncePrefix, text } = batch;
  const sent = { ...batch, key: copyOf(key, key.length), noncePrefix: new Uint8Array(noncePrefix) };
  return workers.work('chunks', sent, { ...options, length: text.length });
};

const sendDerivation: Sender<Derivation, Bytes> = async (workers, derivation, options) => {
  const native = nativeScrypt();
  // The runtime's own scrypt already runs in another thread.
  if (native)
    return withSignals([options.signal, workers.ending], (signal) => native(derivation, { ...options, signal }));
  const { password, salt, cost } = derivation;
  const sent = { password, salt, cost };
  const key = await workers.work('deriveKey', sent, { ...options, length: memoryOf(cost) });
  if (!key) throw tooLittleMemory(derivation);
  return key;
};

/** The way to the workers for each kind of job. ../worker/perform.ts has the way in which a worker does it. */
const senders: Record<string, Sender<never, unknown>> = {
  message: sendMessage,
  hash: sendHash,
  many: sendMany,
  chunks: sendChunks,
  deriveKey: sendDerivation,
} satisfies Record<Kind, unknown>;
