/** How long a run still takes: each row by what it has taken before, or else by what it is likely to take. */
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
  readonly #now: () => number;
  readonly #closing: number;
  readonly #start: number;
  readonly #known = new Map<string, number>();
  #left: readonly Step[];
  #foreseen: readonly Step[] = [];
  #begun: number;
  #spent = 0;
  #guessed = 0;
  #share = 0;

  /** `closing` is the seconds that are needed when all steps are over. */
  constructor(steps: readonly Step[], closing: number, now = () => performance.now()) {
    this.#left = steps;
    this.#closing = closing;
    this.#now = now;
    this.#begun = this.#start = now();
  }

  /** Steps that are likely to be appended, in place of those that were foreseen before. */
  foresee(steps: readonly Step[]): void {
    this.#foreseen = steps;
  }

  append(steps: readonly Step[]): void {
    this.#left = [...this.#left, ...steps];
    this.#foreseen = [];
  }

  /** The step that came next is over. */
  done(): void {
    const [step, ...later] = this.#left;
    if (!step) return;
    const spent = this.#now() - this.#begun;
    this.#begun += spent;
    this.#known.set(step.name, spent);
    this.#spent += spent;
    this.#guessed += step.guess;
    this.#left = later;
  }

  /** Seconds; undefined before there is anything to go by. */
  get left(): number | undefined {
    if (this.#guessed === 0) return undefined;
    const take = ({ name, guess }: Step) => this.#known.get(name) ?? (guess * this.#spent) / this.#guessed;
    const sum = [...this.#left, ...this.#foreseen].reduce((sum, step) => sum + take(step), 0);
    const [current] = this.#left;
    const passed = current ? Math.min(take(current), this.#now() - this.#begun) : 0;
    return (sum - passed) / 1000 + this.#closing;
  }

  /** A share of the whole, from 0 to 1. It never falls, though more may turn out to be left. */
  get share(): number {
    const elapsed = (this.#now() - this.#start) / 1000;
    const { left } = this;
    if (left !== undefined) this.#share = Math.max(this.#share, elapsed / (elapsed + left));
    return this.#share;
  }
}
