/** `romulus hash --check`: whether files have the digests of a list. */
import type { Arguments } from './arguments.js';
import { type Checklist, type ChecklistLine, readChecklist } from './checklist.js';
import type { OptionOf } from './commands.js';
import { type Digested, digestsWithProgress } from './digests.js';
import { type ExitCode, exitCodes, Failure, failureOf, printFailure } from './failure.js';
import { openInput } from './input.js';
import { readJobs } from './jobs-option.js';

interface CheckSettings {
  readonly given: Arguments<OptionOf<'hash'>>;
  /** What ends the lines of the lists. */
  readonly end: '\n' | '\0';
  /** Tells what became of a file. */
  writeVerdict(name: string, verdict: string): Promise<void>;
}

export async function checkLists(
  listPaths: readonly string[],
  { given, end, writeVerdict }: CheckSettings,
): Promise<ExitCode> {
  const isSilent = given.has('status');
  const tell = (exitCode: ExitCode, message: string) => {
    if (!isSilent) printFailure(new Failure(exitCode, message));
  };
  let lines: ChecklistLine[] = [];
  let exitCode: ExitCode = exitCodes.done;
  for (const path of listPaths) {
    try {
      const read = await readList(path, end);
      lines = lines.concat(read.lines);
      if (read.problems.length === 0) continue;
      for (const problem of shortened(read.problems)) tell(exitCodes.refused, `${path}: ${problem}`);
      exitCode = exitCodes.refused;
    } catch (error) {
      const failure = failureOf(error);
      tell(failure.exitCode, failure.message);
      if (exitCode !== exitCodes.refused) exitCode = failure.exitCode;
    }
  }
  const outcomes: FileOutcome[] = [];
  const names = lines.map(({ name }) => name);
  let i = 0;
  for await (const digested of digestsWithProgress(names, { jobs: readJobs(given), isSilent })) {
    const { digest, name } = lines[i++] as ChecklistLine;
    const outcome = outcomeOf(digested, digest);
    if (outcome === 'missing' && given.has('ignore-missing')) continue;
    outcomes.push(outcome);
    if (isSilent || (outcome === 'right' && given.has('quiet'))) continue;
    await writeVerdict(name, outcome === 'right' ? 'OK' : failedVerdict(digested));
  }
  if (outcomes.length === 0 && lines.length > 0) {
    tell(exitCodes.refused, 'none of the files is there');
    return exitCodes.refused;
  }
  if (outcomes.every((outcome) => outcome === 'right')) return exitCode;
  tell(exitCodes.refused, summaryOf(outcomes));
  return exitCodes.refused;
}

async function readList(path: string, end: CheckSettings['end']): Promise<Checklist> {
  const input = await openInput(path);
  try {
    return await readChecklist(path, input, end);
  } finally {
    await input.close();
  }
}

/** More than this does not help. */
const mostProblems = 10;

function shortened(problems: readonly string[]): readonly string[] {
  const more = problems.length - mostProblems;
  if (more <= 0) return problems;
  return [...problems.slice(0, mostProblems), `${more} more ${more === 1 ? 'line is' : 'lines are'} malformed`];
}

type FileOutcome = 'right' | 'different' | 'missing' | 'unreadable';

function outcomeOf(digested: Digested, expected: string): FileOutcome {
  if ('digest' in digested) return digested.digest === expected ? 'right' : 'different';
  return digested.isMissing ? 'missing' : 'unreadable';
}

const failedVerdict = (digested: Digested): string =>
  'failure' in digested ? `FAILED (${digested.failure})` : 'FAILED';

/** How many files have what wrong with them. */
function summaryOf(outcomes: readonly FileOutcome[]): string {
  const count = (outcome: FileOutcome, one: string, several: string): string[] => {
    const { length } = outcomes.filter((found) => found === outcome);
    return length === 0 ? [] : [`${length} ${length === 1 ? one : several}`];
  };
  const parts = [
    ...count('different', 'differs', 'differ'),
    ...count('missing', 'is missing', 'are missing'),
    ...count('unreadable', 'cannot be read', 'cannot be read'),
  ];
  const last = parts.pop();
  const total = `${outcomes.length} ${outcomes.length === 1 ? 'file' : 'files'}`;
  return `of ${total}, ${parts.length > 0 ? `${parts.join(', ')} and ${last}` : last}`;
}
