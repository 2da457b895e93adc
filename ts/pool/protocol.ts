/** The jobs of each kind between a pool and its workers, their results, and the messages that carry both. */
import type { Bytes, Detached } from '../api/bytes.js';
import type { WebAssemblyModule } from '../api/platform.js';
import type { Loader } from '../engine/loader.js';
import type { Direction, OutputFormat } from '../engine/message.js';
import type { Packed } from '../messages/packing.js';
import type { ChunkBatch, ConvertedChunks } from '../stream/chunks.js';
import type { Derivation } from '../stream/javascript-scrypt.js';
import type { HashPart } from '../suites/romulus/hash.js';
import type { ModeRow } from '../suites/table.js';
import type { PackedResults } from './packed-results.js';

/** A mode in a form that can be sent: the key of its suite, and its row. */
export interface SentMode {
  readonly suite: string;
  readonly row: ModeRow;
}

interface Crossings {
  /** The outcome is undefined if the message is not authentic. */
  message: {
    job: { direction: Direction; mode: SentMode; message: Packed; format: OutputFormat };
    outcome: Bytes | Detached | undefined;
  };
  hash: { job: { text: Bytes; part: HashPart }; outcome: Bytes };
  /** A job without a mode hashes the messages. */
  many: { job: { mode: SentMode | undefined; direction: Direction; messages: Packed }; outcome: PackedResults };
  chunks: { job: { direction: Direction; batch: ChunkBatch }; outcome: ConvertedChunks };
  /** The outcome is undefined if there is too little memory. */
  deriveKey: { job: { derivation: Derivation }; outcome: Bytes | undefined };
}

export type Kind = keyof Crossings;
export type SentJob<K extends Kind = Kind> = Crossings[K]['job'];
export type Outcome<K extends Kind = Kind> = Crossings[K]['outcome'];

export type Order =
  /** The first order: Romulus' module, and the name of a lock to hold until the worker ends, if there is one. */
  | { type: 'start'; module: WebAssemblyModule; lock: string | undefined }
  /** The module of another suite. This order comes before the first job of that suite. */
  | { type: 'suite'; suite: Loader['suite']; module: WebAssemblyModule }
  | { type: 'work'; id: number; kind: Kind; job: SentJob; tellsProgress: boolean }
  | { type: 'cancel'; id: number }
  /** The last order: cancels all jobs. */
  | { type: 'end' };

export type Report =
  | { type: 'started'; locked: boolean }
  | { type: 'refused'; hint: string; cause: unknown }
  | { type: 'progress'; id: number; processed: number }
  | { type: 'done'; id: number; outcome: Outcome }
  | { type: 'failed'; id: number; error: unknown }
  /** The module of the suite could not be loaded. An error loses its class on the way, hence this report. */
  | { type: 'not loaded'; id: number; hint: string; cause: unknown }
  /** All jobs have ended, and the worker holds no data of them. */
  | { type: 'ended' };

export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}

/** Overwrites all buffers in a value, except buffers that were transferred away. */
export function wipeBuffers(value: unknown): void {
  for (const buffer of buffersOf(value)) if (buffer.byteLength > 0) new Uint8Array(buffer).fill(0);
}
