/** `romulus keygen`, and the secret of a run: a key from a file, or a passphrase from a file or the terminal, or a generated one. */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { generateKey, timingSafeEqual, wipe } from '../index.js';
import { FormatError, formatKeyFile, parseKeyFile } from '../stream/index.js';
import type { Arguments, CommandArguments } from './arguments.js';
import { type ExitCode, escaped, exitCodes, printWarning, systemFailure, usageFailure } from './failure.js';
import { descriptorOf, inOwnMemory, readSecretFile } from './input.js';
import { withOutput } from './output.js';
import { openTerminal } from './terminal.js';

export async function keygen(args: CommandArguments<'keygen'>): Promise<ExitCode> {
  const output = args.value('output');
  if (output !== undefined && args.operand !== undefined) throw usageFailure('give FILE or --output, not both');
  const path = output ?? args.operand;
  if (path === undefined) throw usageFailure('keygen needs the name of a new file');
  if (path === '-') throw usageFailure('a key is never written to standard output: give the name of a new file');
  const key = generateKey();
  const line = formatKeyFile(key);
  const settings = { force: undefined, mode: 0o600 };
  await withOutput(path, settings, (write) => write(line)).finally(() => wipe(key, line));
  return exitCodes.done;
}

type SecretArguments = Arguments<'key' | 'passphrase-file'>;

/** A new passphrase is typed twice to find mistakes, or is generated and shown. */
export type Prompt = 'once' | 'twice' | 'generated';

/** A key or a passphrase. It is kept in bytes, because bytes can be overwritten. */
type Secret = { key: Uint8Array; passphrase?: never } | { passphrase: Uint8Array; key?: never };

export type RunSecret = ReturnType<typeof runSecret>;

export function runSecret(args: SecretArguments, prompt: Prompt) {
  const options = (['key', 'passphrase-file'] as const).filter((name) => args.has(name));
  if (options.length > 1) throw usageFailure('give --key or --passphrase-file, not both');
  if (prompt === 'generated') {
    if (options.length > 0) throw usageFailure(`give --generate-passphrase or --${options[0]}, not both`);
    // The passphrase is shown on a terminal only, because only a terminal forgets its text.
    const advice = 'give --key or --passphrase-file';
    if (!process.stderr.isTTY)
      throw usageFailure(`standard error is no terminal, which could show the passphrase: ${advice}`);
  }
  let secret: Secret | undefined;

  const readFirst = async (): Promise<Secret> => {
    const [keyPath, passphrasePath] = [args.value('key'), args.value('passphrase-file')];
    if (keyPath !== undefined) return { key: await readKeyFile(keyPath) };
    if (passphrasePath !== undefined) return { passphrase: await readPassphraseFile(passphrasePath) };
    return { passphrase: await (prompt === 'generated' ? showPassphrase() : askPassphrase(prompt)) };
  };
  const take = async <Taken>(reading: Promise<Taken>): Promise<Taken> => {
    own.hasFailed = true;
    const taken = await reading;
    own.hasFailed = false;
    return taken;
  };
  const own = {
    /** True while the secret is read, and from then on if that fails. */
    hasFailed: false,
    isTyped: options.length === 0 && prompt !== 'generated',
    /** Refuses a file that would be read from the same descriptor as the secret. */
    refuseFrom(path: string): void {
      for (const option of options) {
        const descriptor = descriptorOf(args.value(option) ?? '');
        if (descriptor !== undefined && descriptor === descriptorOf(path))
          throw usageFailure(`--${option} and a file cannot both be ${descriptor === 0 ? 'standard input' : path}`);
      }
    },
    /** Returns the secret. Reads it when the first file needs it, and keeps it for the others. */
    async read(): Promise<Secret> {
      secret ??= await take(readFirst());
      return secret;
    },
    async askAgain(name: string): Promise<void> {
      own.wipe();
      secret = { passphrase: await take(askPassphrase('once', `It does not open ${escaped(name)}. Passphrase: `)) };
    },
    wipe(): void {
      if (secret) wipe(secret.key ?? secret.passphrase);
      secret = undefined;
    },
  };
  return own;
}

const longestKeyFile = 1024;
const longestPassphraseFile = 65_536;

