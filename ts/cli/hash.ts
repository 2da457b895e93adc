/** `romulus hash`: digests of files, and whether files have the digests of a list. */
import type { Arguments } from './arguments.js';
import { checkLists } from './check.js';
import { type ChecklistStyle, checklistLine, terminalLine, verdictLine } from './checklist.js';
import type { OptionOf } from './commands.js';
import { digestsWithProgress } from './digests.js';
import { type ExitCode, exitCodes, Failure, printFailure, usageFailure } from './failure.js';
import { bytesOfName } from './file-name.js';
import { readJobs } from './jobs-option.js';
import { checkStandardOutput, standardOutput } from './output.js';

type Given = Arguments<OptionOf<'hash'>>;

export async function hash(given: Given): Promise<ExitCode> {
  const paths = given.operands.length > 0 ? given.operands : ['-'];
  const style: ChecklistStyle = { isTagged: given.has('tag'), end: given.has('zero') ? '\0' : '\n' };
  if (!given.has('check')) {
    for (const name of ['quiet', 'status', 'ignore-missing'] as const)
      if (given.has(name)) throw usageFailure(`--${name} needs --check`);
    return list(paths, given, style);
  }
  if (given.has('tag')) throw usageFailure('--tag is not for --check, which reads lines of both styles');
  const writeVerdict = (name: string, verdict: string) => writeLine(verdictLine(name, verdict, style), style);
  return checkLists(paths, { given, end: style.end, writeVerdict });
}

async function list(paths: readonly string[], given: Given, style: ChecklistStyle): Promise<ExitCode> {
  checkStandardOutput();
  let exitCode: ExitCode = exitCodes.done;
  let i = 0;
  for await (const digested of digestsWithProgress(paths, { jobs: readJobs(given) })) {
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

/** Programs read the exact name, and people what cannot deceive them. */
const writeLine = (line: string, { end }: ChecklistStyle): Promise<void> =>
  standardOutput.write(process.stdout.isTTY ? Buffer.from(terminalLine(line) + end) : bytesOfName(line + end));
