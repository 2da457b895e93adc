/** `romulus keygen`: a key file with a random key. */
import { generateKey, wipe } from '../index.js';
import { command } from './command.js';
import { exitCodes, usageFailure } from './failure.js';
import { keyFileOf } from './key-file.js';
import { withOutput } from './output.js';

const help = `Usage: romulus keygen FILE

Writes a random key of 16 bytes to FILE, for --key: one line of text, "romulus-key-1 "
and 32 hexadecimal digits. Only the owner of the file can read it. An existing file is
never replaced.

  -h, --help       show this help

Exit status: 0 if FILE is written; 2 if FILE already exists or the command line is
wrong; 3 if FILE cannot be written.
`;

export const keygenCommand = command(help, {}, async (given) => {
  const path = given.operand;
  if (path === undefined) throw usageFailure('keygen needs the name of a new file');
  if (path === '-') throw usageFailure('a key is written to a file, not to standard output');
  const key = generateKey();
  const contents = keyFileOf(key);
  await withOutput(path, { force: undefined, mode: 0o600 }, (output) => output.write(contents)).finally(() =>
    wipe(key, contents),
  );
  return exitCodes.done;
});
