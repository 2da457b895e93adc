/** What a file is encrypted with: the key in a key file, or a passphrase. */
import { wipe } from '../index.js';
import type { StreamKey } from '../stream/index.js';
import type { Arguments } from './arguments.js';
import { usageFailure } from './failure.js';
import { readKeyFile } from './key-file.js';
import { askPassphrase, readPassphraseFile } from './passphrase.js';

export const secretOptions = {
  key: { type: 'string', short: 'k' },
  'passphrase-file': { type: 'string', short: 'p' },
} as const;

type Given = Arguments<keyof typeof secretOptions>;

export function checkSecret(given: Given): void {
  if (given.has('key') && given.has('passphrase-file')) throw usageFailure('give --key or --passphrase-file, not both');
}

/** For the caller to wipe. A passphrase is asked for if the options name no file, `twice` to be sure of it. */
export async function readSecret(given: Given, twice: boolean): Promise<StreamKey> {
  const keyPath = given.value('key');
  if (keyPath !== undefined) return { key: await readKeyFile(keyPath) };
  const passphrasePath = given.value('passphrase-file');
  return {
    passphrase: await (passphrasePath === undefined ? askPassphrase(twice) : readPassphraseFile(passphrasePath)),
  };
}

export const wipeSecret = ({ key, passphrase }: StreamKey): void => wipe(key ?? passphrase);
