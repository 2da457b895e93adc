/** The command `romulus hash`: prints the digests of files. With `--check`, it compares files with the digests in a list. */
import { type CommandArguments, readJobs } from './arguments.js';
import {
  type ChecklistLine,
  type ChecklistStyle,
  checklistLine,
  readChecklist,
  terminalLine,
  verdictLine,
} from './checklist.js';
import { type Digested, digestsOf } from './digests.js';
import { type ExitCode, exitCodes, Failure, failureOf, printFailure, usageFailure } from './failure.js';
import { bytesOfName } from './file-name.js';
import { openInput } from './input.js';
import { checkStandardOutput, writeOut } from './output.js';

type HashArguments = CommandArguments<'hash'>;

export async function hash(args: HashArguments): Promise<ExitCode> {
  const paths = args.operands.length > 0 ? args.operands : ['-'];
  const style: ChecklistStyle = { isTagged: args.has('tag'), end: args.has('zero') ? '\0' : '\n' };
  if (!args.has('check')) {
    for (const name of ['quiet', 'status', 'ignore-missing'] as const)
      if (args.has(name)) throw usageFailure(`--${name} needs --check`);
    return list(paths, args, style);
  }
  if (args.has('tag')) throw usageFailure('--tag is not for --check, which reads lines of both styles');
  return check(paths, args, style);
}

async function list(paths: readonly string[], args: HashArguments, style: ChecklistStyle): Promise<ExitCode> {
  await checkStandardOutput();
  let exitCode: ExitCode = exitCodes.done;
  let i = 0;
  for await (const digested of digestsOf(paths, readJobs(args))) {
    const name = paths[i++] as string;
    if ('digest' in digested) {
      await writeLine(checklistLine({ digest: digested.digest, name }, style), style);
    } else {
      printFailure(new Failure(exitCodes.failed, `${name}: ${digested.failure}`));
      exitCode = exitCodes.failed;
    }
  }
  return exitCode;
}

/** Programs get the exact name. People at a terminal get an escaped line, with nothing that can deceive them. */
const writeLine = (line: string, { end }: ChecklistStyle): Promise<void> =>
  writeOut(process.stdout.isTTY ? Buffer.from(terminalLine(line) + end) : bytesOfName(line + end));

/** The most problems of a list that are shown. More lines would not help the user. */
const mostProblems = 10;

async function check(listPaths: readonly string[], args: HashArguments, style: ChecklistStyle): Promise<ExitCode> {
  const isSilent = args.has('status');
  const tell = (exitCode: ExitCode, message: string) => {
    if (!isSilent) printFailure(new Failure(exitCode, message));
    return exitCode;
  };
  let lines: ChecklistLine[] = [];
  let exitCode: ExitCode = exitCodes.done;
  for (const path of listPaths) {
    try {
      const input = await openInput(path);
      const read = await readChecklist(path, input, style.end).finally(() => input.close());
      lines = lines.concat(read.lines);
      const problems = read.problems.slice(0, mostProblems);
      const more = read.problems.length - problems.length;
      if (more > 0) problems.push(`${more} more ${more === 1 ? 'line is' : 'lines are'} malformed`);
      for (const problem of problems) exitCode = tell(exitCodes.refused, `${path}: ${problem}`);
    } catch (error) {
      const failure = failureOf(error);
      tell(failure.exitCode, failure.message);
      if (exitCode !== exitCodes.refused) exitCode = failure.exitCode;
    }
  }
  const outcomes: Outcome[] = [];
  const names = lines.map(({ name }) => name);
  let i = 0;
  for await (const digested of digestsOf(names, readJobs(args), isSilent)) {
    const { digest, name } = lines[i++] as ChecklistLine;
    const outcome = outcomeOf(digested, digest);
    if (outcome === 'missing' && args.has('ignore-missing')) continue;
    outcomes.push(outcome);
    if (isSilent || (outcome === 'right' && args.has('quiet'))) continue;
    const verdict = 'failure' in digested ? `FAILED (${digested.failure})` : outcome === 'right' ? 'OK' : 'FAILED';
    await writeLine(verdictLine(name, verdict, style), style);
  }
  if (outcomes.length === 0 && lines.length > 0) return tell(exitCodes.refused, 'none of the files is there');
  return outcomes.every((outcome) => outcome === 'right') ? exitCode : tell(exitCodes.refused, summaryOf(outcomes));
}

/** The verbs for one file and for several files. The summary in the last line lists the outcomes in this order. */
const verbs = {
  different: ['differs', 'differ'],
  missing: ['is missing', 'are missing'],
  unreadable: ['cannot be read', 'cannot be read'],
} as const;

type Outcome = 'right' | keyof typeof verbs;

function outcomeOf(digested: Digested, expected: string): Outcome {
  if ('digest' in digested) return digested.digest === expected ? 'right' : 'different';
  return digested.isMissing ? 'missing' : 'unreadable';
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const parts = Object.entries(verbs).flatMap(([outcome, [one, several]]) => {
    const { length } = outcomes.filter((found) => found === outcome);
    return length === 0 ? [] : [`${length} ${length === 1 ? one : several}`];
  });
  const total = `${outcomes.length} ${outcomes.length === 1 ? 'file' : 'files'}`;
  return `of ${total}, ${new Intl.ListFormat('en-GB').format(parts)}`;
}
