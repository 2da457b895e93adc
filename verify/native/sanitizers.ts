/**
 * Runs the sources of the suites' modules natively over all vectors of kats/: whole, by pieces and in lanes.
 * AddressSanitizer, UndefinedBehaviorSanitizer and MemorySanitizer each have a program of their own, because that is
 * faster. The vectors of encrypted files are left out, because apart from calls of the modes their code is TypeScript.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { katFiles } from '../../kats/files.js';
import {
  AEAD_FIELDS,
  HASH_FIELDS,
  type LongAeadVector,
  type LongHashVector,
  pattern,
  readResponses,
} from '../../test/reference/kats.js';
import { type SuiteKey, suites } from '../../ts/suites/table.js';
import { type Check, compile, failuresOf, inFolder, type Kernel, kernelsOf, main, need, run } from './compile.js';
import { answersOf, type Case, caseOf, compileVectors, countWrong } from './records.js';

/** The modes of a suite by the names that kats/ gives them, in the order of their numbers. */
const modesOf = (suite: SuiteKey): string[] =>
  [...Object.keys(suites[suite].modes), ...(suites[suite].hash ? ['H'] : [])].map((name) => name.toLowerCase());

const none = new Uint8Array();
const files = katFiles();
const textOf = (name: string) => files.get(name) as string;

function responses(suite: SuiteKey, mode: string): Case[] {
  const names = [...files.keys()].filter((name) => name.startsWith(`${suite}-${mode}.`) && name.endsWith('.txt'));
  const texts = names.map(textOf);
  if (mode === 'h') {
    const unused = { key: new Uint8Array(16), nonce: new Uint8Array(16), ad: none };
    const hashed = texts.flatMap((text) => readResponses(text, HASH_FIELDS));
    return hashed.map(({ message, digest }) => caseOf({ ...unused, text: message }, digest));
  }
  const encrypted = texts.flatMap((text) => readResponses(text, AEAD_FIELDS));
  return encrypted.map(({ key, nonce, associatedData: ad, plaintext: text, ciphertext }) =>
    caseOf({ key, nonce, ad, text }, ciphertext),
  );
}

function longOnes(suite: SuiteKey, mode: string, nonceLength: number): Case[] {
  const { cases } = JSON.parse(textOf(`${suite}-long.json`)) as { cases: (LongHashVector | LongAeadVector)[] };
  const [key, nonce] = [pattern('key', 16), pattern('nonce', nonceLength)];
  return cases
    .filter((vector) => vector.mode.toLowerCase() === mode)
    .map((vector) => {
      const text = pattern('message', vector.messageLength);
      if ('digest' in vector) return caseOf({ key, nonce, ad: none, text }, Buffer.from(vector.digest, 'hex'));
      const { adLength, tag, ciphertextSha256 } = vector;
      return {
        ...{ key, nonce, ad: pattern('associatedData', adLength), text },
        answerLength: text.length + tag.length / 2,
        isRight: (answer) =>
          answer.toString('hex', text.length) === tag &&
          createHash('sha256').update(answer.subarray(0, text.length)).digest('hex') === ciphertextSha256,
      };
    });
}

/** The cases of each mode stand together, because neighbours run side by side in lanes. */
const casesOf = (suite: SuiteKey): Case[][] =>
  modesOf(suite).map((mode) => {
    const official = responses(suite, mode);
    return [...official, ...longOnes(suite, mode, official[0]!.nonce.length)];
  });

/** Returns the answers with one bit of each changed, in its first byte or its last. */
function withFaults(cases: Case[], answers: Buffer, where: 'first' | 'last'): Buffer {
  const faulty = Buffer.from(answers);
  let position = 0;
  for (const { answerLength } of cases) {
    const at = where === 'first' ? position : position + answerLength - 1;
    faulty.writeUInt8(faulty.readUInt8(at) ^ 1, at);
    position += answerLength;
  }
  return faulty;
}

/** The flag of each sanitizer, and its report of the fault that verify/native/faults.cpp has for it. */
const sanitizers = {
  AddressSanitizer: { flag: '-fsanitize=address', report: 'AddressSanitizer: heap-buffer-overflow' },
  UndefinedBehaviorSanitizer: { flag: '-fsanitize=undefined', report: 'runtime error: signed integer overflow' },
  MemorySanitizer: { flag: '-fsanitize=memory', report: 'MemorySanitizer: use-of-uninitialized-value' },
};
type Sanitizer = keyof typeof sanitizers;
const names = Object.keys(sanitizers) as Sanitizer[];
const flagsWith = (sanitizer: Sanitizer) => ['-O1', '-g1', sanitizers[sanitizer].flag, '-fno-sanitize-recover=all'];

function checksOf(suite: SuiteKey, place: string): Check[] {
  const byMode = casesOf(suite);
  const cases = byMode.flat();
  const check = async (sanitizer: Sanitizer, kernel: Kernel): Promise<boolean> => {
    const what = `${suite}, ${kernel}, ${sanitizer}`;
    const program = await compileVectors(join(place, what), suite, kernel, flagsWith(sanitizer));
    const answers = await answersOf(what, program, byMode);
    if (!answers) return false;
    for (const where of ['first', 'last'] as const)
      if (countWrong(cases, withFaults(cases, answers, where)) !== cases.length)
        throw new Error(`${what}: a wrong answer, in its ${where} byte, is not seen`);
    console.log(`${what}: ${cases.length} vectors, no finding`);
    return true;
  };
  return names.flatMap((sanitizer) => kernelsOf(suite).map((kernel) => () => check(sanitizer, kernel)));
}

/** True if a sanitizer reports the fault that verify/native/faults.cpp has for it. */
async function control(sanitizer: Sanitizer, place: string): Promise<boolean> {
  const program = join(place, `faults, ${sanitizer}`);
  await compile(program, ['verify/native/faults.cpp'], flagsWith(sanitizer));
  const clean = await run(program, [], { mayFail: true });
  const faulty = await run(program, [sanitizer], { mayFail: true });
  const isFound = clean.status === 0 && faulty.status !== 0 && faulty.stderr.includes(sanitizers[sanitizer].report);
  if (isFound) console.log(`${sanitizer} reports a fault that was planted`);
  else console.error(`${sanitizer} does not report what was planted: status ${faulty.status}\n${faulty.stderr}`);
  return isFound;
}

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  return inFolder(async (place) => {
    const blind = await failuresOf(names.map((sanitizer) => () => control(sanitizer, place)));
    if (blind > 0) return blind;
    return failuresOf((Object.keys(suites) as SuiteKey[]).flatMap((suite) => checksOf(suite, place)));
  });
});
