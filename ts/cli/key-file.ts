/** Key files of `romulus keygen`: one line with `romulus-key-1` and the 16 bytes in hexadecimal. */
import { generateKey, wipe } from '../index.js';
import type { CommandArguments } from './arguments.js';
import { type ExitCode, exitCodes, usageFailure } from './failure.js';
import { readSecretFile } from './input.js';
import { withOutput } from './output.js';

const keyLength = 16;
const longest = 1024;

// Digits stay in arrays, because nobody can wipe a string.
const header = new TextEncoder().encode('romulus-key-1 ');
const digits = new TextEncoder().encode('0123456789abcdef');

export async function keygen(args: CommandArguments<'keygen'>): Promise<ExitCode> {
  const output = args.value('output');
  if (output !== undefined && args.operand !== undefined) throw usageFailure('give FILE or --output, not both');
  const path = output ?? args.operand;
  if (path === undefined) throw usageFailure('keygen needs the name of a new file');
  if (path === '-') throw usageFailure('a key is never written to standard output: give the name of a new file');
  const key = generateKey();
  const line = new Uint8Array(header.length + 2 * keyLength + 1).fill(0x0a);
  line.set(header);
  for (const [i, byte] of key.entries())
    line.set([digits[byte >> 4] as number, digits[byte & 15] as number], header.length + 2 * i);
  const settings = { force: undefined, mode: 0o600 };
  await withOutput(path, settings, (output) => output.write(line)).finally(() => wipe(key, line));
  return exitCodes.done;
}

/** The caller wipes the key. Error messages do not show the path, which may be a misplaced key. */
export async function readKeyFile(path: string): Promise<Uint8Array> {
  const contents = await readSecretFile('--key', path, longest);
  let values: Uint8Array | undefined;
  try {
    let end = contents.length;
    while (end > 0 && isSpace(contents[end - 1] as number)) end--;
    values = contents.subarray(Math.min(header.length, end), end).map(valueOfDigit);
    const isHeader = header.every((byte, i) => contents[i] === byte);
    if (!isHeader || values.length !== 2 * keyLength || values.includes(noDigit))
      throw usageFailure('--key: the file is not a key file of romulus keygen');
    const halves = values;
    return new Uint8Array(keyLength).map((_, i) => ((halves[2 * i] as number) << 4) | (halves[2 * i + 1] as number));
  } finally {
    wipe(contents, values ?? new Uint8Array(0));
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

const noDigit = 255;

function valueOfDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : noDigit;
}
