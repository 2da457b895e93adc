/** The names of files as text, even if they are not UTF-8. A stray byte b becomes the surrogate U+DC00 + b. */

/** A run of well-formed UTF-8 (RFC 3629, section 4), or a captured stray byte, both in Latin-1. */
const sequences =
  /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|([\x80-\xff])/g;
/** The surrogate of a stray byte. The flag `u` keeps the pattern from matching half of a surrogate pair. */
const loneByte = /([\udc80-\udcff])/u;

/** If the bytes are UTF-8, the name is their text. */
export function nameOf(bytes: Buffer): string {
  const text = bytes.toString();
  if (!text.includes('\ufffd')) return text;
  const charactersOf = (sequence: string, byte?: string) =>
    byte ? String.fromCharCode(0xdc00 + byte.charCodeAt(0)) : Buffer.from(sequence, 'latin1').toString();
  return bytes.toString('latin1').replaceAll(sequences, charactersOf);
}

/** The bytes of a name, of which `nameOf` makes the name again. */
export const bytesOfName = (name: string): Buffer =>
  Buffer.concat(
    name.split(loneByte).map((part, i) => (i % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) & 0xff))),
  );

/** The name as file systems take it. Names on Windows are no bytes, but may contain lone surrogates. */
export const pathOf = (name: string): string | Buffer =>
  process.platform !== 'win32' && loneByte.test(name) ? bytesOfName(name) : name;

export const isText = (name: string): boolean => !loneByte.test(name);
