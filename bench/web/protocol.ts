/** What the page and its worker say to each other. */
import type { Setting } from './setting.js';
import type { Subject } from './suite.js';

export type Order =
  /** To tell what there is to measure. */
  | { type: 'survey'; setting: Setting }
  /** To measure a subject once, in samples of `shortest` milliseconds. */
  | { type: 'measure'; subject: Subject; setting: Setting; shortest: number };

export interface Survey {
  /** The rows of each subject that the engine runs. */
  rows: { subject: Subject; name: string; by: string }[];
  /** Milliseconds that the clock moves on at a time. */
  clockStep: number;
  /** How many times as long as JavaScript WebAssembly takes. */
  slowdown: number;
}

/** The nanoseconds of a message in the `index`th row of the subject, for each size. */
export interface Figures {
  index: number;
  nanoseconds: number[];
}

export type Report =
  | { type: 'survey'; survey: Survey }
  | { type: 'figures'; figures: Figures }
  | { type: 'done' }
  | { type: 'failed'; message: string };
