/** What a worker can be asked for: how each job is described, so that it can cross, and the work that it stands for. */
import type { Bytes } from '../bytes.js';
import type { Direction, Message } from '../engine/message.js';
import type { AeadMode } from '../mode.js';
import { combined, detached, type OutputFormat, sealed } from '../output-format.js';
import { type Packed, unpack } from '../packing.js';
import { aeadOperation, decryptWork, encryptWork } from '../single.js';
import type { Work } from '../slicing.js';
import { type ChunkBatch, chunkBatchWork } from '../stream/chunk-batch.js';
import type { Derivation } from '../stream/javascript-scrypt.js';
import { type HashPart, hashOperation, hashWork } from '../suites/romulus/hash.js';
import { modes } from '../suites/romulus/modes.js';
import { packedBatchWork } from './packed-results.js';

/** A worker knows each by its number. */
export const outputFormats: readonly OutputFormat<unknown>[] = [combined, detached, sealed];

export const jobs = {
  hash: ({ text, ...part }: { text: Bytes } & HashPart) => hashWork(text, text.length, part),
  encrypt: ({ id, format, message }: { id: number; format: number; message: Packed }) =>
    encryptWork(modeOf(id), messageIn(message, modeOf(id)), outputFormats[format] as OutputFormat<unknown>),
  decrypt: ({ id, message }: { id: number; message: Packed }) =>
    decryptWork(modeOf(id), messageIn(message, modeOf(id))),
  many: ({ id, direction, messages }: { id: number; direction: Direction; messages: Packed }) => {
    const operation = id === hashOperation.id ? hashOperation : aeadOperation(modeOf(id), direction);
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

const modeOf = (id: number) => Object.values(modes)[id] as AeadMode;

const messageIn = (packed: Packed, mode: AeadMode): Message => unpack(packed, mode).next().value;
