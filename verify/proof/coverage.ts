/** Counts the instructions of a module that the proofs execute. The proofs say nothing about the others. */
import binaryen from 'binaryen';
import type { Binary } from '../constant-time/binary.js';

/** The parts of an instruction that are instructions. */
const parts = 'children operands body condition ifTrue ifFalse left right ptr vec a b c shift value'.split(' ');

/** The instructions of all functions, in a fixed order. */
export function instructionsOf(binary: Binary): number[] {
  const found: number[] = [];
  const visit = (reference: number) => {
    if (!reference) return;
    found.push(reference);
    const { kind, x } = binary.expression(reference);
    if (kind === 'Const' || !x) return;
    for (const part of parts) for (const child of [x[part] ?? []].flat()) visit(child);
  };
  for (const body of binary.functions.values()) visit(body);
  return found;
}

/** The instructions that belong only to the cipher and to the steps on its planes and blocks. */
const ciphers = new Set(
  Object.entries(binaryen)
    .filter(([name]) => /^(Relaxed)?SwizzleVec|^AndNotVec|^Rot[LR]Int/.test(name))
    .map(([, op]) => op),
);

/** Counts all instructions, the executed ones, those of the cipher, and those of the cipher that were not executed. */
export function coverageOf(binary: Binary, executed: ReadonlySet<number>) {
  const all = instructionsOf(binary);
  const cipher = all.filter((reference) => {
    const { kind, x } = binary.expression(reference);
    return kind === 'SIMDShuffle' || (kind === 'Binary' && ciphers.has(x.op));
  });
  const isMissed = (reference: number) => !executed.has(reference);
  return {
    instructions: all.length,
    executed: all.length - all.filter(isMissed).length,
    cipher: cipher.length,
    missed: cipher.filter(isMissed).length,
  };
}
