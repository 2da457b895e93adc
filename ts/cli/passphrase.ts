/** Passphrases: from a file, or from whoever sits at the terminal, who does not see them written. */
import { timingSafeEqual, wipe } from '../index.js';
import { usageFailure } from './failure.js';
import { readSecretFile } from './input.js';
import { openTerminal } from './terminal.js';

const longest = 65_536;

/** All bytes of the file but a line end behind them; for the caller to wipe. Messages do not tell the path. */
export async function readPassphraseFile(path: string): Promise<Uint8Array> {
  const contents = await readSecretFile('--passphrase-file', path, longest);
  let end = contents.length;
  if (end > 0 && contents[end - 1] === 0x0a) end--;
  if (end > 0 && end < contents.length && contents[end - 1] === 0x0d) end--;
  if (end === 0) throw usageFailure('--passphrase-file: the passphrase is empty');
  return contents.subarray(0, end);
}

/** What is typed, for the caller to wipe; `twice` to be sure of it. */
export async function askPassphrase(twice: boolean): Promise<Uint8Array> {
  const terminal = openTerminal();
  try {
    const passphrase = await terminal.ask('Passphrase: ');
    if (passphrase.length === 0) throw usageFailure('the passphrase is empty');
    if (!twice) return passphrase;
    let again: Uint8Array | undefined;
    try {
      again = await terminal.ask('Type it again: ');
      if (again.length === passphrase.length && timingSafeEqual(again, passphrase)) return passphrase;
      throw usageFailure('the passphrases differ');
    } catch (error) {
      wipe(passphrase);
      throw error;
    } finally {
      if (again) wipe(again);
    }
  } finally {
    terminal.close();
  }
}
