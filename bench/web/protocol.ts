/** What the page and its workers say to each other. */
import type { Setting } from './setting.js';
import type { Subject, Workload } from './suite.js';

/** What is measured of a subject in one turn. */
export interface Turn {
  subject: Subject;
  /** Some of the setting's, rising. */
  sizes: readonly number[];
  /** Its rows, by their number in the survey. */
  indexes: readonly number[];
}

export type Order =
  /** To tell what there is to measure. */
  | { type: 'survey'; setting: Setting }
  /** To measure once, in samples of `shortest` milliseconds. */
  | { type: 'measure'; turn: Turn; setting: Setting; shortest: number };

export interface SurveyRow {
  subject: Subject;
  name: string;
  by: string;
  workload: Workload;
}

export interface Survey {
  /** The rows of each subject that the engine runs. */
  rows: SurveyRow[];
  /** Milliseconds that the clock moves on at a time. */
  clockStep: number;
  /** How many times as long as JavaScript WebAssembly takes. */
  slowdown: number;
}

/** The nanoseconds of a message in the `index`th row of the subject, for each size of the turn. */
export interface Figures {
  index: number;
  nanoseconds: number[];
}

export type Report =
  | { type: 'survey'; survey: Survey }
  | { type: 'figures'; figures: Figures }
  | { type: 'done' }
  | { type: 'failed'; message: string };
