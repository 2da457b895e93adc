/** The messages between the page and its workers. */
import type { Setting } from './setting.js';
import type { Subject, Workload } from './suite.js';

/** One turn of a subject: the sizes that are measured, and the numbers of its rows. */
export interface Turn {
  readonly subject: Subject;
  readonly sizes: readonly number[];
  readonly indexes: readonly number[];
}

export type Order =
  /** Asks for the list of rows to measure. */
  | { type: 'survey'; setting: Setting }
  /** Asks for one measurement, in samples of `shortest` milliseconds. */
  | { type: 'measure'; turn: Turn; setting: Setting; shortest: number };

export interface SurveyRow {
  readonly subject: Subject;
  /** The function, or the algorithm of another package. */
  readonly name: string;
  readonly by: string;
  readonly workload: Workload;
}

export interface Survey {
  readonly rows: readonly SurveyRow[];
  /** The smallest step of the clock in milliseconds. */
  readonly clockStep: number;
  readonly isSlow: boolean;
}

/** The nanoseconds of a message in the `index`th row of the subject, for each size of the turn. */
export interface Figures {
  readonly index: number;
  readonly nanoseconds: readonly number[];
}

export type Report =
  | { type: 'survey'; survey: Survey }
  | { type: 'figures'; figures: Figures }
  | { type: 'done' }
  | { type: 'failed'; message: string };
