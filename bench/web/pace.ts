/** How long a run still takes: by what its figures have taken so far, each kind by itself once it is known. */
import type { Turn } from './protocol.js';

/** Before it is known: so many times as long as others the portable build takes, which has no vectors. */
const slowBuild = 2.5;

const weightOf = (subject: string): number => (subject === 'portable' ? slowBuild : 1);
const figuresOf = ({ sizes, indexes }: Turn): number => sizes.length * indexes.length;

interface Spent {
  seconds: number;
  figures: number;
}

export class Pace {
  readonly #spent = new Map<string, Spent>();
  readonly #start = performance.now();
  #left: Turn[];
  /** Figures of the turn that is measured now, and when it began. */
  #done = 0;
  #began = this.#start;

  /** The turns in their order. */
  constructor(turns: readonly Turn[]) {
    this.#left = [...turns];
  }

  /** Turns that nobody knew of before. */
  append(turns: readonly Turn[]): void {
    this.#left.push(...turns);
  }

  begin(): void {
    this.#done = 0;
    this.#began = performance.now();
  }

  note(figures: number): void {
    this.#done += figures;
  }

  /** The turn that was begun has ended. */
  end(): void {
    const turn = this.#left.shift();
    if (!turn) return;
    const spent = this.#spent.get(turn.subject) ?? { seconds: 0, figures: 0 };
    spent.seconds += (performance.now() - this.#began) / 1000;
    spent.figures += figuresOf(turn);
    this.#spent.set(turn.subject, spent);
    this.#done = 0;
  }

  /** Seconds; undefined before there is anything to go by. */
  get left(): number | undefined {
    const [current, ...later] = this.#left;
    if (!current) return 0;
    const running = { seconds: (performance.now() - this.#began) / 1000, figures: this.#done };
    const known = [...this.#spent].map(([subject, spent]) => ({ ...spent, weight: weightOf(subject) }));
    if (running.figures > 0) known.push({ ...running, weight: weightOf(current.subject) });
    const weighted = known.reduce((sum, { figures, weight }) => sum + figures * weight, 0);
    if (weighted === 0) return undefined;
    const usual = known.reduce((sum, { seconds }) => sum + seconds, 0) / weighted;
    const secondsOf = (turn: Turn, figures: number) => {
      const spent = this.#spent.get(turn.subject);
      return figures * (spent ? spent.seconds / spent.figures : usual * weightOf(turn.subject));
    };
    const ofLater = later.reduce((sum, turn) => sum + secondsOf(turn, figuresOf(turn)), 0);
    return secondsOf(current, figuresOf(current) - this.#done) + ofLater;
  }

  /** Of the whole, from 0 to 1. */
  get share(): number {
    const elapsed = (performance.now() - this.#start) / 1000;
    const { left } = this;
    return left === undefined ? 0 : elapsed / (elapsed + left);
  }
}
