/** A computation turns the inputs of a worked example of docs/algorithms into its values. */
import { bytesOf, type Value, type WorkedExample } from './worked-examples.js';

/** The inputs of an example, by name. */
export class Given {
  readonly #values: WorkedExample['given'];

  constructor(values: WorkedExample['given']) {
    this.#values = values;
  }

  text(name: string): string {
    const text = this.#values.get(name);
    if (text === undefined) throw new SyntaxError(`${name} is not given`);
    return text;
  }

  bytes = (name: string): Uint8Array => bytesOf(this.text(name));
  numbers = (name: string): number[] => this.text(name).split(' ').map(Number);
  number = (name: string): number => Number(this.text(name));
}

export type Computation = (given: Given) => Record<string, Value>;

export const hex = (values: Iterable<number>, digits: number) =>
  Array.from(values, (value) => value.toString(16).padStart(digits, '0'));

export const upTo = <Result>(length: number, make: (i: number) => Result) => Array.from({ length }, (_, i) => make(i));

export const byNumber = (name: string, values: Value[], first: number): Record<string, Value> =>
  Object.fromEntries(values.map((value, i) => [`${name} ${first + i}`, value]));
