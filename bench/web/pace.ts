/** Estimates the remaining time of a run from the average time of a figure. */
import type { Turn } from './protocol.js';

const figuresOf = (turns: readonly Turn[]): number =>
  turns.reduce((sum, { sizes, indexes }) => sum + sizes.length * indexes.length, 0);

export class Pace {
  readonly #start = performance.now();
  readonly #planned: number;
  #again = 0;
  #done = 0;
  #share = 0;

  constructor(turns: readonly Turn[]) {
    this.#planned = figuresOf(turns);
  }

  /** Adds turns behind the planned ones. They replace the turns that were foreseen earlier. */
  foresee(turns: readonly Turn[]): void {
    this.#again = figuresOf(turns);
  }

  /** A row of the turn is measured. */
  done({ sizes }: Turn): void {
    this.#done += sizes.length;
  }

  /** The remaining seconds; undefined before the first figure. */
  get left(): number | undefined {
    if (this.#done === 0) return undefined;
    const each = (performance.now() - this.#start) / this.#done;
    return (each * (this.#planned + this.#again - this.#done)) / 1000;
  }

  /** A share of the whole, from 0 to 1. It never falls, though more may turn out to be left. */
  get share(): number {
    this.#share = Math.max(this.#share, this.#done / (this.#planned + this.#again));
    return this.#share;
  }
}
