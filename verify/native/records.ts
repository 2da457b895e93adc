/** Messages for verify/native/vectors.cpp, and the check of its answers. */
import type { SuiteKey } from '../../ts/suites/table.js';
import { compile, flagsOf, run, sourceOf } from './compile.js';

export interface Case {
  key: Uint8Array;
  nonce: Uint8Array;
  ad: Uint8Array;
  text: Uint8Array;
  /** The length of the answer. An answer is a text with its tag, or a digest. */
  answerLength: number;
  isRight: (answer: Buffer) => boolean;
}

export const caseOf = (inputs: Pick<Case, 'key' | 'nonce' | 'ad' | 'text'>, answer: Uint8Array): Case => ({
  ...inputs,
  answerLength: answer.length,
  isRight: (given) => given.equals(answer),
});

/** The input of the program: the cases of each mode, in the order of the modes' numbers. */
function fileOf(byMode: Case[][]): Buffer {
  const parts = byMode.flatMap((cases, mode) =>
    cases.flatMap(({ key, nonce, ad, text }) => [
      new Uint8Array(Uint32Array.of(mode, ad.length, text.length).buffer),
      key,
      nonce,
      ad,
      text,
    ]),
  );
  return Buffer.concat(parts);
}

export function countWrong(cases: Case[], answers: Buffer): number {
  let position = 0;
  let wrong = 0;
  for (const { answerLength, isRight } of cases) {
    if (!isRight(answers.subarray(position, position + answerLength))) wrong++;
    position += answerLength;
  }
  return position === answers.length ? wrong : cases.length;
}

export const compileVectors = (
  program: string,
  suite: SuiteKey,
  kernel: Parameters<typeof flagsOf>[1],
  flags: readonly string[],
) => compile(program, [sourceOf(suite), 'verify/native/vectors.cpp'], [...flags, ...flagsOf(suite, kernel)]);

/** Returns the program's answers if all are right. Otherwise it prints how many are wrong, and returns undefined. */
export async function answersOf(what: string, program: string, byMode: Case[][]): Promise<Buffer | undefined> {
  const cases = byMode.flat();
  const { status, stdout, stderr } = await run(program, [], { input: fileOf(byMode), mayFail: true });
  const wrong = countWrong(cases, stdout);
  if (status === 0 && wrong === 0) return stdout;
  console.error(`${what}: ${wrong} of ${cases.length} messages wrong; status ${status}\n${stderr}`);
  return undefined;
}
