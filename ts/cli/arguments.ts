/** Reads the command line: its options, its operands, and errors in them. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { CommandName, OptionEntry, OptionOf } from './commands.js';
import { attempt, usageFailure } from './failure.js';
import { nameOf } from './file-name.js';

const replacement = '\ufffd';

/** Restores bytes that are not UTF-8, which Node replaced by U+FFFD. Refuses U+FFFD where the system hides them. */
export function asGiven(words: readonly string[]): readonly string[] {
  if (!words.some((word) => word.includes(replacement))) return words;
  const bytesOfAll = bytesGiven().slice(-words.length);
  return words.map((word, i) => {
    if (!word.includes(replacement)) return word;
    const bytes = bytesOfAll[i];
    if (bytes?.toString() === word) return nameOf(bytes);
    throw usageFailure(`argument ${i + 1} is not valid UTF-8, or has a U+FFFD that looks the same`);
  });
}

/** The bytes of all arguments of the process, the program's own last. Only Linux shows them. */
const bytesGiven = (): Buffer[] =>
  attempt(() => readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(0, -1), []).map((word) =>
    Buffer.from(word, 'latin1'),
  );

export class Arguments<Name extends string = string> {
  readonly operands: string[] = [];
  readonly values = new Map<string, string | true>();

  has(name: Name): boolean {
    return this.values.has(name);
  }

  value(name: Name): string | undefined {
    const value = this.values.get(name);
    return value === true ? undefined : value;
  }

  get operand(): string | undefined {
    if (this.operands.length > 1) throw usageFailure('too many operands: this command takes one');
    return this.operands[0];
  }
}

export type CommandArguments<Name extends CommandName> = Arguments<OptionOf<Name>>;

/** Reads the command line. Error messages quote no value, because a value may be a misplaced secret. */
export function readArguments(words: readonly string[], options: Readonly<Record<string, OptionEntry>>): Arguments {
  const args = new Arguments();
  const types = Object.entries(options).map(([name, { short, value }]) => {
    return [name, { type: value === undefined ? 'boolean' : 'string', ...(short && { short }) }] as const;
  });
  const { tokens } = parseArgs({ args: [...words], options: Object.fromEntries(types), strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional' && token.value === '') throw usageFailure('the name of a file is empty');
    if (token.kind === 'positional') args.operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    const known = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!known) {
      const isPassword = Object.hasOwn(options, 'passphrase-file') && /^pass/.test(name);
      throw usageFailure(
        `unknown option ${token.rawName}${isPassword ? '; --passphrase-file reads a passphrase' : ''}`,
      );
    }
    const option = `--${name}`;
    if (args.has(name)) throw usageFailure(`${option} is given twice`);
    if ((known.value === undefined) !== (value === undefined))
      throw usageFailure(`${option} ${value === undefined ? 'needs a' : 'takes no'} value`);
    if (value?.startsWith('-') && value !== '-' && !token.inlineValue)
      throw usageFailure(`${option} needs a value; write one that begins with - as ${option}=-...`);
    args.values.set(name, value ?? true);
  }
  return args;
}

/** More threads than processors gain nothing and take up to 100 MB each. Scripts can ask for eight on any machine. */
const mostJobs = Math.min(256, Math.max(8, availableParallelism()));

export function readJobs(args: Arguments<'jobs'>): number {
  const value = args.value('jobs');
  if (value === undefined) return Math.min(mostJobs, availableParallelism());
  const jobs = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (jobs < 1 || jobs > mostJobs)
    throw usageFailure(`--jobs must be a whole number from 1 to ${mostJobs} on this machine`);
  return jobs;
}
