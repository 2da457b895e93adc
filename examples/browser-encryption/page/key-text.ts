/** Keys as text: as `romulus keygen` writes them into files, or their digits alone. */
import { Problem } from './problem.js';
import { words } from './words.js';

const header = 'romulus-key-1 ';

/** The contents of a key file. */
export const keyFileOf = (key: Uint8Array): string => `${header}${digitsOf(key)}\n`;

export const digitsOf = (key: Uint8Array): string =>
  Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The 16 bytes of a key; undefined if the text is not a key. */
export function readKey(text: string): Uint8Array | undefined {
  const [, digits] = /^(?:romulus-key-1 )?([0-9a-f]{32})$/i.exec(text.trim()) ?? [];
  return digits
    ? Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
    : undefined;
}

const longest = 1024;

/** The key in a key file. */
export async function readKeyFile(file: File): Promise<Uint8Array> {
  const text = file.size <= longest ? await file.text() : '';
  const key = text.startsWith(header) ? readKey(text) : undefined;
  if (!key) throw new Problem(words.keyFileWrong(file.name));
  return key;
}
