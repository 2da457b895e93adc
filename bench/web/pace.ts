/** The time that a run still takes. A row counts with its last time, or with a guess before its first. */
import type { SurveyRow, Turn } from './protocol.js';
import { messagesOf, type Setting } from './setting.js';

/** A row that is measured, in a part of a run. Steps of one name take about the same time. */
interface Step {
  readonly name: string;
  /** Milliseconds, before anything is known. */
  readonly guess: number;
}

export interface Circumstances {
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

export class Pace {
  readonly #circumstances: Circumstances;
  readonly #closing: number;
  readonly #start = performance.now();
  readonly #known = new Map<string, number>();
  #steps: readonly Step[] = [];
  #foreseen: readonly Step[] = [];
  #begun = this.#start;
  #guessed = 0;
  #share = 0;

  /** `closing` is the seconds that are needed when all steps are over. */
  constructor(circumstances: Circumstances, closing: number) {
    [this.#circumstances, this.#closing] = [circumstances, closing];
  }

  plan(kind: string, turns: readonly Turn[]): void {
    this.#steps = [...this.#steps, ...turns.flatMap((turn) => this.#stepsOf(kind, turn))];
  }

  /** Turns that follow those that were planned, in place of what was foreseen before. */
  foresee(turns: readonly Turn[]): void {
    this.#foreseen = turns.flatMap((turn) => this.#stepsOf('', turn));
  }

  /** The step that came next is over. */
  done(): void {
    if (this.#steps.length === 0) [this.#steps, this.#foreseen] = [this.#foreseen, []];
    const [{ name, guess } = { name: '', guess: 0 }, ...rest] = this.#steps;
    const spent = performance.now() - this.#begun;
    this.#steps = rest;
    this.#known.set(name, spent);
    this.#begun += spent;
    this.#guessed += guess;
  }

  /** Seconds; undefined before there is anything to go by. */
  get left(): number | undefined {
    if (this.#guessed === 0) return undefined;
    const scale = (this.#begun - this.#start) / this.#guessed;
    const takes = [...this.#steps, ...this.#foreseen].map(({ name, guess }) => this.#known.get(name) ?? guess * scale);
    const passed = Math.min(takes[0] ?? 0, performance.now() - this.#begun);
    return takes.reduce((sum, each) => sum + each, -passed) / 1000 + this.#closing;
  }

  /** A share of the whole, from 0 to 1. It never falls, though more may turn out to be left. */
  get share(): number {
    const elapsed = (performance.now() - this.#start) / 1000;
    if (this.left !== undefined) this.#share = Math.max(this.#share, elapsed / (elapsed + this.left));
    return this.#share;
  }

  /** A row is called to warm it up and to find the length of a sample, and then measured. A worker starts for the first one. */
  #stepsOf(kind: string, { subject, sizes, indexes }: Turn): Step[] {
    const { setting, rows, shortest } = this.#circumstances;
    const ofSubject = rows.filter((row) => row.subject === subject);
    return indexes.map((index, i) => {
      const guesses = sizes.map((size) => {
        const bytes = size * (ofSubject[index]?.workload === 'many' ? messagesOf(size) : 1);
        const sample = Math.max((bytes / usualSpeed) * (subject === 'portable' ? slowBuild : 1), 1.5 * shortest);
        return Math.max(setting.time, 4 * sample) + Math.max(5, sample) + Math.max(setting.time, 3 * sample);
      });
      const guess = guesses.reduce((sum, each) => sum + each, i === 0 ? startUp : 0);
      return { name: `${kind} ${subject} ${index}${i === 0 ? ' first' : ''}`, guess };
    });
  }
}
