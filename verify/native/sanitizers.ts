/**
 * Runs the sources of the suites' modules natively over all vectors of kats/: whole, by pieces and in lanes. Each of
 * AddressSanitizer, UndefinedBehaviorSanitizer and MemorySanitizer runs by itself, as that is faster. The encrypted files are left out:
 * beyond calls of the modes, they are TypeScript.
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
import { compile, eachInTurn, flagsOf, inFolder, type Kernel, kernels, main, need, run, sourceOf } from './compile.js';
import { type Case, caseOf, countWrong, fileOf } from './records.js';

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

/** The cases in the order of modes, because neighbours run side by side. */
const casesOf = (suite: SuiteKey): Case[][] =>
  modesOf(suite).map((mode) => {
    const official = responses(suite, mode);
    return [...official, ...longOnes(suite, mode, official[0]!.nonce.length)];
  });

/** The answers with a bit of each changed, in its first byte or its last. */
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

/** Each sanitizer, and its report of the fault that verify/native/faults.cpp has for it. */
const sanitizers = {
  AddressSanitizer: { flag: '-fsanitize=address', report: 'AddressSanitizer: heap-buffer-overflow' },
  UndefinedBehaviorSanitizer: { flag: '-fsanitize=undefined', report: 'runtime error: signed integer overflow' },
  MemorySanitizer: { flag: '-fsanitize=memory', report: 'MemorySanitizer: use-of-uninitialized-value' },
};
type Sanitizer = keyof typeof sanitizers;
const names = Object.keys(sanitizers) as Sanitizer[];
const flagsWith = (sanitizer: Sanitizer) => ['-O1', '-g1', sanitizers[sanitizer].flag, '-fno-sanitize-recover=all'];

/** A check returns 1 if it fails. */
type Check = (place: string) => Promise<number>;

function checksOf(suite: SuiteKey): Check[] {
  const byMode = casesOf(suite);
  const [cases, input] = [byMode.flat(), fileOf(byMode)];
  const check = async (sanitizer: Sanitizer, kernel: Kernel, place: string): Promise<number> => {
    const what = `${suite}, ${kernel}, ${sanitizer}`;
    const flags = [...flagsWith(sanitizer), ...flagsOf(suite, kernel)];
    const program = await compile(join(place, what), [sourceOf(suite), 'verify/native/vectors.cpp'], flags);
    const { status, stdout, stderr } = await run(program, [], { input, mayFail: true });
    const wrong = countWrong(cases, stdout);
    if (status !== 0 || wrong > 0) {
      console.error(`${what}: ${wrong} of ${cases.length} vectors wrong; status ${status}\n${stderr}`);
      return 1;
    }
    for (const where of ['first', 'last'] as const)
      if (countWrong(cases, withFaults(cases, stdout, where)) !== cases.length)
        throw new Error(`${what}: a wrong answer, in its ${where} byte, is not seen`);
    console.log(`${what}: ${cases.length} vectors, no finding`);
    return 0;
  };
  const both = Object.keys(kernels) as Kernel[];
  return names.flatMap((sanitizer) =>
    both.map(
      (kernel): Check =>
        (place) =>
          check(sanitizer, kernel, place),
    ),
  );
}

/** Fails unless a sanitizer reports the fault that verify/native/faults.cpp has for it. */
const controlOf =
  (sanitizer: Sanitizer): Check =>
  async (place) => {
    const program = join(place, `faults, ${sanitizer}`);
    await compile(program, ['verify/native/faults.cpp'], flagsWith(sanitizer));
    const clean = await run(program, [], { mayFail: true });
    const faulty = await run(program, [sanitizer], { mayFail: true });
    const isFound = clean.status === 0 && faulty.status !== 0 && faulty.stderr.includes(sanitizers[sanitizer].report);
    if (isFound) console.log(`${sanitizer} reports a fault that was planted`);
    else console.error(`${sanitizer} does not report what was planted: status ${faulty.status}\n${faulty.stderr}`);
    return isFound ? 0 : 1;
  };

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  return inFolder(async (place) => {
    const failuresOf = async (checks: Check[]) =>
      (await eachInTurn(checks, (check) => check(place))).filter((failed) => failed > 0).length;
    const blind = await failuresOf(names.map(controlOf));
    return blind > 0 ? blind : failuresOf((Object.keys(suites) as SuiteKey[]).flatMap(checksOf));
  });
});
