/** Gathers single items into batches. */
import { busy } from './problem.js';

/**
 * Processes one batch at a time, while the next batch gathers. The next one may begin earlier if the work says so.
 *
 * @template Item, Result
 */
export class Batcher {
  /** @type {{ item: Item, resolve: (result: Result) => void, reject: (error: unknown) => void }[]} */
  #waiting = [];
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  #working = false;
  #work;
  #limits;

  /**
   * @param {(items: Item[], next: () => void) => Promise<Result[]>} work returns the results in the order of the items;
   *   calls `next` when the next batch may begin, which otherwise begins at the end
   * @param {{ gather: number, batch: number, queue: number }} limits the milliseconds for which a batch gathers, the
   *   most items in a batch, and the most items that may wait
   */
  constructor(work, limits) {
    this.#work = work;
    this.#limits = limits;
  }

  /** @type {(item: Item) => Promise<Result>} the item's own result; rejects at once if too many items wait */
  async add(item) {
    if (this.#waiting.length >= this.#limits.queue) throw busy();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  #schedule() {
    if (this.#working || this.#waiting.length === 0) return;
    if (this.#waiting.length >= this.#limits.batch) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), this.#limits.gather);
  }

  async #start() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#working = true;
    let isFirst = true;
    const next = () => {
      if (!isFirst) return;
      isFirst = false;
      this.#working = false;
      this.#schedule();
    };
    const batch = this.#waiting.splice(0, this.#limits.batch);
    const items = batch.map(({ item }) => item);
    try {
      const results = await this.#work(items, next);
      for (const [i, { resolve }] of batch.entries()) resolve(results[i]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      next();
    }
  }
}
