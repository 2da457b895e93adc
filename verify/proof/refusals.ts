/** A proof of each kernel, and faults that it must refuse. */
import { type Goal, lanes, single } from './goals.js';
import { ofRomulus } from './members.js';
import { type Build, moduleOf } from './modules.js';
import { type FaultName, type Mutant, planted, withOtherBit } from './mutants.js';
import { type Outcome, Subject } from './prove.js';

/** A fault of a kind, or in a table, at a part of the way through all places that can have it. */
export type Fault = readonly [FaultName | 'table', part: number];

const { n } = ofRomulus;
const nothing = { ad: 0, text: 0 };
const faultsOf = (text: string) =>
  text.split(', ').map((fault): Fault => [fault.split(' ')[0] as FaultName, Number(fault.split(' ')[1])]);

const kernel = (name: string, build: Build, goal: Goal, faults: string) =>
  ({ ...{ name, build, goal }, faults: faultsOf(faults) }) as const;

export const kernels = [
  kernel(
    'portable',
    'portable',
    single(n, 'encrypt', nothing),
    'xor 0.3, xor 0.5, and 0.6, shift 0.7, rotation 0.2, rotation 0.8, constant 0.6, table 0, table 0.5, table 0.95',
  ),
  kernel(
    'one vector',
    'simd128',
    single(n, 'encrypt', nothing),
    'vectorXor 0.6, vectorAnd 0.4, vectorXor 0.3, vectorShift 0.5, table 0.1, table 0.5, table 0.9',
  ),
  kernel('8 lanes', 'simd128', lanes(8, n, 'encrypt', nothing), 'vectorXor 0.8, store 0.6, vectorXor 0.4, table 0.3'),
  kernel('32 lanes', 'simd128', lanes(32, n, 'encrypt', nothing), 'complement 0.4, shuffle 0.5, store 0.7'),
];

/** The proof of a kernel as it ships, and the data from which modules with a fault are made. */
export function triedOf({ build, goal }: Pick<(typeof kernels)[number], 'build' | 'goal'>): {
  whole: Outcome;
  tryFault: (fault: Fault) => Refusal;
} {
  const bytes = moduleOf(build, goal.suite);
  const subject = new Subject(bytes);
  const whole = subject.prove(goal);
  const faultless = { ...whole, bytes, binary: subject.binary };
  const tryFault = ([name, part]: Fault): Refusal => {
    const mutant = name === 'table' ? withOtherBit(faultless, part) : planted(faultless, name, part);
    return { ...mutant, ...new Subject(mutant.bytes).prove(goal) };
  };
  return { whole, tryFault };
}

type Refusal = Outcome & Mutant;