/** The caller wipes the key. Error messages do not show the path, which may be a misplaced key. */
async function readKeyFile(path: string): Promise<Uint8Array> {
  const contents = await readSecretFile('--key', path, longestKeyFile);
  try {
    return parseKeyFile(contents);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw usageFailure('--key: the file is not a key file of romulus keygen');
  } finally {
    wipe(contents);
  }
}

/** Reads all bytes of the file except a line end at its end. Error messages do not show the path. */
async function readPassphraseFile(path: string): Promise<Uint8Array> {
  const contents = await readSecretFile('--passphrase-file', path, longestPassphraseFile);
  warnOfEncoding(contents);
  let end = contents.length;
  if (end > 0 && contents[end - 1] === 0x0a) end--;
  if (end > 0 && end < contents.length && contents[end - 1] === 0x0d) end--;
  if (end === 0) throw usageFailure('--passphrase-file: the passphrase is empty');
  return contents.subarray(0, end);
}

/** Some editors write these by themselves. Nobody can type a passphrase with them, and no other editor writes the same. */
function warnOfEncoding(contents: Uint8Array): void {
  const [first, second, third] = contents;
  let [evenBits, oddBits] = [0, 0];
  for (const [i, byte] of contents.entries()) {
    if (i % 2 === 0) evenBits |= byte;
    else oddBits |= byte;
  }
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const text = isMarked || (contents.length > 1 && (evenBits === 0 || oddBits === 0)) ? 'is in UTF-16' : undefined;
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? 'begins with a byte order mark' : undefined;
  const problem = text ?? mark;
  if (problem)
    printWarning(`--passphrase-file: the file ${problem}, so a typed passphrase is another; save it as plain UTF-8`);
}

// The English list of BIP 39 has 2^11 words, so 11 bits of a random number choose one without bias.
const bitsPerWord = 11;
const wordCount = 7;

const strength = `${wordCount} words, ${wordCount * bitsPerWord} bits`;

const hyphen = 0x2d;

// This licence stands before a function, because bundlers keep it there.
/*! Contains the word list of @scure/bip39. The MIT License (MIT). Copyright (c) 2022 Patricio Palladino, Paul Miller */
/** Joins words by hyphens, in bytes that the caller wipes. The words never form a string, because strings cannot be wiped. */
function generatePassphrase(): Uint8Array {
  const longest = Math.max(...wordlist.map(({ length }) => length));
  const bytes = new Uint8Array(new ArrayBuffer(wordCount * (longest + 1)));
  const numbers = crypto.getRandomValues(new Uint16Array(wordCount));
  const encoder = new TextEncoder();
  let length = 0;
  for (const number of numbers) {
    if (length > 0) bytes[length++] = hyphen;
    const word = wordlist[number & (2 ** bitsPerWord - 1)] as string;
    length += encoder.encodeInto(word, bytes.subarray(length)).written;
  }
  numbers.fill(0);
  const passphrase = inOwnMemory(bytes.subarray(0, length));
  bytes.fill(0);
  return passphrase;
}

/** Shows the passphrase before it is used, because no file may have a passphrase that nobody has seen. */
async function showPassphrase(): Promise<Uint8Array> {
  const passphrase = generatePassphrase();
  const before = new TextEncoder().encode(`Write down the passphrase, which is shown only now (${strength}):\n`);
  const line = Buffer.concat([before, passphrase, Buffer.of(0x0a)]);
  try {
    await new Promise<void>((resolve, reject) => {
      process.stderr.write(line, (error) => (error ? reject(systemFailure('standard error', error)) : resolve()));
    });
    return passphrase;
  } catch (error) {
    wipe(passphrase);
    throw error;
  } finally {
    wipe(line);
  }
}

async function askPassphrase(prompt: Exclude<Prompt, 'generated'>, question = 'Passphrase: '): Promise<Uint8Array> {
  const terminal = openTerminal();
  let passphrase: Uint8Array | undefined;
  let again: Uint8Array | undefined;
  try {
    passphrase = await terminal.ask(question);
    if (passphrase.length === 0) throw usageFailure('the passphrase is empty');
    again = prompt === 'once' ? undefined : await terminal.ask('Type it again: ');
    if (again && !timingSafeEqual(again, passphrase)) throw usageFailure('the passphrases differ');
    return passphrase;
  } catch (error) {
    wipe(passphrase ?? new Uint8Array(0));
    throw error;
  } finally {
    wipe(again ?? new Uint8Array(0));
    terminal.close();
  }
}
