/** `romulus keygen`: a key file with a random key. */
import { generateKey, wipe } from '../index.js';
import type { Arguments } from './arguments.js';
import type { OptionOf } from './commands.js';
import { type ExitCode, exitCodes, usageFailure } from './failure.js';
import { keyFileOf } from './key-file.js';
import { withOutput } from './output.js';

export async function keygen(given: Arguments<OptionOf<'keygen'>>): Promise<ExitCode> {
  const output = given.value('output');
  if (output !== undefined && given.operand !== undefined) throw usageFailure('give FILE or --output, not both');
  const path = output ?? given.operand;
  if (path === undefined) throw usageFailure('keygen needs the name of a new file');
  if (path === '-') throw usageFailure('a key is never written to standard output: give the name of a new file');
  const key = generateKey();
  const contents = keyFileOf(key);
  await withOutput(path, { force: undefined, mode: 0o600 }, (output) => output.write(contents)).finally(() =>
    wipe(key, contents),
  );
  return exitCodes.done;
}
