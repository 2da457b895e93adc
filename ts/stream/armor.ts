/** Armour: an encrypted file as text, for mail. Its form is in docs/stream-format.md. */
import { checkText, fromBase64, toBase64 } from '../api/text-encodings.js';
import type { Bytes } from '../base/bytes.js';
import { FormatError } from './file-errors.js';

const begin = '-----BEGIN ROMULUS FILE-----';
const end = '-----END ROMULUS FILE-----';
/** The white space of mails, and the sign with which they quote. */
const quoting = '[> \\t\\u00a0\\ufeff]*';
// Lines end with line feeds alone. For the flag `m` they would end with U+2028 and carriage returns too, behind which text would be lost.
const start = '(?<![^\\n])';
const beginning = new RegExp(`${start}${quoting}${begin}${quoting}\\r*(?![^\\n])`);

/**
 * Gives an encrypted file as text, for mail and chat: in base64, between two lines that say what it is. `romulus decrypt` opens it too.
 * @param bytes A whole encrypted file, of any length.
 * @throws {@link ArgumentError} if `bytes` is not a `Uint8Array`; {@link UsageError} if the text would be too long for this runtime.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { armor, encryptBytes } from 'romulus-wasm/stream';
 * const text = armor(await encryptBytes(new TextEncoder().encode('hello'), { key: generateKey() }));
 * console.log(text.split('\n')[0]); // => -----BEGIN ROMULUS FILE-----
 */
export const armor = (bytes: Uint8Array): string => `${begin}\n${toBase64(bytes).replace(/.{1,64}/g, '$&\n')}${end}\n`;

/**
 * Tells whether {@link dearmor} finds armour in a text. The armour may be cut or damaged. You need no whole file: its beginning tells it.
 * @throws {@link ArgumentError} if `text` is no string.
 * @example
 * import { isArmored } from 'romulus-wasm/stream';
 * console.log(isArmored('Hello,\n\n> -----BEGIN ROMULUS FILE-----\n')); // => true
 */
export const isArmored = (text: string): boolean => beginning.test(checkText(text));

/**
 * Finds the first armour in a text, such as a mail, and gives the encrypted file in it. Other text may stand before and behind the armour,
 * and its lines may be quoted with `>` and have white space around them. The file is not authentic before you decrypt it.
 * @returns The bytes of the encrypted file, which may be of any length.
 * @throws {@link FormatError} if there is no armour in the text, or if it is not whole; {@link ArgumentError} if `text` is no string.
 * @example
 * import { generateKey } from 'romulus-wasm';
 * import { armor, dearmor, decryptBytes, encryptBytes } from 'romulus-wasm/stream';
 * const key = generateKey();
 * const mail = `Hello,\n\n${armor(await encryptBytes(new TextEncoder().encode('at noon'), { key }))}`;
 * console.log(new TextDecoder().decode(await decryptBytes(dearmor(mail), { key }))); // => at noon
 */
export function dearmor(text: string): Bytes {
  const first = beginning.exec(checkText(text));
  if (!first) throw new FormatError(`there is no armour in the text: it has no line ${begin}`);
  const rest = text.slice(first.index + first[0].length + 1);
  const last = new RegExp(`${start}${quoting}${end}`).exec(rest);
  if (!last) throw new FormatError(`the armour is not whole: it has no line ${end}`);
  const quoted = new RegExp(`^${quoting}`);
  const lines = rest.slice(0, last.index).split('\n').slice(0, -1);
  const letters = lines.map((line) => line.replace(quoted, '').trimEnd());
  const isGood = letters.every((line, i) =>
    i < letters.length - 1 ? /^[\w+/]{64}$/.test(line) : line.length % 4 === 0 && /^[\w+/=]{1,64}$/.test(line),
  );
  try {
    if (isGood) return fromBase64(letters.join(''), { lastChunkHandling: 'strict' });
  } catch {}
  throw new FormatError('the armour is damaged: its lines have 64 letters of base64, and the last as many as are left');
}
