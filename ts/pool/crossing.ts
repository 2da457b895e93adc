/** Jobs as they cross between the calling thread and a worker: what each kind sends, and what comes back. */
import type { Bytes, Detached } from '../api/bytes.js';
import type { Direction, OutputFormat } from '../engine/message.js';
import type { Packed } from '../messages/packing.js';
import type { ChunkBatch, ConvertedChunks } from '../stream/chunks.js';
import type { Derivation } from '../stream/javascript-scrypt.js';
import type { HashPart } from '../suites/romulus/hash.js';
import type { ModeRow } from '../suites/table.js';
import type { PackedResults } from './packed-results.js';

/** A mode by its suite's key and its row. */
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
  /** Hashes where there is no mode. */
  many: { job: { mode: SentMode | undefined; direction: Direction; messages: Packed }; outcome: PackedResults };
  chunks: { job: { direction: Direction; batch: ChunkBatch }; outcome: ConvertedChunks };
  /** The outcome is undefined if there is too little memory. */
  deriveKey: { job: { derivation: Derivation }; outcome: Bytes | undefined };
}

export type Kind = keyof Crossings;
export type SentJob<K extends Kind = Kind> = Crossings[K]['job'];
export type Outcome<K extends Kind = Kind> = Crossings[K]['outcome'];
