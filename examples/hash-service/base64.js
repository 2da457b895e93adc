/** Bytes in JSON, which are canonical base64 as in RFC 4648, section 4, with padding, and names of devices. */

/** @type {(name: string) => boolean} whether a device may have this name, of 1 to 64 bytes in UTF-8 */
export const isDevice = (name) => name !== '' && Buffer.from(name).toString() === name && Buffer.byteLength(name) <= 64;

/** Formats for a JSON schema. */
export const formats = {
  device: isDevice,
  base64: /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z\d+/][AQgw]==)?$/,
  'base64-16-bytes': /^[A-Za-z\d+/]{21}[AQgw]==$/,
};

/** @type {(text: string) => Uint8Array} */
export const bytesOf = (text) => Buffer.from(text, 'base64');

/** @type {(bytes: Uint8Array) => string} */
export const textOf = ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString('base64');
