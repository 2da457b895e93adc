/** The calls of ciphers and permutations that the reference has made, in their order. */
import type { Value } from './worked-examples.js';

export interface Call {
  /** The block or the state. */
  input: Uint8Array;
  output: Uint8Array;
  /** TK1, TK2 and TK3 of SKINNY. */
  tweakeys?: Uint8Array[];
  /** Of a permutation with a choice. */
  rounds?: number;
}

let calls: Call[] = [];

/** Makes a call and notes copies of what went in and came out, as the reference works in place. */
export function noted(
  input: Uint8Array,
  work: () => Uint8Array,
  more: Omit<Call, 'input' | 'output'> = {},
): Uint8Array {
  const before = input.slice();
  const output = work();
  calls.push({ input: before, output: output.slice(), ...more });
  return output;
}

/** The calls that work makes, and what it returns. */
export function callsOf<Result>(work: () => Result): { result: Result; calls: Call[] } {
  calls = [];
  const result = work();
  return { result, calls };
}

/** What went into each call and came out of it, with the numbers of the calls from 1. */
export function namesOf(calls: Call[]): Record<string, Value> {
  const named: Record<string, Value> = { calls: [calls.length] };
  for (const [i, { input, output, tweakeys, rounds }] of calls.entries()) {
    named[`call ${i + 1} in`] = input;
    named[`call ${i + 1} out`] = output;
    if (rounds !== undefined) named[`call ${i + 1} rounds`] = [rounds];
    for (const [j, tweakey] of tweakeys?.entries() ?? []) named[`call ${i + 1} tk${j + 1}`] = tweakey;
  }
  return named;
}
