/** The queue of a pool: the jobs that no worker can begin yet. */
import { clock } from '../../runtime/event-loop.js';

export interface Waiting<Worker> {
  /** The approximate amount of work, in bytes. */
  readonly length: number;
  begin(worker: Worker): void;
  reject(error: unknown): void;
}

interface Place<Worker> {
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
  readonly #places: Place<Worker>[] = [];
  #done = 0;
  /** The milliseconds after which the last job was given up that waited. */
  #patience = Number.POSITIVE_INFINITY;
  #takesOldest = false;

  /** The next job. It stays in the queue. */
  get next(): Waiting<Worker> | undefined {
    return this.#places[this.#nextIndex()]?.job;
  }

  add(job: Waiting<Worker>): void {
    const due = this.#done + job.length;
    let index = this.#places.length;
    while (index > 0 && (this.#places[index - 1] as Place<Worker>).due > due) index--;
    this.#places.splice(index, 0, { job, since: clock.now(), due });
  }

  /** Takes out a job because a worker begins it. */
  begin(job: Waiting<Worker>): void {
    this.#done += job.length / this.#places.length;
    this.#takesOldest = !this.#takesOldest;
    this.#remove(job);
  }

  /** Takes out a job because its caller has given it up. */
  giveUp(job: Waiting<Worker>): void {
    const place = this.#remove(job);
    if (place) this.#patience = clock.now() - place.since;
  }

  rejectAll(error: unknown): void {
    for (const { job } of this.#places.splice(0)) job.reject(error);
  }

  #nextIndex(): number {
    if (this.#places.length < 2) this.#patience = Number.POSITIVE_INFINITY;
    if (this.#takesOldest) return 0;
    const latest = clock.now() - this.#patience / 2;
    return Math.max(
      0,
      this.#places.findIndex(({ since }) => since > latest),
    );
  }

  #remove(job: Waiting<Worker>): Place<Worker> | undefined {
    const index = this.#places.findIndex((place) => place.job === job);
    return index < 0 ? undefined : this.#places.splice(index, 1)[0];
  }
}
