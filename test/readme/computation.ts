/** How a worked example of docs/algorithms is computed of what is given to it; computations/ has those of each page. */
import { bytesOf, type Value, type WorkedExample } from './worked-examples.js';

/** What is given to an example, by name. */
export class Given {
  readonly #values: WorkedExample['given'];

  constructor(values: WorkedExample['given']) {
    this.#values = values;
  }

  bytes(name: string): Uint8Array {
    return bytesOf(this.#text(name));
  }

  numbers(name: string): number[] {
    return this.#text(name).split(' ').map(Number);
  }

  number(name: string): number {
    return Number(this.#text(name));
  }

  request() {
    const names = ['key', 'nonce', 'ad', 'plaintext'] as const;
    const [key, nonce, associatedData, plaintext] = names.map((name) => this.bytes(name)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    return { key, nonce, associatedData, plaintext };
  }

  #text(name: string): string {
    const text = this.#values.get(name);
    if (text === undefined) throw new SyntaxError(`${name} is not given`);
    return text;
  }
}

export type Computation = (given: Given) => Record<string, Value>;

export const hex = (values: Iterable<number>, digits: number) =>
  Array.from(values, (value) => value.toString(16).padStart(digits, '0'));

export const byNumber = (name: string, values: Value[], first: number): Record<string, Value> =>
  Object.fromEntries(values.map((value, i) => [`${name} ${first + i}`, value]));
