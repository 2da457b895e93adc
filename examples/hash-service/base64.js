/** Bytes in JSON: canonical base64 as in RFC 4648, section 4, with padding. */

/** Formats for a JSON schema. */
export const formats = {
  base64: /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z\d+/][AQgw]==)?$/,
  'base64-16-bytes': /^[A-Za-z\d+/]{21}[AQgw]==$/,
};

/** @type {(text: string) => Uint8Array} */
export const bytesOf = (text) => Buffer.from(text, 'base64');

/** @type {(bytes: Uint8Array) => string} */
export const textOf = ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString('base64');
