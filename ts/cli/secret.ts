/** What a file is encrypted with: the key in a key file, or a passphrase from a file or from whoever sits at the terminal. */
import { timingSafeEqual, wipe } from '../index.js';
import type { Arguments } from './arguments.js';
import { escaped, systemFailure, usageFailure } from './failure.js';
import { generatePassphrase, strength } from './generated-passphrase.js';
import { readSecretFile } from './input.js';
import { readKeyFile } from './key-file.js';
import { openTerminal } from './terminal.js';

type Given = Arguments<'key' | 'passphrase-file'>;

/** How often a passphrase is typed: a new one twice, to be sure of it. One that is generated is shown instead. */
export type Prompt = 'once' | 'twice' | 'generated';

/** What opens a file, in bytes, which can be overwritten. */
type Secret = { key: Uint8Array; passphrase?: undefined } | { passphrase: Uint8Array; key?: undefined };

/** The secret of all files of a run, read when the first of them needs it. */
export class RunSecret {
  readonly #given: Given;
  readonly #prompt: Prompt;
  #key: Secret | undefined;
  /** It could not be read, for this file or for any other. */
  hasFailed = false;

  constructor(given: Given, prompt: Prompt) {
    if (given.has('key') && given.has('passphrase-file'))
      throw usageFailure('give --key or --passphrase-file, not both');
    if (prompt === 'generated') checkGenerated(given);
    this.#given = given;
    this.#prompt = prompt;
  }

  /** Whether it comes from the terminal, where another can be asked for. */
  get isTyped(): boolean {
    return !this.#given.has('key') && !this.#given.has('passphrase-file') && this.#prompt !== 'generated';
  }

  async read(): Promise<Secret> {
    this.#key ??= await this.#unlessItFails(() => this.#readFirst());
    return this.#key;
  }

  /** Asks for another passphrase, as the one before does not open this file. */
  async askAgain(name: string): Promise<void> {
    this.wipe();
    const question = `It does not open ${escaped(name)}. Passphrase: `;
    this.#key = await this.#unlessItFails(async () => ({ passphrase: await askPassphrase('once', question) }));
  }

  wipe(): void {
    if (this.#key) wipe(this.#key.key ?? this.#key.passphrase);
    this.#key = undefined;
  }

  async #readFirst(): Promise<Secret> {
    const keyPath = this.#given.value('key');
    if (keyPath !== undefined) return { key: await readKeyFile(keyPath) };
    const passphrasePath = this.#given.value('passphrase-file');
    if (passphrasePath !== undefined) return { passphrase: await readPassphraseFile(passphrasePath) };
    return { passphrase: await (this.#prompt === 'generated' ? showPassphrase() : askPassphrase(this.#prompt)) };
  }

  async #unlessItFails(read: () => Promise<Secret>): Promise<Secret> {
    try {
      return await read();
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}

const longest = 65_536;

/** All bytes of the file but a line end behind them; for the caller to wipe. Messages do not tell the path. */
async function readPassphraseFile(path: string): Promise<Uint8Array> {
  const contents = await readSecretFile('--passphrase-file', path, longest);
  let end = contents.length;
  if (end > 0 && contents[end - 1] === 0x0a) end--;
  if (end > 0 && end < contents.length && contents[end - 1] === 0x0d) end--;
  if (end === 0) throw usageFailure('--passphrase-file: the passphrase is empty');
  return contents.subarray(0, end);
}

function checkGenerated(given: Given): void {
  for (const other of ['key', 'passphrase-file'] as const)
    if (given.has(other)) throw usageFailure(`give --generate-passphrase or --${other}, not both`);
  // Nothing but a terminal forgets what it shows.
  if (!process.stderr.isTTY)
    throw usageFailure(
      'standard error is no terminal, which could show the passphrase: give --key or --passphrase-file',
    );
}

/** A new passphrase, once it is shown: no file is to have one that nobody has seen. */
async function showPassphrase(): Promise<Uint8Array> {
  const passphrase = generatePassphrase();
  const before = new TextEncoder().encode(`Write down the passphrase, which is shown only now (${strength}):\n`);
  const line = new Uint8Array(before.length + passphrase.length + 1);
  line.set(before);
  line.set(passphrase, before.length);
  line[line.length - 1] = 0x0a;
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

/** What is typed, which is not shown. */
async function askPassphrase(prompt: Exclude<Prompt, 'generated'>, question = 'Passphrase: '): Promise<Uint8Array> {
  const terminal = openTerminal();
  try {
    const passphrase = await terminal.ask(question);
    if (passphrase.length === 0) throw usageFailure('the passphrase is empty');
    if (prompt === 'once') return passphrase;
    try {
      const again = await terminal.ask('Type it again: ');
      const isSame = timingSafeEqual(again, passphrase);
      wipe(again);
      if (isSame) return passphrase;
      throw usageFailure('the passphrases differ');
    } catch (error) {
      wipe(passphrase);
      throw error;
    }
  } finally {
    terminal.close();
  }
}
