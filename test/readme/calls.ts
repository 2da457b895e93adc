/** The calls of ciphers and permutations that the reference has made, so that an example can show what goes in and comes out. */
import type { Value } from './worked-examples.js';

interface Inputs {
  /** The block or the state. */
  input: Uint8Array;
  tweakeys?: Uint8Array[];
  /** Of a permutation with a choice. */
  rounds?: number;
}

let calls: (Inputs & { output: Uint8Array })[] = [];

/** A module whose functions note their calls. The notes are copies, as the reference works in place. */
export function noting(module: unknown, inputsOf: Record<string, (...given: never[]) => Inputs>): object {
  const functions = module as Record<string, (...given: unknown[]) => Uint8Array>;
  const notingCalls = Object.entries(inputsOf).map(([name, inputs]) => [
    name,
    (...given: never[]) => {
      const { input, tweakeys, ...more } = inputs(...given);
      const before = {
        ...{ input: input.slice(), ...more },
        ...(tweakeys && { tweakeys: tweakeys.map((tweakey) => tweakey.slice()) }),
      };
      const output = functions[name]!(...given);
      calls.push({ ...before, output: output.slice() });
      return output;
    },
  ]);
  return { ...functions, ...Object.fromEntries(notingCalls) };
}

/** What work returns, what went into each of its calls and came out, and the byte of TK1 that has the domain. */
export function callsOf(
  work: () => Uint8Array,
  domainAt: number,
): { result: Uint8Array; named: Record<string, Value> } {
  calls = [];
  const result = work();
  const domains = calls.flatMap(({ tweakeys }) => tweakeys?.[0]?.[domainAt] ?? []);
  const named: Record<string, Value> = { calls: [calls.length], domains };
  for (const [i, { input, output, tweakeys, rounds }] of calls.entries()) {
    named[`call ${i + 1} in`] = input;
    named[`call ${i + 1} out`] = output;
    if (rounds !== undefined) named[`call ${i + 1} rounds`] = [rounds];
    for (const [j, tweakey] of tweakeys?.entries() ?? []) named[`call ${i + 1} tk${j + 1}`] = tweakey;
  }
  return { result, named };
}
