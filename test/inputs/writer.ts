/** Another thread that writes to shared memory while the test's own works on it. */

/** Runs in the thread: once it is told to go, grows a buffer step by step; or flips bits of arrays until it is told to rest. */
const script = `
  const port = globalThis.process?.getBuiltinModule?.('node:worker_threads').parentPort ?? self;
  const listen = (act) => (port.on ? port.on('message', act) : port.addEventListener('message', ({ data }) => act(data)));
  listen(({ told, order, grown, most, step, texts }) => {
    port.postMessage('ready');
    if (grown) {
      while (Atomics.load(told, 0) < order);
      while (grown.byteLength < most) grown.grow(Math.min(grown.byteLength + step, most));
    } else {
      while (Atomics.load(told, 0) < order) for (const text of texts) for (let at = 0; at < text.length; at += 997) text[at] ^= 1;
      port.postMessage('resting');
    }
  });
  port.postMessage('started');
`;

export class Writer {
  readonly #worker: Worker | import('node:worker_threads').Worker;
  /** Up to which order it is told to go, or to rest. */
  readonly #told = new Int32Array(new SharedArrayBuffer(4));
  #orders = 0;
  #hear: (said: unknown) => void = () => {};

  private constructor() {
    const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
    if (threads) {
      this.#worker = new threads.Worker(script, { eval: true });
      this.#worker.on('message', (said) => this.#hear(said));
    } else {
      this.#worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
      this.#worker.onmessage = ({ data }) => this.#hear(data);
    }
  }

  static async start(): Promise<Writer> {
    const writer = new Writer();
    await writer.#heard('started');
    return writer;
  }

  /** Is ready, at `go()`, to grow the buffer by `step` bytes at a time until it has `most`. */
  grow(grown: SharedArrayBuffer, most: number, step: number): Promise<void> {
    return this.#order({ grown, most, step });
  }

  go(): void {
    Atomics.store(this.#told, 0, this.#orders);
  }

  /** Flips bits of the arrays until `rest()`. */
  async flip(texts: Uint8Array[]): Promise<void> {
    await this.#order({ texts });
  }

  async rest(): Promise<void> {
    const resting = this.#heard('resting');
    this.go();
    await resting;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  async #order(order: object): Promise<void> {
    const ready = this.#heard('ready');
    this.#worker.postMessage({ ...order, order: ++this.#orders, told: this.#told });
    await ready;
  }

  #heard(expected: string): Promise<void> {
    return new Promise((resolve) => {
      this.#hear = (said) => {
        if (said === expected) resolve();
      };
    });
  }
}
