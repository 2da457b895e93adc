/** Bytes in JSON, which are canonical base64 as in RFC 4648, section 4, with padding, and names of devices. */

/** @type {(name: string, length?: number) => boolean} a device's name; what is no UTF-8 was read as U+FFFD */
export const isDevice = (name, length = Buffer.byteLength(name)) =>
  length > 0 && length <= 64 && !/[\p{Surrogate}\ufffd]/u.test(name);

/** Formats for a JSON schema. */
export const formats = {
  device: (/** @type {string} */ name) => isDevice(name),
  base64: /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z\d+/][AQgw]==)?$/,
  'base64-16-bytes': /^[A-Za-z\d+/]{21}[AQgw]==$/,
};

/** @type {(text: string) => Uint8Array} */
export const bytesOf = (text) => Buffer.from(text, 'base64');

/** @type {(bytes: Uint8Array) => string} */
export const textOf = ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString('base64');
