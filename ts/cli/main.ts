#!/usr/bin/env node
/** The program `romulus`: from the command line to the exit code. */
import { readFileSync } from 'node:fs';
import { type Arguments, asGiven, readArguments } from './arguments.js';
import {
  type CommandEntry,
  type CommandName,
  commandHelp,
  commands,
  helpOption,
  isCommand,
  program,
  programHelp,
} from './commands.js';
import { decryptCommand, encryptCommand } from './encryption.js';
import { type ExitCode, failureOf, printFailure, usageFailure } from './failure.js';
import { hash } from './hash.js';
import { printText } from './output.js';
import { keygen } from './secret.js';

const runs: Readonly<Record<CommandName, (args: Arguments) => Promise<ExitCode>>> = {
  hash,
  keygen,
  encrypt: encryptCommand,
  decrypt: decryptCommand,
  help: ({ operand }) => printText(operand === undefined ? programHelp() : commandHelp(commandNamed(operand))),
};

function commandNamed(name: string): CommandName {
  if (isCommand(name)) return name;
  throw usageFailure(`unknown command ${name}; the commands are ${Object.keys(commands).join(', ')}`);
}

async function main(words: readonly string[]): Promise<ExitCode> {
  const [first = '', ...rest] = asGiven(words);
  // Other programs take `-v` for the version too. This program has no other option that begins with this letter.
  const name = first === '-v' ? '-V' : first;
  if (name === '') throw usageFailure('no command given; romulus --help lists the commands');
  if (name.startsWith('-') && name !== '-' && name !== '--') {
    const args = readArguments([name, ...rest], program.options);
    if (!args.has('help') && args.operands.length > 0) throw usageFailure('--version takes no operand');
    return printText(args.has('help') ? programHelp() : `${version()}\n`);
  }
  const command = commandNamed(name);
  const { options }: CommandEntry = commands[command];
  const args = readArguments(rest, { ...options, ...helpOption });
  return args.has('help') ? printText(commandHelp(command)) : runs[command](args);
}

const version = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

function fail(error: unknown): void {
  const failure = failureOf(error);
  printFailure(failure);
  process.exitCode = failure.exitCode;
}

// The code that writes output learns of a closed pipe by itself, and error messages may be lost.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.on('uncaughtException', (error) => {
  fail(error);
  process.exit();
});
await main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
}, fail);
