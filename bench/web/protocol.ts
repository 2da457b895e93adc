/** The messages between the page and its workers. */
import type { BuildName } from '../builds.js';
import type { Setting } from './setting.js';

export type Subject = BuildName | 'peers';

/** The way to give messages to a function: one in a call, or many that it may work on side by side. */
type Workload = 'one' | 'many';

/** One turn of a subject: the sizes that are measured, and the numbers of its rows. */
export interface Turn {
  readonly subject: Subject;
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
