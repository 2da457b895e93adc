/** How long a run still takes: each row by what it is likely to take, corrected by what those before it have taken. */
import type { SurveyRow, Turn } from './protocol.js';
import { messagesOf, type Setting } from './setting.js';
import type { Subject } from './suite.js';

export interface PaceOptions {
  readonly setting: Setting;
  /** The rows of each subject. */
  readonly rows: readonly SurveyRow[];
  /** Milliseconds that a sample takes at least. */
  readonly shortest: number;
  /** Seconds that are needed when all turns are over. */
  readonly closing: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Before anything is known: bytes in a millisecond, and how many times as long the build takes that has no vectors. */
const usualSpeed = 80_000;
const slowBuild = 3;
/** Milliseconds: of a worker until it measures, and as much of a turn as it takes to believe its own pace. */
const startUp = 300;
const belief = 1000;

/** Milliseconds of work, as it would be at the usual speed. */
class Work {
  readonly #options: PaceOptions;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  ofTurn(turn: Turn): number {
    return turn.indexes.reduce((sum, index) => sum + this.ofRow(turn, index), startUp);
  }

  /** A row is called to warm it up and to find the length of a sample, and then measured. */
  ofRow({ subject, sizes }: Turn, index: number): number {
    const { rows, setting, shortest } = this.#options;
    const { workload } = rows.filter((row) => row.subject === subject)[index] ?? {};
    const ofSize = (size: number): number => {
      const bytes = size * (workload === 'many' ? messagesOf(size) : 1);
      const call = (bytes / usualSpeed) * (subject === 'portable' ? slowBuild : 1);
      const sample = Math.max(call, 1.5 * shortest);
      return Math.max(setting.time, 4 * sample) + Math.max(5, sample) + Math.max(setting.time, 3 * sample);
    };
    return sizes.reduce((sum, size) => sum + ofSize(size), 0);
  }
}

interface Spent {
  seconds: number;
  work: number;
}

const nothing: Spent = { seconds: 0, work: 0 };
const sumOf = (a: Spent, b: Spent): Spent => ({ seconds: a.seconds + b.seconds, work: a.work + b.work });

export class Pace {
  readonly #options: PaceOptions;
  readonly #work: Work;
  readonly #now: () => number;
  readonly #spent = new Map<Subject, Spent>();
  readonly #start: number;
  /** The turn that is measured now, or comes next, is the first. */
  #left: Turn[];
  #foreseen: readonly Turn[] = [];
  /** Work of the turn that is measured now that is done, and when it began. */
  #done = 0;
  #began: number;
  #share = 0;

  /** The turns in their order. */
  constructor(turns: readonly Turn[], options: PaceOptions) {
    this.#options = options;
    this.#work = new Work(options);
    this.#now = options.now ?? (() => performance.now());
    this.#left = [...turns];
    this.#began = this.#start = this.#now();
  }

  /** Turns that are likely to be appended, in place of those that were before. */
  foresee(turns: readonly Turn[]): void {
    this.#foreseen = turns;
  }

  /** Turns that nobody could be sure of before, in place of those that were foreseen. */
  append(turns: readonly Turn[]): void {
    this.#left.push(...turns);
    this.#foreseen = [];
  }

  begin(): void {
    this.#done = 0;
    this.#began = this.#now();
  }

  /** A row of the turn is measured. */
  note(index: number): void {
    const [turn] = this.#left;
    if (turn) this.#done += this.#work.ofRow(turn, index);
  }

  /** The turn that was begun has ended. */
  end(): void {
    const turn = this.#left.shift();
    if (!turn) return;
    const spent = { seconds: (this.#now() - this.#began) / 1000, work: this.#work.ofTurn(turn) };
    this.#spent.set(turn.subject, sumOf(this.#spent.get(turn.subject) ?? nothing, spent));
    this.#done = 0;
    this.#began = this.#now();
  }

  /** Seconds; undefined before there is anything to go by. */
  get left(): number | undefined {
    const [current, ...later] = this.#left;
    if (!current) return this.#options.closing;
    const running = { seconds: (this.#now() - this.#began) / 1000, work: this.#done > 0 ? this.#done + startUp : 0 };
    const isBegun = running.work > 0;
    const all = [...this.#spent.values()].reduce(sumOf, isBegun ? running : nothing);
    if (all.work === 0) return undefined;
    const usual = all.seconds / all.work;
    const secondsOf = (subject: Subject, work: number) => {
      const known = this.#spent.get(subject) ?? nothing;
      const spent = isBegun && subject === current.subject ? sumOf(known, running) : known;
      return (work * (spent.seconds + belief * usual)) / (spent.work + belief);
    };
    const whole = secondsOf(current.subject, this.#work.ofTurn(current));
    const ofCurrent = isBegun
      ? secondsOf(current.subject, this.#work.ofTurn(current) - running.work)
      : Math.max(0, whole - running.seconds);
    const ofLater = [...later, ...this.#foreseen].map((turn) => secondsOf(turn.subject, this.#work.ofTurn(turn)));
    return ofLater.reduce((sum, seconds) => sum + seconds, ofCurrent + this.#options.closing);
  }

  /** Of the whole, from 0 to 1. It never falls, though more may turn out to be left. */
  get share(): number {
    const elapsed = (this.#now() - this.#start) / 1000;
    const { left } = this;
    if (left !== undefined) this.#share = Math.max(this.#share, elapsed / (elapsed + left));
    return this.#share;
  }
}
