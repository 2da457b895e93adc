/**
 * Runs the sources of the suites' modules natively over all vectors of kats/, whole, by pieces and in lanes, under the sanitizers:
 * AddressSanitizer, UndefinedBehaviorSanitizer and MemorySanitizer, each by itself, as that is faster. The sealed files are left out: what is in them
 * beyond calls of the modes is TypeScript.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SuiteKey, suites } from '../suites.mjs';
import {
  AEAD_FIELDS,
  HASH_FIELDS,
  type LongAeadVector,
  type LongHashVector,
  pattern,
  readResponses,
} from '../test/reference/kats.js';
import {
  compile,
  eachInTurn,
  flagsOf,
  inFolder,
  type Kernel,
  kernels,
  main,
  need,
  root,
  run,
  sourceOf,
} from './compile.js';
import { type Case, caseOf, countWrong, fileOf } from './records.js';

/** The modes of a suite by the names that kats/ gives them, in the order of their numbers. */
const modesOf = (suite: SuiteKey): string[] =>
  [...Object.keys(suites[suite].modes), ...(suites[suite].hash ? ['H'] : [])].map((name) => name.toLowerCase());

const none = new Uint8Array();
const folder = join(root, 'kats');
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

function responses(suite: SuiteKey, mode: string): Case[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${suite}-${mode}.`) && name.endsWith('.txt'));
  return names.flatMap((name) => {
    if (mode !== 'h')
      return readResponses(textOf(name), AEAD_FIELDS).map(({ key, nonce, associatedData, plaintext, ciphertext }) =>
        caseOf({ key, nonce, ad: associatedData, text: plaintext }, ciphertext),
      );
    const [key, nonce] = [new Uint8Array(16), new Uint8Array(16)];
    return readResponses(textOf(name), HASH_FIELDS).map(({ message, digest }) =>
      caseOf({ key, nonce, ad: none, text: message }, digest),
    );
  });
}

function longOnes(suite: SuiteKey, mode: string, nonceLength: number): Case[] {
  const { cases } = JSON.parse(textOf(`${suite}-long.json`)) as { cases: (LongHashVector | LongAeadVector)[] };
  return cases.flatMap((vector) => {
    if (vector.mode.toLowerCase() !== mode) return [];
    const inputs = {
      key: pattern('key', 16),
      nonce: pattern('nonce', nonceLength),
      ad: none,
      text: pattern('message', vector.messageLength),
    };
    if ('digest' in vector) return caseOf(inputs, Buffer.from(vector.digest, 'hex'));
    const { adLength, tag, ciphertextSha256, messageLength } = vector;
    return {
      ...inputs,
      ad: pattern('associatedData', adLength),
      answerLength: messageLength + tag.length / 2,
      isRight: (answer) =>
        answer.toString('hex', messageLength) === tag &&
        createHash('sha256').update(answer.subarray(0, messageLength)).digest('hex') === ciphertextSha256,
    };
  });
}

/** By mode, as neighbours go side by side. */
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

/** Each with what it says of the fault that native/faults.cpp has for it. */
const sanitizers = {
  AddressSanitizer: { flag: '-fsanitize=address', report: 'AddressSanitizer: heap-buffer-overflow' },
  UndefinedBehaviorSanitizer: { flag: '-fsanitize=undefined', report: 'runtime error: signed integer overflow' },
  MemorySanitizer: { flag: '-fsanitize=memory', report: 'MemorySanitizer: use-of-uninitialized-value' },
};

interface Check {
  suite: SuiteKey;
  cases: Case[];
  file: Buffer;
  sanitizer: keyof typeof sanitizers;
  kernel: Kernel;
}

function checksOf(suite: SuiteKey): Check[] {
  const byMode = casesOf(suite);
  const common = { suite, cases: byMode.flat(), file: fileOf(byMode) };
  return Object.keys(sanitizers).flatMap((sanitizer) =>
    Object.keys(kernels).map((kernel) => ({ ...common, sanitizer, kernel }) as Check),
  );
}

const flagsWith = (sanitizer: keyof typeof sanitizers) => [
  '-O1',
  '-g1',
  sanitizers[sanitizer].flag,
  '-fno-sanitize-recover=all',
];

/** 1 if it fails. */
async function check({ suite, cases, file, sanitizer, kernel }: Check, place: string): Promise<number> {
  const flags = [...flagsWith(sanitizer), ...flagsOf(suite, kernel)];
  const what = `${suite}, ${kernel}, ${sanitizer}`;
  const program = await compile(join(place, what), [sourceOf(suite), 'native/vectors.cpp'], flags);
  const { status, stdout, stderr } = await run(program, [], { input: file, mayFail: true });
  const wrong = countWrong(cases, stdout);
  if (status === 0 && wrong === 0) {
    for (const where of ['first', 'last'] as const)
      if (countWrong(cases, withFaults(cases, stdout, where)) !== cases.length)
        throw new Error(`${what}: a wrong answer, in its ${where} byte, is not seen`);
    console.log(`${what}: ${cases.length} vectors, no finding`);
    return 0;
  }
  console.error(`${what}: ${wrong} of ${cases.length} vectors wrong; status ${status}\n${stderr}`);
  return 1;
}

/** 1 unless a sanitizer reports the fault that native/faults.cpp has for it. */
async function checkControl(sanitizer: keyof typeof sanitizers, place: string): Promise<number> {
  const program = await compile(join(place, `faults, ${sanitizer}`), ['native/faults.cpp'], flagsWith(sanitizer));
  const clean = await run(program, [], { mayFail: true });
  const faulty = await run(program, [sanitizer], { mayFail: true });
  if (clean.status === 0 && faulty.status !== 0 && faulty.stderr.includes(sanitizers[sanitizer].report)) {
    console.log(`${sanitizer} reports a fault that was planted`);
    return 0;
  }
  console.error(`${sanitizer} does not report what was planted: status ${faulty.status}\n${faulty.stderr}`);
  return 1;
}

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  return inFolder(async (place) => {
    const controls = await eachInTurn(Object.keys(sanitizers) as (keyof typeof sanitizers)[], (each) =>
      checkControl(each, place),
    );
    if (controls.some((failed) => failed > 0)) return 1;
    const checks = (Object.keys(suites) as SuiteKey[]).flatMap(checksOf);
    const failures = await eachInTurn(checks, (each) => check(each, place));
    return failures.reduce((sum, failed) => sum + failed, 0);
  });
});
