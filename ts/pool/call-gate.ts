/** The calls of a pool: those that have begun and not ended, and whether others may begin. */
import { UsageError } from '../errors.js';

export class CallGate {
  #isOpen = true;
  #count = 0;
  readonly #ended: Promise<void>;
  #endAll!: () => void;

  constructor() {
    this.#ended = new Promise((resolve) => {
      this.#endAll = resolve;
    });
  }

  /** Rejects with a UsageError after `close()`. */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    this.check();
    this.#count++;
    try {
      return await call();
    } finally {
      this.#count--;
      this.#endIfLast();
    }
  }

  /** Throws a UsageError after `close()`. */
  check(): void {
    if (!this.#isOpen) throw new UsageError('this pool is closed');
  }

  /** Lets no call begin; resolves when those that have begun have ended. */
  close(): Promise<void> {
    this.#isOpen = false;
    this.#endIfLast();
    return this.#ended;
  }

  #endIfLast(): void {
    if (!this.#isOpen && this.#count === 0) this.#endAll();
  }
}
