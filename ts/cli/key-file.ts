/** `romulus keygen`, and the key files that it wrote. */
import { generateKey, wipe } from '../index.js';
import { FormatError, formatKeyFile, parseKeyFile } from '../stream/index.js';
import type { CommandArguments } from './arguments.js';
import { type ExitCode, exitCodes, usageFailure } from './failure.js';
import { readSecretFile } from './input.js';
import { withOutput } from './output.js';

const longest = 1024;

export async function keygen(args: CommandArguments<'keygen'>): Promise<ExitCode> {
  const output = args.value('output');
  if (output !== undefined && args.operand !== undefined) throw usageFailure('give FILE or --output, not both');
  const path = output ?? args.operand;
  if (path === undefined) throw usageFailure('keygen needs the name of a new file');
  if (path === '-') throw usageFailure('a key is never written to standard output: give the name of a new file');
  const key = generateKey();
  const line = formatKeyFile(key);
  const settings = { force: undefined, mode: 0o600 };
  await withOutput(path, settings, (output) => output.write(line)).finally(() => wipe(key, line));
  return exitCodes.done;
}

/** The caller wipes the key. Error messages do not show the path, which may be a misplaced key. */
export async function readKeyFile(path: string): Promise<Uint8Array> {
  const contents = await readSecretFile('--key', path, longest);
  try {
    return parseKeyFile(contents);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw usageFailure('--key: the file is not a key file of romulus keygen');
  } finally {
    wipe(contents);
  }
}
