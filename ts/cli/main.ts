#!/usr/bin/env node
/** The program `romulus`: from the command line to the exit code. */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { checkEncoding, readArguments } from './arguments.js';
import { benchCommand } from './bench.js';
import { honorIgnoredHangup } from './cleanup.js';
import type { Command } from './command.js';
import { decryptCommand } from './decrypt.js';
import { serveDigests } from './digests.js';
import { encryptCommand } from './encrypt.js';
import { type ExitCode, exitCodes, failureOf, printFailure, usageFailure } from './failure.js';
import { hashCommand } from './hash.js';
import { keygenCommand } from './keygen.js';
import { checkStandardOutput, standardOutput } from './output.js';

const commands: Readonly<Record<string, Command>> = {
  hash: hashCommand,
  keygen: keygenCommand,
  encrypt: encryptCommand,
  decrypt: decryptCommand,
  bench: benchCommand,
};

const help = `Usage: romulus COMMAND [OPTION]... [FILE]...

The Romulus suite of lightweight cryptography, for files.

  hash             write or check digests
  keygen           write a file with a random key
  encrypt          encrypt a file with a key file or a passphrase
  decrypt          decrypt such a file
  bench            measure the speed on this machine

  -h, --help       show this help; romulus COMMAND --help shows the options of a command
  -V, --version    show the version

Exit status:
    0  success
    1  a digest differs; a file is not authentic, is damaged or is not a sealed file;
       the key, the passphrase or the associated data is wrong
    2  the command line is wrong, or the command cannot do what it asks: for example,
       a file already exists
    3  something cannot be read or written
  130  interrupted by SIGINT, 143 by SIGTERM, and so on; nothing is left behind
  141  nobody reads the output any more
`;

const globalOptions = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'V' } } as const;

async function main(words: readonly string[]): Promise<ExitCode> {
  checkEncoding(words);
  const [name = '', ...rest] = words;
  if (name === '') throw usageFailure('no command given; romulus --help lists the commands');
  if (name.startsWith('-')) {
    const given = readArguments(words, globalOptions);
    if (given.has('help')) await print(help);
    else if (given.has('version')) await print(`${version()}\n`);
    return exitCodes.done;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw usageFailure(`unknown command ${name}; romulus --help lists the commands`);
  const given = readArguments(rest, { ...command.options, help: globalOptions.help });
  if (!given.has('help')) return command.run(given);
  await print(command.help);
  return exitCodes.done;
}

function print(text: string): Promise<void> {
  checkStandardOutput();
  return standardOutput.write(Buffer.from(text));
}

const version = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

function fail(error: unknown): void {
  const failure = failureOf(error);
  printFailure(failure);
  process.exitCode = failure.exitCode;
}

if (isMainThread) {
  honorIgnoredHangup();
  // Of a write to a closed pipe the writer is told too; that of messages does not care.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', (error) => {
    fail(error);
    process.exit();
  });
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    fail(error);
  }
} else {
  serveDigests();
}
