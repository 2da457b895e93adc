/** Counts the instructions of a module that the proofs execute. The proofs say nothing about the others. */
import binaryen from 'binaryen';
import type { Binary } from '../constant-time/binary.js';

/** The instructions that belong only to the cipher and to the steps on its planes and blocks. */
const ciphers = new Set(
  Object.entries(binaryen)
    .filter(([name]) => /^(Relaxed)?SwizzleVec|^AndNotVec|^Rot[LR]Int/.test(name))
    .map(([, op]) => op),
);

/** Counts all instructions, the executed ones, those of the cipher, and those of the cipher that were not executed. */
export function coverageOf(binary: Binary, executed: ReadonlySet<number>) {
  const all = binary.instructions();
  const cipher = all.filter((reference) => {
    const { kind, x } = binary.expression(reference);
    return kind === 'SIMDShuffle' || (kind === 'Binary' && ciphers.has(x.op));
  });
  const missed = (some: readonly number[]) => some.filter((reference) => !executed.has(reference)).length;
  return {
    instructions: all.length,
    executed: all.length - missed(all),
    cipher: cipher.length,
    missed: missed(cipher),
  };
}
