/** Estimates the remaining time of a run. It guesses the time of each row, and learns from the rows measured. */
import type { SurveyRow, Turn } from './protocol.js';
import { messagesOf } from './setting.js';

/** First guesses: bytes in a millisecond, and how many times as long the portable build takes. */
const usualSpeed = 80_000;
const slowBuild = 3;
/** Milliseconds from the start of a worker to its first sample. */
const startUp = 300;

/**
 * Guesses the milliseconds of each row of a turn. A sample takes at least `shortest` milliseconds. Calls of a row first
 * warm it up and find the length of a sample, and then they are measured. The time of the first row includes the start
 * of the worker.
 */
export function guessesOf(turn: Turn, rows: readonly SurveyRow[], time: number, shortest: number): number[] {
  const { subject, sizes, indexes } = turn;
  return indexes.map((index, i) => {
    const guesses = sizes.map((size) => {
      const bytes = size * (rows[index]?.workload === 'many' ? messagesOf(size) : 1);
      const sample = Math.max((bytes / usualSpeed) * (subject === 'portable' ? slowBuild : 1), 1.5 * shortest);
      return Math.max(time, 4 * sample) + Math.max(5, sample) + Math.max(time, 3 * sample);
    });
    return guesses.reduce((sum, each) => sum + each, i === 0 ? startUp : 0);
  });
}

export class Pace {
  /** The guessed milliseconds of the rows that are still to be measured, and of later rows that are only likely. */
  #guesses: readonly number[];
  foreseen: readonly number[] = [];
  readonly #closing: number;
  readonly #start = performance.now();
  #begun = this.#start;
  #guessed = 0;
  #share = 0;

  /** `closing` is the time after the last row, in seconds. */
  constructor(guesses: readonly number[], closing: number) {
    [this.#guesses, this.#closing] = [guesses, closing];
  }

  done(): void {
    if (this.#guesses.length === 0) [this.#guesses, this.foreseen] = [this.foreseen, []];
    const [guess = 0, ...rest] = this.#guesses;
    this.#guesses = rest;
    this.#guessed += guess;
    this.#begun = performance.now();
  }

  /** The remaining seconds, once there is a figure, and the share that is done, from 0 to 1, which never falls. */
  get progress(): { left: number | undefined; share: number } {
    if (this.#guessed === 0) return { left: undefined, share: 0 };
    const now = performance.now();
    const scale = (this.#begun - this.#start) / this.#guessed;
    const takes = [...this.#guesses, ...this.foreseen].map((guess) => guess * scale);
    const passed = Math.min(takes[0] ?? 0, now - this.#begun);
    const left = takes.reduce((sum, each) => sum + each, -passed) / 1000 + this.#closing;
    const elapsed = (now - this.#start) / 1000;
    this.#share = Math.max(this.#share, elapsed / (elapsed + left));
    return { left, share: this.#share };
  }
}
