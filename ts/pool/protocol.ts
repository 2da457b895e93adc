/** The messages between a pool and its workers. */
import type { WebAssemblyModule } from '../api/platform.js';
import type { Loader } from '../engine/loader.js';
import type { Kind, Outcome, SentJob } from './crossing.js';

export type Order =
  /** Comes first: Romulus' module to make an engine of, and the name of a lock to hold for life if there is one. */
  | { type: 'start'; module: WebAssemblyModule; lock: string | undefined }
  /** Another suite, before its first job: its module, to make an engine of then. */
  | { type: 'suite'; suite: Loader['suite']; module: WebAssemblyModule }
  | { type: 'work'; id: number; kind: Kind; job: SentJob; tellsProgress: boolean }
  | { type: 'cancel'; id: number }
  /** Comes last: cancels what there is. */
  | { type: 'end' };

export type Report =
  | { type: 'started'; locked: boolean }
  | { type: 'refused'; hint: string; cause: unknown }
  | { type: 'progress'; id: number; processed: number }
  | { type: 'done'; id: number; outcome: Outcome }
  | { type: 'failed'; id: number; error: unknown }
  /** The job's suite could not be loaded: an error's class does not cross. */
  | { type: 'not loaded'; id: number; hint: string; cause: unknown }
  /** Nothing of any job is left in the worker. */
  | { type: 'ended' };

export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}

/** Overwrites all of them, but for those that are transferred away already. */
export function wipeBuffers(value: unknown): void {
  for (const buffer of buffersOf(value)) if (buffer.byteLength > 0) new Uint8Array(buffer).fill(0);
}
