/**
 * The names of files as text, even if they are not UTF-8. A byte b that belongs to no character becomes the surrogate
 * U+DC00 + b.
 */

/**
 * Matches a run of well-formed UTF-8 (RFC 3629, section 4), or captures a single byte that belongs to none. The text
 * has one character for each byte.
 */
const sequences =
  /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|([\x80-\xff])/g;
/**
 * Matches the surrogate of a single byte. The flag `u` makes this a pattern of code points, which does not match half
 * of a surrogate pair.
 */
const loneByte = /([\udc80-\udcff])/u;

/** Returns the name for these bytes. If the bytes are UTF-8, the name is their text. */
export function nameOf(bytes: Buffer): string {
  const text = bytes.toString();
  if (!text.includes('\ufffd')) return text;
  return bytes
    .toString('latin1')
    .replaceAll(sequences, (sequence, byte?: string) =>
      byte === undefined
        ? Buffer.from(sequence, 'latin1').toString()
        : String.fromCharCode(0xdc00 + byte.charCodeAt(0)),
    );
}

/** Returns the bytes of a name. `nameOf` turns these bytes into the name again. */
export const bytesOfName = (name: string): Buffer =>
  Buffer.concat(
    name.split(loneByte).map((part, i) => (i % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) & 0xff))),
  );

/**
 * Returns the name in the form that file systems take. Names on Windows are not made of bytes, but may contain lone
 * surrogates.
 */
export const pathOf = (name: string): string | Buffer =>
  process.platform !== 'win32' && loneByte.test(name) ? bytesOfName(name) : name;

/** True if all bytes of the name belong to characters. */
export const isText = (name: string): boolean => !loneByte.test(name);
