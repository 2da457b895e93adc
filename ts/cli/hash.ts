/** `romulus hash`: digests of files, and whether files have the digests of a list. */
import type { Arguments } from './arguments.js';
import { type ChecklistLine, checklistLine, readChecklistLine, verdictLine } from './checklist.js';
import { command } from './command.js';
import { type Digested, digestsOf } from './digests.js';
import { type ExitCode, escaped, exitCodes, Failure, failureOf, printFailure, usageFailure } from './failure.js';
import { openInput } from './input.js';
import { jobsOption, readJobs } from './jobs.js';
import { standardOutput } from './output.js';
import { openProgress } from './progress.js';

const help = `Usage: romulus hash [OPTION]... [FILE]...

Writes a line with the Romulus-H digest of each FILE, in their order. Without FILE,
or for -, it reads standard input.

  -c, --check      read such lines from each FILE, and check the files that they name
      --quiet      with --check: write no line for a file that is as it should be
  -j, --jobs N     use N threads at most (one a core, if not given)
  -h, --help       show this

Many files take all cores, and small ones are hashed side by side on each. One file is
one chain of steps, which only one core can work.

A name with a backslash or a line end in it is escaped, and its line begins with a
backslash, as b3sum and sha256sum have it.

Exit status: 0 if all is well; 1 if a file that --check names is missing or has
another digest, or a line is none; 2 for a wrong command line; 3 if a FILE cannot be
read.
`;

const options = {
  check: { type: 'boolean', short: 'c' },
  quiet: { type: 'boolean' },
  ...jobsOption,
} as const;

type Given = Arguments<keyof typeof options>;

export const hash = command(help, options, async (given) => {
  const paths = given.operands.length > 0 ? given.operands : ['-'];
  if (given.has('quiet') && !given.has('check')) throw usageFailure('--quiet goes with --check');
  return given.has('check') ? check(given, paths) : list(given, paths);
});

async function list(given: Given, paths: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  for await (const { path: name, digested } of digestsFor(given, paths)) {
    if ('digest' in digested) {
      await writeLine(checklistLine({ digest: digested.digest, name }));
    } else {
      printFailure(new Failure(exitCodes.failed, `${escaped(name)}: ${digested.failure}`));
      exitCode = exitCodes.failed;
    }
  }
  return exitCode;
}

async function check(given: Given, listPaths: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  const lines: ChecklistLine[] = [];
  let malformed = 0;
  for (const path of listPaths) {
    try {
      const text = await readList(path);
      for (const [i, line] of text.entries()) {
        const read = readChecklistLine(line);
        if (read) lines.push(read);
        else {
          malformed++;
          printFailure(new Failure(exitCodes.refused, `${escaped(path)}: line ${i + 1} is no digest with a name`));
        }
      }
    } catch (error) {
      printFailure(failureOf(error));
      exitCode = exitCodes.failed;
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
    printFailure(new Failure(exitCodes.refused, `${failed} of ${names.length} files are not as the list has them`));
  return failed + malformed > 0 ? exitCodes.refused : exitCode;
}

const verdictOn = (digested: Digested): string => ('failure' in digested ? `FAILED (${digested.failure})` : 'FAILED');

async function readList(path: string): Promise<string[]> {
  const input = await openInput(path);
  try {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of input.pieces()) text += decoder.decode(piece, { stream: true });
    text += decoder.decode();
    return text.replace(/\r?\n$/, '').split(/\r?\n/);
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

const writeLine = (line: string): Promise<void> => standardOutput.write(Buffer.from(line));
