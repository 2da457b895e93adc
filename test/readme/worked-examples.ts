/** Reads the worked examples of docs/algorithms; docs/algorithms/README.md has their grammar. */

export interface WorkedExample {
  algorithm: string;
  /** The line of the page on which the example starts. */
  line: number;
  given: ReadonlyMap<string, string>;
  computed: ReadonlyMap<string, string>;
}

/** A computed value: bytes, decimal numbers, or words of hexadecimal digits. */
export type Value = Uint8Array | number[] | string[];

export function workedExamples(markdown: string): WorkedExample[] {
  const fence = /^```example (\S+)\n([\s\S]*?)^```$/gm;
  return [...markdown.matchAll(fence)].map(({ index, 1: algorithm = '', 2: text = '' }) => {
    const given = new Map<string, string>();
    const computed = new Map<string, string>();
    // A value continues in indented lines.
    for (const entry of text.trimEnd().split(/\n(?! )/)) {
      const [, name = '', sign, value = ''] = /^([^:>]+?)(:| ->)([\s\S]*)$/.exec(entry) ?? [];
      const entries = sign === ':' ? given : computed;
      if (name === '' || entries.has(name)) throw new SyntaxError(`not a line of an example: ${entry}`);
      entries.set(name, value.trim().replaceAll(/\s+/g, ' '));
    }
    return { algorithm, line: markdown.slice(0, index).split('\n').length, given, computed };
  });
}

export const bytesOf = (text: string): Uint8Array => {
  const digits = text.replaceAll(' ', '');
  if (!/^([0-9a-f]{2})*$/.test(digits)) throw new SyntaxError(`not bytes in hexadecimal: ${text}`);
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
};

/** The value as the pages write it, without spaces between bytes. */
export const textOf = (value: Value): string =>
  value instanceof Uint8Array ? [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('') : value.join(' ');

export const says = (text: string, value: Value | undefined): boolean =>
  value !== undefined && textOf(value) === (value instanceof Uint8Array ? text.replaceAll(' ', '') : text);

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

/** Turns the inputs of an example into its values. */
export type Computation = (given: Given) => Record<string, Value>;

export const hex = (values: Iterable<number>, digits: number) =>
  Array.from(values, (value) => value.toString(16).padStart(digits, '0'));

export const upTo = <Result>(length: number, make: (i: number) => Result) => Array.from({ length }, (_, i) => make(i));

export const byNumber = (name: string, values: Value[], first: number): Record<string, Value> =>
  Object.fromEntries(values.map((value, i) => [`${name} ${first + i}`, value]));
