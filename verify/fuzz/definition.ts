/**
 * Compares the portable kernels of all suites with the definitions in test/reference/ on random messages. Other targets
 * use these kernels as their reference. verify/native/vectors.cpp encrypts each message whole and by pieces, decrypts
 * it again, and decrypts forgeries of it.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { type Suite, suites } from '../../test/reference/suites.js';
import { answersOf, type Case, caseOf, compileVectors } from '../native/records.js';

const messagesOfMode = 6;

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Most lengths are short, because the definitions are slow. Many of the others are near the end of a block. */
const textOf = ({ comparedMax }: Suite) =>
  fc
    .oneof(
      { weight: 12, arbitrary: fc.nat(48) },
      { weight: 3, arbitrary: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(2)).map(([i, by]) => 16 * i + by - 1) },
      { weight: 1, arbitrary: fc.nat(700) },
    )
    .chain((length) => bytes(Math.min(comparedMax, length)));

/** The cases of each mode, with the hash last. */
function casesOf(suite: Suite, seed: number): Case[][] {
  const sample = <Inputs>(arbitrary: fc.Arbitrary<Inputs>) => fc.sample(arbitrary, { seed, numRuns: messagesOfMode });
  const byMode = suite.modes.map((mode) => {
    const inputs = fc.record({
      key: bytes(16),
      nonce: bytes(mode.nonceLength),
      ad: textOf(suite),
      text: textOf(suite),
    });
    return sample(inputs).map(({ ad, text, ...secret }) =>
      caseOf({ ...secret, ad, text }, mode.encrypt({ ...secret, associatedData: ad, plaintext: text })),
    );
  });
  const { hash } = suite;
  if (!hash) return byMode;
  const [key, nonce, ad] = [new Uint8Array(16), new Uint8Array(16), new Uint8Array()];
  return [...byMode, sample(textOf(suite)).map((text) => caseOf({ key, nonce, ad, text }, hash.digest(text)))];
}

/** Compares all suites in turn until the time is over. Returns true if all are as defined. */
export async function fuzzDefinition(place: string, seconds: number): Promise<boolean> {
  const compiled = suites.map(async (suite) => {
    const program = join(place, `definition-${suite.key}`);
    return { suite, program: await compileVectors(program, suite.key, 'portable', ['-O1', '-g1']) };
  });
  const programs = await Promise.all(compiled);
  const end = performance.now() + 1000 * seconds;
  let count = 0;
  for (let seed = 1; seed === 1 || performance.now() < end; seed++)
    for (const { suite, program } of programs) {
      const byMode = casesOf(suite, seed);
      if (!(await answersOf(`definition, ${suite.key}, seed ${seed}`, program, byMode))) return false;
      count += byMode.flat().length;
    }
  console.log(`definition: ${count} messages, no finding`);
  return true;
}
