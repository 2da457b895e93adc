/** Gathers single items into batches. */
import { busy } from './problem.js';

/**
 * Returns a function that takes an item, and returns its own result. It rejects at once if too many items wait. One batch
 * is processed at a time, while the next batch gathers. The next one may begin earlier if the work says so.
 *
 * @template Item, Result
 * @param {(items: Item[], next: () => void) => Promise<Result[]>} work returns the results in the order of the items;
 *   calls `next` when the next batch may begin, which otherwise begins at the end
 * @param {{ gather: number, batch: number, queue: number }} limits the milliseconds for which a batch gathers, the
 *   most items in a batch, and the most items that may wait
 * @returns {(item: Item) => Promise<Result>}
 */
export function batcher(work, { gather, batch, queue }) {
  /** @type {{ item: Item, resolve: (result: Result) => void, reject: (error: unknown) => void }[]} */
  const waiting = [];
  let isWorking = false;
  let timer;

  function schedule() {
    if (isWorking || waiting.length === 0) return;
    if (waiting.length >= batch) start();
    else timer ??= setTimeout(start, gather);
  }

  async function start() {
    clearTimeout(timer);
    timer = undefined;
    isWorking = true;
    let isFirst = true;
    const next = () => {
      if (!isFirst) return;
      isFirst = false;
      isWorking = false;
      schedule();
    };
    const taken = waiting.splice(0, batch);
    const items = taken.map(({ item }) => item);
    try {
      const results = await work(items, next);
      for (const [i, { resolve }] of taken.entries()) resolve(results[i]);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      next();
    }
  }

  return async (item) => {
    if (waiting.length >= queue) throw busy();
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
  };
}
