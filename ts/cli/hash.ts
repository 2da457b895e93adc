/** `romulus hash`: digests of files, and whether files have the digests of a list. */
import type { Arguments } from './arguments.js';
import {
  type ChecklistLine,
  checklistLine,
  linesOf,
  readChecklistLine,
  terminalLine,
  verdictLine,
} from './checklist.js';
import type { OptionOf } from './commands.js';
import { type Digested, digestsOf } from './digests.js';
import { type ExitCode, exitCodes, Failure, failureOf, printFailure, usageFailure } from './failure.js';
import { openInput } from './input.js';
import { readJobs } from './jobs-option.js';
import { checkStandardOutput, standardOutput } from './output.js';
import { openProgress } from './progress.js';

type Given = Arguments<OptionOf<'hash'>>;

export async function hash(given: Given): Promise<ExitCode> {
  const paths = given.operands.length > 0 ? given.operands : ['-'];
  if (given.has('quiet') && !given.has('check')) throw usageFailure('--quiet needs --check');
  return given.has('check') ? check(given, paths) : list(given, paths);
}

async function list(given: Given, paths: readonly string[]): Promise<ExitCode> {
  checkStandardOutput();
  let exitCode: ExitCode = exitCodes.done;
  for await (const { path: name, digested } of digestsFor(given, paths)) {
    if ('digest' in digested) {
      await writeLine(checklistLine({ digest: digested.digest, name }));
    } else {
      printFailure(new Failure(exitCodes.failed, `${name}: ${digested.failure}`));
      exitCode = exitCodes.failed;
    }
  }
  return exitCode;
}

async function check(given: Given, listPaths: readonly string[]): Promise<ExitCode> {
  let lines: ChecklistLine[] = [];
  let exitCode: ExitCode = exitCodes.done;
  for (const path of listPaths) {
    try {
      const read = await readList(path);
      lines = lines.concat(read.lines);
      if (read.malformed > 0) exitCode = exitCodes.refused;
    } catch (error) {
      const failure = failureOf(error);
      printFailure(failure);
      if (exitCode !== exitCodes.refused) exitCode = failure.exitCode;
    }
  }
  let failed = 0;
  let i = 0;
  const names = lines.map(({ name }) => name);
  for await (const { path: name, digested } of digestsFor(given, names)) {
    const expected = lines[i++]?.digest;
    const isRight = 'digest' in digested && digested.digest === expected;
    if (!isRight) failed++;
    if (isRight && given.has('quiet')) continue;
    await writeLine(verdictLine(name, isRight ? 'OK' : verdictOn(digested)));
  }
  if (failed > 0)
    printFailure(new Failure(exitCodes.refused, `${failed} of ${names.length} files do not match the list`));
  return failed > 0 ? exitCodes.refused : exitCode;
}

const verdictOn = (digested: Digested): string => ('failure' in digested ? `FAILED (${digested.failure})` : 'FAILED');

/** A list with more lines that are none is something else: a file that was meant to be hashed, say. */
const mostMalformed = 1000;

/** The lines of a list, and how many more are none. Of a list that goes beyond a limit no line is checked. */
async function readList(path: string): Promise<{ lines: ChecklistLine[]; malformed: number }> {
  const input = await openInput(path);
  const lines: ChecklistLine[] = [];
  let number = 0;
  let malformed = 0;
  try {
    for await (const line of linesOf(path, input)) {
      number++;
      const read = readChecklistLine(line);
      if (read) {
        lines.push(read);
        continue;
      }
      if (++malformed > mostMalformed)
        throw new Failure(exitCodes.refused, `${path}: more than ${mostMalformed} malformed lines; this is not a list`);
      printFailure(new Failure(exitCodes.refused, `${path}: line ${number} is not a digest with a name`));
    }
    return { lines, malformed };
  } finally {
    await input.close();
  }
}

/** The digests together with the paths; the progress bar is out of the way for each. */
async function* digestsFor(
  given: Given,
  paths: readonly string[],
): AsyncGenerator<{ path: string; digested: Digested }> {
  const progress = openProgress();
  try {
    const settings = { jobs: readJobs(given), onProgress: progress.at };
    let i = 0;
    for await (const digested of digestsOf(paths, settings)) {
      progress.clear();
      yield { path: paths[i++] as string, digested };
    }
  } finally {
    progress.close();
  }
}

/** Programs read the exact name, and people what cannot deceive them. */
const writeLine = (line: string): Promise<void> =>
  standardOutput.write(Buffer.from(`${process.stdout.isTTY ? terminalLine(line) : line}\n`));
