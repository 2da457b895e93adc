/** The queue of a pool: the jobs that no worker can begin yet. */
import { clock } from '../../runtime/event-loop.js';

export interface Waiting<Worker> {
  readonly length: number;
  begin(worker: Worker): void;
  reject(error: unknown): void;
}

interface Entry<Worker> {
  readonly job: Waiting<Worker>;
  readonly since: number;
  /** The bytes that are done of each job before this one ends, if all of them are worked on at once. */
  readonly due: number;
}

/**
 * Jobs come out in the order in which they would end if all of them were worked on at once. So short jobs need not wait for long ones, and
 * no job waits for ever. While callers give up jobs that wait, every second job is one that has not waited long, because most of the
 * oldest would be given up before they end.
 */
export class Queue<Worker> {
  readonly #entries: Entry<Worker>[] = [];
  #done = 0;
  /** The milliseconds after which the last job was given up that waited. */
  #patience = Number.POSITIVE_INFINITY;
  #takesOldest = false;

  get next(): Waiting<Worker> | undefined {
    return this.#entries[this.#nextIndex()]?.job;
  }

  add(job: Waiting<Worker>): void {
    const due = this.#done + job.length;
    let index = this.#entries.length;
    while (index > 0 && (this.#entries[index - 1] as Entry<Worker>).due > due) index--;
    this.#entries.splice(index, 0, { job, since: clock.now(), due });
  }

  begin(job: Waiting<Worker>): void {
    this.#done += job.length / this.#entries.length;
    this.#takesOldest = !this.#takesOldest;
    this.#remove(job);
  }

  giveUp(job: Waiting<Worker>): void {
    const entry = this.#remove(job);
    if (entry) this.#patience = clock.now() - entry.since;
  }

  rejectAll(error: unknown): void {
    for (const { job } of this.#entries.splice(0)) job.reject(error);
  }

  #nextIndex(): number {
    if (this.#entries.length < 2) this.#patience = Number.POSITIVE_INFINITY;
    if (this.#takesOldest) return 0;
    const latest = clock.now() - this.#patience / 2;
    return Math.max(
      0,
      this.#entries.findIndex(({ since }) => since > latest),
    );
  }

  #remove(job: Waiting<Worker>): Entry<Worker> | undefined {
    const index = this.#entries.findIndex((entry) => entry.job === job);
    return index < 0 ? undefined : this.#entries.splice(index, 1)[0];
  }
}
