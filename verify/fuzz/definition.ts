/**
 * Compares the portable kernels of all suites with the definitions in test/reference/ on random messages. Other targets
 * use these kernels as their reference. verify/native/vectors.cpp encrypts each message whole and by pieces, decrypts
 * it again, and decrypts forgeries of it.
 */
import { join } from 'node:path';
import { type Suite, suites } from '../../test/reference/suites.js';
import { answersOf, type Case, caseOf, compileVectors } from '../native/records.js';
import { Random } from './random.js';

const messagesOfMode = 6;
const keyLength = 16;

/** Most lengths are short, because the definitions are slow. Many of the others are near the end of a block. */
function lengthFor({ comparedMax }: Suite, random: Random): number {
  const kind = random.below(16);
  if (kind < 12) return random.below(49);
  return Math.min(comparedMax, kind < 15 ? 16 * (1 + random.below(12)) + random.below(3) - 1 : random.below(700));
}

/** The cases of each mode, with the hash last. */
function casesOf(suite: Suite, random: Random): Case[][] {
  const several = (one: () => Case) => Array.from({ length: messagesOfMode }, one);
  const text = () => random.bytes(lengthFor(suite, random));
  const byMode = suite.modes.map((mode) =>
    several(() => {
      const [key, nonce, ad, plaintext] = [random.bytes(keyLength), random.bytes(mode.nonceLength), text(), text()];
      const answer = mode.encrypt({ key, nonce, associatedData: ad, plaintext });
      return caseOf({ key, nonce, ad, text: plaintext }, answer);
    }),
  );
  const { hash } = suite;
  if (!hash) return byMode;
  const [key, nonce, ad] = [new Uint8Array(keyLength), new Uint8Array(keyLength), new Uint8Array()];
  const ofHash = several(() => {
    const message = text();
    return caseOf({ key, nonce, ad, text: message }, hash.digest(message));
  });
  return [...byMode, ofHash];
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
      const byMode = casesOf(suite, new Random(seed));
      if (!(await answersOf(`definition, ${suite.key}, seed ${seed}`, program, byMode))) return false;
      count += byMode.flat().length;
    }
  console.log(`definition: ${count} messages, no finding`);
  return true;
}
