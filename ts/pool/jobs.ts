/** What a worker can be asked for: how each job is described, so that it can cross, and the work that it stands for. */
import type { Bytes } from '../api/bytes.js';
import { combined, detached, type OutputFormat, sealed } from '../api/output-format.js';
import type { Direction, Message } from '../engine/message.js';
import type { AeadMode } from '../messages/mode.js';
import { type Packed, unpack } from '../messages/packing.js';
import { aeadOperation, decryptWork, encryptWork } from '../messages/single.js';
import type { Work } from '../messages/slicing.js';
import { type ChunkBatch, chunkBatchWork } from '../stream/chunk-batch.js';
import type { Derivation } from '../stream/javascript-scrypt.js';
import { type HashPart, hashOperation, hashWork } from '../suites/romulus/hash.js';
import { packedBatchWork } from './packed-results.js';
import { receivedMode, type SentMode } from './suites.js';

/** A worker knows each by its number. */
export const outputFormats: readonly OutputFormat<unknown>[] = [combined, detached, sealed];

export const jobs = {
  hash: ({ text, ...part }: { text: Bytes } & HashPart) => hashWork(text, text.length, part),
  encrypt: ({ format, ...job }: MessageJob & { format: number }) =>
    encryptWork(...received(job), outputFormats[format] as OutputFormat<unknown>),
  decrypt: (job: MessageJob) => decryptWork(...received(job)),
  /** Hashes where there is no mode. */
  many: ({ mode, direction, messages }: { mode: SentMode | undefined; direction: Direction; messages: Packed }) => {
    const operation = mode ? aeadOperation(receivedMode(mode), direction) : hashOperation;
    return packedBatchWork(operation, [...unpack(messages, operation)]);
  },
  chunks: ({ direction, batch }: { direction: Direction; batch: ChunkBatch }) => chunkBatchWork(direction, batch),
};

type Jobs = typeof jobs;
type EngineKind = keyof Jobs;
/** All that an engine does, and what needs none: a passphrase is stretched, or there is too little memory for it. */
export type Kind = EngineKind | 'stretch';
export type Job<K extends Kind = Kind> = K extends EngineKind ? Parameters<Jobs[K]>[0] : Derivation;
export type Outcome<K extends Kind = Kind> = K extends EngineKind
  ? ReturnType<Jobs[K]> extends Work<infer Result>
    ? Result
    : never
  : Bytes | undefined;

interface MessageJob {
  mode: SentMode;
  message: Packed;
}

function received({ mode: sent, message }: MessageJob): [AeadMode, Message] {
  const mode = receivedMode(sent);
  return [mode, unpack(message, mode).next().value];
}
