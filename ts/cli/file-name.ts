/** The names of files as text. Of a name that is not UTF-8, each byte b from 0x80 on becomes the surrogate U+DC00 + b. */
import { isUtf8 } from 'node:buffer';

export function nameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  const units = Uint16Array.from(bytes, (byte) => (byte < 0x80 ? byte : 0xdc00 + byte));
  return Buffer.from(units.buffer).toString('utf16le');
}

/** The bytes of a name, of which `nameOf` makes the name again. */
export function bytesOfName(name: string): Buffer {
  if (isText(name)) return Buffer.from(name);
  // Latin-1 keeps the lower byte of each surrogate. Two names that were joined may have well-formed characters too.
  const others = /[^\0-\x7f\udc80-\udcff]{1,4096}/gu;
  return Buffer.from(
    name.replaceAll(others, (text) => Buffer.from(text).toString('latin1')),
    'latin1',
  );
}

/** The flag `u` keeps the pattern from matching half of a surrogate pair. */
export const isText = (name: string): boolean => !/[\udc80-\udcff]/u.test(name);

/** The name as file systems take it. Names on Windows are no bytes, but may contain lone surrogates. */
export const pathOf = (name: string): string | Buffer =>
  process.platform === 'win32' || isText(name) ? name : bytesOfName(name);
