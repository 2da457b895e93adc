/** `#batch` in romulus-wasm/js: many messages one after the other, since its engine has no lanes. */
import type { Bytes } from '../api/bytes.js';
import type { Section } from '../engine/engine.js';
import type { Loader } from '../engine/loader.js';
import type { Message } from '../engine/message.js';
import type { BatchOperation } from '../messages/batch.js';
import { copyMessages } from '../messages/packing.js';
import type { Work } from '../messages/slicing.js';
import { sliceBytes } from '../runtime/event-loop.js';

/** Null is the result of a message that is not authentic. */
type Results = (Bytes | null)[];

export class BatchWork implements Work<Results> {
  readonly loader: Loader;
  readonly total: number;
  readonly sliceBytes = sliceBytes;
  readonly state = 'batch';
  readonly #operation: BatchOperation;
  readonly #messages: Message[];
  readonly #results: Results = [];
  #alone: Work<Bytes | undefined> | undefined;
  /** The unfinished results of messages that are not authentic. */
  readonly #spoiled: Uint8Array[] = [];
  readonly #finish: (results: Results) => Results;
  #isDone = false;

  constructor(operation: BatchOperation, messages: Message[], finish = (results: Results): Results => results) {
    this.loader = operation.loader;
    this.#finish = finish;
    this.total = messages.reduce((sum, { adLength, textLength }) => sum + adLength + textLength, 0);
    this.#operation = operation;
    this.#messages = messages;
  }

  *steps(section: Section): Generator<number, Results> {
    let done = 0;
    while (this.#results.length < this.#messages.length) {
      const alone = this.#operation.alone(this.#messages[this.#results.length] as Message);
      this.#alone = alone;
      const steps = alone.steps(section);
      let step = steps.next();
      for (; !step.done; step = steps.next()) yield done + step.value;
      this.#spoiled.push(...alone.leftovers());
      this.#alone = undefined;
      this.#results.push(step.value ?? null);
      done += alone.total;
      yield done;
    }
    const result = this.#finish(this.#results);
    this.#isDone = true;
    return result;
  }

  *leftovers(): Generator<Uint8Array, void> {
    yield* this.#spoiled;
    if (this.#isDone) return;
    if (this.#alone) yield* this.#alone.leftovers();
    for (const result of this.#results) if (result) yield result;
  }

  copyInputs(copies: Bytes[]): void {
    this.#alone?.copyInputs(copies);
    const first = this.#results.length + (this.#alone ? 1 : 0);
    const left = copyMessages(this.#messages.slice(first), this.#operation, this.total, copies);
    for (let i = first; i < this.#messages.length; i++) this.#messages[i] = left.next().value;
  }
}
