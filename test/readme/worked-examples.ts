/**
 * Reads the worked examples of docs/algorithms, whose grammar docs/algorithms/README.md has, and records the reference's calls
 * of ciphers and permutations, so that an example can show their inputs and outputs.
 */
import { fromHex, toHex } from '../reference/bytes.js';

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

/** The value as the pages write it, without spaces between bytes. */
export const textOf = (value: Value): string => (value instanceof Uint8Array ? toHex(value) : value.join(' '));

export const says = (text: string, value: Value | undefined): boolean =>
  value !== undefined && textOf(value) === (value instanceof Uint8Array ? text.replaceAll(' ', '') : text);

/** The inputs of an example, by name. */
export function givenOf(values: WorkedExample['given']) {
  const text = (name: string): string => {
    const text = values.get(name);
    if (text === undefined) throw new SyntaxError(`${name} is not given`);
    return text;
  };
  const numbers = (name: string): number[] => text(name).split(' ').map(Number);
  const bytes = (name: string): Uint8Array => fromHex(text(name).replaceAll(' ', ''));
  return { bytes, numbers, number: (name: string): number => numbers(name)[0]! };
}

/** Turns the inputs of an example into its values. */
export type Computation = (given: ReturnType<typeof givenOf>) => Record<string, Value>;

export const hex = (values: Iterable<number>, digits: number) =>
  Array.from(values, (value) => value.toString(16).padStart(digits, '0'));

export const upTo = <Result>(length: number, make: (i: number) => Result) => Array.from({ length }, (_, i) => make(i));

export const byNumber = (name: string, values: Value[], first: number): Record<string, Value> =>
  Object.fromEntries(values.map((value, i) => [`${name} ${first + i}`, value]));

interface Call {
  /** The block or the state. */
  input: Uint8Array;
  output: Uint8Array;
  tweakeys: Uint8Array[];
  /** The number of rounds, for permutations with a choice. */
  rounds: number | undefined;
}

let calls: Call[] = [];

/** The bytes of an argument. A schedule starts with the second half of the tweakey, and continues with the first. */
const bytesGiven = (given: unknown): Uint8Array[] => {
  if (Array.isArray(given)) return given.flatMap(bytesGiven);
  if (given instanceof Uint8Array) return [given.slice()];
  if (!(given instanceof DataView)) return [];
  const [first, second] = [new Uint8Array(given.buffer, 8, 8), new Uint8Array(given.buffer, 0, 8)];
  return [Uint8Array.of(...first, ...second)];
};

/**
 * A module of ciphers or permutations whose functions record their calls. Tweakeys or a key come first, then the block
 * or the state, then the number of rounds. The records are copies, as the reference works in place.
 */
export const noting = (module: object): object =>
  Object.fromEntries(
    Object.entries(module).map(([name, value]) => [name, value instanceof Function ? noted(value) : value]),
  );

const noted =
  (work: (...given: unknown[]) => unknown) =>
  (...given: unknown[]) => {
    const bytes = bytesGiven(given);
    const [tweakeys, input] = [bytes.slice(0, -1), bytes.at(-1)];
    const before = calls.length;
    const output = work(...given);
    // SKINNY-64 uses functions of SKINNY: only the outer call is one of the mode's.
    calls.length = before;
    const rounds = given.find((each): each is number => typeof each === 'number' && tweakeys.length === 0);
    if (input && output instanceof Uint8Array) calls.push({ input, output: output.slice(), tweakeys, rounds });
    return output;
  };

/** The result of `work`, the inputs and outputs of its calls, and the position of the domain in TK1. */
export function callsOf(
  work: () => Uint8Array,
  domainAt: number,
): { result: Uint8Array; named: Record<string, Value> } {
  calls = [];
  const result = work();
  const domains = calls.flatMap(({ tweakeys }) => tweakeys[0]?.[domainAt] ?? []);
  const named: Record<string, Value> = { calls: [calls.length], domains };
  for (const [i, { input, output, tweakeys, rounds }] of calls.entries()) {
    named[`call ${i + 1} in`] = input;
    named[`call ${i + 1} out`] = output;
    if (rounds !== undefined) named[`call ${i + 1} rounds`] = [rounds];
    for (const [j, tweakey] of tweakeys.entries()) named[`call ${i + 1} tk${j + 1}`] = tweakey;
  }
  return { result, named };
}
