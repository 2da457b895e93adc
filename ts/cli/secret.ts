/** What a file is encrypted with: the key in a key file, or a passphrase from a file or from whoever sits at the terminal. */
import { timingSafeEqual, wipe } from '../index.js';
import type { StreamKey } from '../stream/index.js';
import type { Arguments } from './arguments.js';
import { usageFailure } from './failure.js';
import { readSecretFile } from './input.js';
import { readKeyFile } from './key-file.js';
import { openTerminal } from './terminal.js';

type Given = Arguments<'key' | 'passphrase-file'>;

export function checkSecret(given: Given): void {
  if (given.has('key') && given.has('passphrase-file')) throw usageFailure('give --key or --passphrase-file, not both');
}

/** How often a passphrase is typed: a new one twice, to be sure of it. */
export type Prompt = 'once' | 'twice';

/** For the caller to wipe. A passphrase is asked for if the options name no file. */
export async function readSecret(given: Given, prompt: Prompt): Promise<StreamKey> {
  const keyPath = given.value('key');
  if (keyPath !== undefined) return { key: await readKeyFile(keyPath) };
  const passphrasePath = given.value('passphrase-file');
  if (passphrasePath !== undefined) return { passphrase: await readPassphraseFile(passphrasePath) };
  return { passphrase: await askPassphrase(prompt) };
}

export const wipeSecret = ({ key, passphrase }: StreamKey): void => wipe(key ?? passphrase);

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

/** What is typed, which is not shown. */
async function askPassphrase(prompt: Prompt): Promise<Uint8Array> {
  const terminal = openTerminal();
  try {
    const passphrase = await terminal.ask('Passphrase: ');
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
