/** The messages between a pool and its workers. */
import type { WebAssemblyModule } from '../base/platform.js';
import type { Loader } from '../engine/loader.js';
import type { Kind, Outcome, SentJob } from './worker/perform.js';

export type Order =
  /** The first order: Romulus' module, and the name of a lock to hold until the worker ends, if there is one. */
  | { type: 'start'; module: WebAssemblyModule; lock: string | undefined }
  /** The module of another suite. This order comes before the first job of that suite. */
  | { type: 'suite'; suite: Loader['suite']; module: WebAssemblyModule }
  | { type: 'work'; id: number; kind: Kind; job: SentJob; tellsProgress: boolean }
  | { type: 'cancel'; id: number }
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
