/**
 * Compiles the sources of the suites' modules by g++ and clang++, for which every warning is an error, and runs them
 * natively over the official and the long vectors of kats/: whole, by pieces and in lanes (vectors.cpp).
 * AddressSanitizer, UndefinedBehaviorSanitizer and MemorySanitizer each have a program of their own, because that is
 * faster.
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
import { need } from '../../tools/build/emscripten.js';
import { type SuiteKey, suites } from '../../ts/suites/table.js';
import {
  compile,
  failuresOf,
  flagsOf,
  inFolder,
  type Kernel,
  kernelsOf,
  main,
  ofCpp,
  run,
  sourceOf,
} from './compile.js';

interface Case {
  key: Uint8Array;
  nonce: Uint8Array;
  ad: Uint8Array;
  text: Uint8Array;
  /** The length of the answer. An answer is a text with its tag, or a digest. */
  answerLength: number;
  isRight: (answer: Buffer) => boolean;
}

const caseOf = (inputs: Pick<Case, 'key' | 'nonce' | 'ad' | 'text'>, answer: Uint8Array): Case => ({
  ...inputs,
  answerLength: answer.length,
  isRight: (given) => given.equals(answer),
});

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

/** The input of the program: the cases of each mode, in the order of the modes' numbers. */
const fileOf = (byMode: Case[][]): Buffer =>
  Buffer.concat(
    byMode.flatMap((cases, mode) =>
      cases.flatMap(({ key, nonce, ad, text }) => {
        const words = new Uint8Array(Uint32Array.of(mode, ad.length, text.length).buffer);
        return [words, key, nonce, ad, text];
      }),
    ),
  );

/** The flag of each sanitizer, and its report of the fault that vectors.cpp has for it. */
const sanitizers = {
  AddressSanitizer: { flag: '-fsanitize=address', report: 'AddressSanitizer: heap-buffer-overflow' },
  UndefinedBehaviorSanitizer: { flag: '-fsanitize=undefined', report: 'runtime error: signed integer overflow' },
  MemorySanitizer: { flag: '-fsanitize=memory', report: 'MemorySanitizer: use-of-uninitialized-value' },
};

async function check(suite: SuiteKey, kernel: Kernel, sanitizer: keyof typeof sanitizers, place: string) {
  const what = `${suite}, ${kernel}, ${sanitizer}`;
  const { flag, report } = sanitizers[sanitizer];
  const flags = ['-O1', '-g1', flag, '-fno-sanitize-recover=all', ...flagsOf(suite, kernel)];
  const program = await compile(join(place, what), [sourceOf(suite), 'verify/native/vectors.cpp'], flags);
  const faulty = await run(program, [sanitizer], { mayFail: true });
  const isAwake = faulty.status !== 0 && faulty.stderr.includes(report);
  if (!isAwake)
    console.error(`${what}: what was planted is not reported
${faulty.stderr}`);
  const byMode = casesOf(suite);
  const { status, stdout, stderr } = await run(program, [], { input: fileOf(byMode), mayFail: true });
  let end = 0;
  const wrong = byMode.flat().filter((each) => {
    end += each.answerLength;
    return !each.isRight(stdout.subarray(end - each.answerLength, end));
  });
  const isRight = status === 0 && wrong.length === 0 && end === stdout.length;
  if (isRight) console.log(`${what}: ${byMode.flat().length} vectors, no finding`);
  else
    console.error(`${what}: ${wrong.length} of ${byMode.flat().length} wrong; status ${status}
${stderr}`);
  return isAwake && isRight;
}

await main(async () => {
  need('g++', 'clang', 'libclang-rt-14-dev', 'libsimde-dev');
  const keys = Object.keys(suites) as SuiteKey[];
  // clang++ has the same warnings as errors below.
  await run('g++', [...ofCpp, '-O2', '-fsyntax-only', ...keys.map(sourceOf)]);
  return inFolder((place) =>
    failuresOf(
      keys.flatMap((suite) =>
        (Object.keys(sanitizers) as (keyof typeof sanitizers)[]).flatMap((sanitizer) =>
          kernelsOf(suite).map((kernel) => () => check(suite, kernel, sanitizer, place)),
        ),
      ),
    ),
  );
});
