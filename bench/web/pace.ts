/** The time that a run still takes. A row counts with its last time, or with a guess before its first. */
import type { SurveyRow, Turn } from './protocol.js';
import { messagesOf, type Setting } from './setting.js';

/** A part of a run that ends with a message: a worker that starts, or a row that is measured. */
export interface Step {
  /** Steps of one name take about the same time. */
  readonly name: string;
  /** Milliseconds, before anything is known. */
  readonly guess: number;
}

export interface StepOptions {
  readonly setting: Setting;
  readonly rows: readonly SurveyRow[];
  /** Milliseconds that a sample takes at least. */
  readonly shortest: number;
}

/** Before anything is known: bytes in a millisecond, and how many times as long the build takes that has no vectors. */
const usualSpeed = 80_000;
const slowBuild = 3;
/** Milliseconds until a worker measures. */
const startUp = 300;

/** A row is called to warm it up and to find the length of a sample, and then measured. */
export function stepsOf(kind: string, turn: Turn, { setting, rows, shortest }: StepOptions): Step[] {
  const { subject, sizes, indexes } = turn;
  const ofSubject = rows.filter((row) => row.subject === subject);
  const guess = (index: number, size: number): number => {
    const bytes = size * (ofSubject[index]?.workload === 'many' ? messagesOf(size) : 1);
    const call = (bytes / usualSpeed) * (subject === 'portable' ? slowBuild : 1);
    const sample = Math.max(call, 1.5 * shortest);
    return Math.max(setting.time, 4 * sample) + Math.max(5, sample) + Math.max(setting.time, 3 * sample);
  };
  const ofRows = indexes.map((index) => ({
    name: `${kind} ${subject} ${index}`,
    guess: sizes.reduce((sum, size) => sum + guess(index, size), 0),
  }));
  // The first row ends when the worker has started and measured it.
  return ofRows.map((step, i) => (i === 0 ? { name: `${step.name} first`, guess: step.guess + startUp } : step));
}

export class Pace {
  readonly #closing: number;
  readonly #start = performance.now();
  readonly #known = new Map<string, number>();
  #planned: readonly Step[];
  #foreseen: readonly Step[] = [];
  #begun = this.#start;
  #spent = 0;
  #guessed = 0;
  #share = 0;

  /** `closing` is the seconds that are needed when all steps are over. */
  constructor(steps: readonly Step[], closing: number) {
    [this.#planned, this.#closing] = [steps, closing];
  }

  /** Steps that follow those that were planned, in place of what was foreseen before. */
  foresee(steps: readonly Step[]): void {
    this.#foreseen = steps;
  }

  /** The step that came next is over. */
  done(): void {
    const { name, guess } = this.#planned[0] ?? this.#foreseen[0]!;
    if (this.#planned.length > 0) this.#planned = this.#planned.slice(1);
    else this.#foreseen = this.#foreseen.slice(1);
    const spent = performance.now() - this.#begun;
    this.#known.set(name, spent);
    this.#begun += spent;
    this.#spent += spent;
    this.#guessed += guess;
  }

  /** Seconds; undefined before there is anything to go by. */
  get left(): number | undefined {
    if (this.#guessed === 0) return undefined;
    const takes = [...this.#planned, ...this.#foreseen].map(
      ({ name, guess }) => this.#known.get(name) ?? (guess * this.#spent) / this.#guessed,
    );
    const passed = Math.min(takes[0] ?? 0, performance.now() - this.#begun);
    return takes.reduce((sum, each) => sum + each, -passed) / 1000 + this.#closing;
  }

  /** A share of the whole, from 0 to 1. It never falls, though more may turn out to be left. */
  get share(): number {
    const elapsed = (performance.now() - this.#start) / 1000;
    if (this.left !== undefined) this.#share = Math.max(this.#share, elapsed / (elapsed + this.left));
    return this.#share;
  }
}
