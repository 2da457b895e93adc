/** The calls of ciphers and permutations that the reference has made, in their order. */

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
