/** The duration of a run, and the messages between the page and the workers that measure. */
import type { BuildName } from '../builds.js';

/** In each round, each figure takes `time` milliseconds. The sizes are bytes of a message, in rising order. */
export interface Setting {
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly time: number;
}

/** Whatever is measured in a worker of its own: a build of Romulus, or all other packages. */
export type Subject = BuildName | 'peers';
export type Order = { readonly subject: Subject; readonly setting: Setting };

/** A function that is measured. A call has one message, or many that the function may work on side by side. */
export interface Row {
  readonly subject: Subject;
  readonly group: 'encryption' | 'hashing' | 'other suites';
  readonly name: string;
  readonly by: string;
  readonly load: 'one' | 'many';
}

export type Report =
  /** Nanoseconds of a message, for each size. */
  { type: 'figures'; row: Row; times: readonly number[] } | { type: 'done' } | { type: 'failed'; message: string };

/** The number of messages in one call that takes many. It fills all lanes, and the call does not take long. */
export const messagesOf = (size: number) => Math.min(256, Math.max(32, (1 << 18) / size));
