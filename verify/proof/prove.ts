/** Proves goals of a module, or says where the module differs from the definition. */
import { Binary } from '../constant-time/binary.js';
import { callOf, describePlace, roundOf, stateOf } from './cipher.js';
import type { Claim, Goal } from './goals.js';
import { Machine } from './machine.js';
import { type Logic, Terms } from './terms.js';

export type Outcome = ReturnType<Subject['prove']>;

export class Subject {
  readonly binary: Binary;
  readonly #unknownFrom: number;

  constructor(bytes: Uint8Array) {
    this.binary = new Binary(bytes, () => {});
    // The memory after the constants may hold anything.
    const machine = new Machine(new Terms(), this.binary, this.binary.memoryLength);
    this.#unknownFrom = machine.map.lanesWork || machine.map.state;
  }

  /** Defines a goal in an algebra. `execute` calls the module. */
  begin(goal: Goal, terms: Logic) {
    const machine = new Machine(terms, this.binary, this.#unknownFrom);
    const cipher = goal.cipher(terms);
    return { machine, cipher, execute: goal.define({ cipher, machine }) };
  }

  prove(goal: Goal) {
    const terms = new Terms();
    const { machine, cipher, execute } = this.begin(goal, terms);
    const seen = new Set<number>();
    terms.seen = (place) => seen.add(place);
    let claims: Claim[] = [];
    let problem: string | undefined;
    try {
      claims = execute();
      problem = differenceIn(claims, terms);
    } catch (error) {
      problem = (error as Error).message;
    }
    terms.seen = undefined;
    const missing = terms.defined.filter((place) => !seen.has(place));
    if (missing.length > 0) problem ??= 'the module does not have all states that the definition has';
    return {
      /** The reason why the goal is not proven, and the first bit of a state that the module does not have. */
      problem,
      place: problem === undefined ? undefined : firstOf(missing, seen),
      calls: cipher.calls,
      bits: claims.reduce((sum, { made }) => sum + made.length, 0),
      /** The number of the definition's bits between rounds that the execution of the module makes too. */
      stateBits: terms.defined.length - missing.length,
      executed: machine.executed,
      constantsRead: machine.memory.constantsRead,
    };
  }
}

export function differenceIn(claims: readonly Claim[], terms: Logic): string | undefined {
  for (const { what, made, defined } of claims) {
    if (made.length !== defined.length) return `${what} has ${made.length} bits, and not ${defined.length}`;
    const bit = made.findIndex((literal, i) => !terms.equal(literal, defined[i]!));
    if (bit >= 0) return `bit ${bit % 8} of byte ${bit >> 3} of ${what} is not as defined`;
  }
  return undefined;
}

/** The first missing bit of a state, in the earliest round of the calls that were begun. */
function firstOf(missing: readonly number[], seen: ReadonlySet<number>): string | undefined {
  const begun = new Set(Array.from(seen, (place) => callOf(stateOf(place))));
  const places = [...missing].sort((a, b) => roundOf(stateOf(a)) - roundOf(stateOf(b)) || a - b);
  const first = places.find((place) => begun.has(callOf(stateOf(place)))) ?? places[0];
  return first === undefined ? undefined : describePlace(first);
}
