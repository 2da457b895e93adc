/** Reading the command line: options and operands, and what is wrong with them. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { OptionEntry } from './commands.js';
import { usageFailure } from './failure.js';
import { nameOf } from './file-name.js';

const replacement = '\ufffd';

/**
 * The arguments as they were given. Node puts U+FFFD in the place of what is not UTF-8, so that another file would be named.
 * An argument may have a U+FFFD of its own; where the system does not show the bytes, both are refused.
 */
export function asGiven(words: readonly string[]): readonly string[] {
  if (!words.some((word) => word.includes(replacement))) return words;
  const given = bytesGiven().slice(-words.length);
  return words.map((word, i) => {
    if (!word.includes(replacement)) return word;
    const bytes = given[i];
    if (bytes?.toString() === word) return nameOf(bytes);
    throw usageFailure(`argument ${i + 1} is not valid UTF-8, or has a U+FFFD that looks the same`);
  });
}

/** The arguments of the process as the system keeps them, the program's being the last; none where it does not show them. */
function bytesGiven(): Buffer[] {
  try {
    const words = readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(0, -1);
    return words.map((word) => Buffer.from(word, 'latin1'));
  } catch {
    return [];
  }
}

export class Arguments<Name extends string = string> {
  readonly operands: readonly string[];
  readonly #values: ReadonlyMap<string, string | true>;

  constructor(operands: readonly string[], values: ReadonlyMap<string, string | true>) {
    this.operands = operands;
    this.#values = values;
  }

  has(name: Name): boolean {
    return this.#values.has(name);
  }

  value(name: Name): string | undefined {
    const value = this.#values.get(name);
    return value === true ? undefined : value;
  }

  /** The one operand, if there is one. */
  get operand(): string | undefined {
    if (this.operands.length > 1) throw usageFailure('too many operands: this command takes one');
    return this.operands[0];
  }
}

/** Messages tell no value, only the names of options: a value may be a secret that somebody put in the wrong place. */
export function readArguments<Name extends string>(
  words: readonly string[],
  options: Readonly<Record<Name, OptionEntry>>,
): Arguments<Name> {
  const operands: string[] = [];
  const values = new Map<string, string | true>();
  const types = Object.fromEntries(
    Object.entries<OptionEntry>(options).map(([name, { short, value }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) } as const,
    ]),
  );
  const { tokens } = parseArgs({
    args: [...words],
    options: types,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (token.value === '') throw usageFailure('the name of a file is empty');
      operands.push(token.value);
    }
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    const known = Object.hasOwn(options, name) ? options[name as Name] : undefined;
    const given = known ? `--${name}` : token.rawName;
    if (!known) throw usageFailure(`unknown option ${given}`);
    if (values.has(name)) throw usageFailure(`${given} is given twice`);
    if (known.value === undefined) {
      if (value !== undefined) throw usageFailure(`${given} takes no value`);
      values.set(name, true);
    } else {
      if (value === undefined) throw usageFailure(`${given} needs a value`);
      if (!token.inlineValue && value.startsWith('-') && value !== '-')
        throw usageFailure(`${given} needs a value; write one that begins with - as ${given}=-...`);
      values.set(name, value);
    }
  }
  return new Arguments(operands, values);
}
