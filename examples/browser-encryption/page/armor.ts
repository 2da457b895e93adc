/** Encrypted files as text, for mails: the armour that the program `romulus` writes and reads too. */
import { fromBase64, toBase64 } from 'romulus-wasm';
import { Problem } from './problem.js';
import { words } from './words.js';

const begin = '-----BEGIN ROMULUS FILE-----';
const end = '-----END ROMULUS FILE-----';
/** Of text, which is in memory as a whole. */
const longest = 2 ** 26;

const trimmed = (text: string): string => text.replace(/^[ \t\r\n]+/, '').replace(/[ \t\r\n]+$/, '');

export const isArmored = (text: string): boolean => /^[ \t\r\n]*-----BEGIN ROMULUS FILE-----/.test(text);

export const isArmoredFile = async (file: File): Promise<boolean> => isArmored(await file.slice(0, 1024).text());

export function armored(bytes: Uint8Array): string {
  return `${begin}\n${toBase64(bytes).replaceAll(/.{1,64}/g, '$&\n')}${end}\n`;
}

/** Throws a Problem unless it is armour from its beginning to its end. */
export function unarmored(text: string): Uint8Array<ArrayBuffer> {
  const [first, ...lines] = trimmed(text).split(/\r?\n/);
  const last = lines.pop();
  const isGood = (line: string, i: number) =>
    line.length % 4 === 0 &&
    (i < lines.length - 1 ? /^[A-Za-z\d+/]{64}$/ : /^(?=.{1,64}$)[A-Za-z\d+/]+={0,2}$/).test(line);
  if (first !== begin || last !== end || !lines.every(isGood)) throw new Problem(words.armorDamaged);
  try {
    return fromBase64(lines.join(''));
  } catch {
    throw new Problem(words.armorDamaged);
  }
}

/** The encrypted file in a file of armour. */
export async function unarmoredFile(file: File): Promise<File> {
  if (file.size > longest) throw new Problem(words.armorTooLong);
  return new File([unarmored(await file.text())], file.name);
}
