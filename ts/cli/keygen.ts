/** `romulus keygen`: a key file with a random key. */
import { generateKey, wipe } from '../index.js';
import { command } from './command.js';
import { exitCodes, usageFailure } from './failure.js';
import { keyFileOf } from './key-file.js';
import { openOutput } from './output.js';

const help = `Usage: romulus keygen FILE

Writes a random key of 16 bytes to FILE, for --key: one line of text, "romulus-key-1 "
and 32 hexadecimal digits. Only its owner can read the file. A file that is there
already is never replaced.

  -h, --help       show this

Exit status: 0 if it is written; 2 if FILE is there already, or for a wrong command
line; 3 if it cannot be written.
`;

export const keygenCommand = command(help, {}, async (given) => {
  const path = given.operand;
  if (path === undefined) throw usageFailure('keygen needs the name of the file to write');
  if (path === '-') throw usageFailure('a key is written to a file, not to standard output');
  const output = openOutput(path, { force: undefined, mode: 0o600 });
  const key = generateKey();
  const contents = keyFileOf(key);
  try {
    await output.write(contents);
    await output.complete();
  } finally {
    wipe(key, contents);
    await output.close();
  }
  return exitCodes.done;
});
