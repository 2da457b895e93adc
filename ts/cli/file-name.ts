/** Names of files as text, also of those that are not UTF-8: a byte that is in no character stands as a lone surrogate, U+DC00 more. */

/** What is well-formed in UTF-8 (RFC 3629, section 4), in a text with a character for each byte; or else a byte, which is captured. */
const sequences =
  /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|([\x80-\xff])/g;
/** As a pattern of code points, it finds none that is half of a pair. */
const loneByte = /([\udc80-\udcff])/u;

/** The name that stands for bytes; of text in UTF-8, that text. */
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

/** The bytes that a name stands for, as they are read again by `nameOf`. */
export const bytesOfName = (name: string): Buffer =>
  Buffer.concat(
    name.split(loneByte).map((part, i) => (i % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) & 0xff))),
  );

/** The name as file systems take it. Those of Windows have no bytes, but may have lone surrogates. */
export const pathOf = (name: string): string | Buffer =>
  process.platform !== 'win32' && loneByte.test(name) ? bytesOfName(name) : name;

/** Whether it is text, in which all bytes are of characters. */
export const isText = (name: string): boolean => !loneByte.test(name);
