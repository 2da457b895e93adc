/** The calls of a pool: those that have begun and not ended, and whether others may begin. */
import { UsageError } from '../../api/errors.js';

export class CallGate {
  #isOpen = true;
  readonly #calls = new Set<Promise<unknown>>();

  /** Rejects with a UsageError after `close()`. */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    this.check();
    const running = call();
    this.#calls.add(running);
    return running.finally(() => this.#calls.delete(running));
  }

  check(): void {
    if (!this.#isOpen) throw new UsageError('this pool is closed');
  }

  /** Lets no call begin; resolves when those that have begun have ended. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.allSettled(this.#calls);
  }
}
