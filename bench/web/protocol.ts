/** The messages between the page and its workers. */
import type { BuildName } from '../builds.js';
import type { Setting } from './setting.js';

export type Subject = BuildName | 'peers';

/** One turn of a subject: the sizes that are measured, the numbers of the rows, and that of the subject's first row. */
export interface Turn {
  readonly subject: Subject;
  readonly first: number;
  readonly sizes: readonly number[];
  readonly indexes: readonly number[];
}

export type Order =
  | { type: 'survey'; setting: Setting }
  | { type: 'measure'; turn: Turn; setting: Setting; shortest: number };

export interface SurveyRow {
  readonly subject: Subject;
  readonly name: string;
  readonly by: string;
  /** A call has one message, or many that the function may work on side by side. */
  readonly workload: 'one' | 'many';
}

export interface Survey {
  readonly rows: readonly SurveyRow[];
  /** The smallest step of the clock in milliseconds. */
  readonly clockStep: number;
  readonly isSlow: boolean;
}

/** The nanoseconds of a message in the `index`th row of the survey, for each size of the turn. */
export type Figures = { readonly index: number; readonly nanoseconds: readonly number[] };

export type Report =
  | { type: 'survey'; survey: Survey }
  | { type: 'figures'; figures: Figures }
  | { type: 'done' }
  | { type: 'failed'; message: string };
