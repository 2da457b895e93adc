/** The reference's calls of ciphers and permutations, so that an example can show their inputs and outputs. */
import type { Value } from './worked-examples.js';

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
const bytesOf = (given: unknown): Uint8Array[] => {
  if (Array.isArray(given)) return given.flatMap(bytesOf);
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
    const bytes = bytesOf(given);
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
