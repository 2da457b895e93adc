/** Messages of devices and their plaintexts, in JSON and as bytes. README.md has the table of the bytes. */
import { object, Problem } from './problem.js';

/** @import { Message, Opened } from './opening.js' */

/** @type {(name: string, length?: number) => boolean} a device's name; what is no UTF-8 was read as U+FFFD */
const isDevice = (name, length = Buffer.byteLength(name)) =>
  length > 0 && length <= 64 && !/[\p{Surrogate}\ufffd]/u.test(name);

/** Formats for a JSON schema. Bytes are canonical base64 as in RFC 4648, section 4, with padding. */
export const formats = {
  device: (name) => isDevice(name),
  base64: /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z\d+/][AQgw]==)?$/,
  'base64-16-bytes': /^[A-Za-z\d+/]{21}[AQgw]==$/,
};

export const messageSchema = object(
  {
    device: { type: 'string', format: 'device' },
    keyId: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
    nonce: { type: 'string', format: 'base64-16-bytes' },
    // The shortest ciphertext is a tag alone: 16 bytes, which are 24 characters.
    ciphertext: { type: 'string', format: 'base64', minLength: 24 },
    associatedData: { type: 'string', format: 'base64' },
  },
  ['device', 'nonce', 'ciphertext'],
);

export const bytesOf = (/** @type {string} */ text) => Buffer.from(text, 'base64');

/** @type {(bytes: Uint8Array) => string} */
export const textOf = ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString('base64');

/** @type {(message: Record<'device' | 'nonce' | 'ciphertext' | 'associatedData', string> & { keyId?: number }) => Message} */
export const messageOf = ({ device, keyId = 0, nonce, ciphertext, associatedData = '' }) => ({
  device,
  keyId,
  nonce: bytesOf(nonce),
  ciphertext: bytesOf(ciphertext),
  associatedData: bytesOf(associatedData),
});

const [headLength, nonceLength, tagLength] = [11, 16, 16];

/** @type {(body: Buffer, most: number) => Message[]} reads the messages of a body, as views of the body, up to a number of messages */
export function readMessages(body, most) {
  /** @type {Message[]} */
  const messages = [];
  for (let at = 0; at < body.length; ) {
    if (messages.length === most) throw new Problem(400, `The list has more than ${most} messages.`);
    if (body.length - at < headLength) throw cutOff();
    const nonceAt = at + headLength + body[at];
    const dataAt = nonceAt + nonceLength;
    const ciphertextAt = dataAt + body.readUInt16BE(at + 5);
    const end = ciphertextAt + body.readUInt32BE(at + 7);
    if (end > body.length) throw cutOff();
    const device = body.toString('utf8', at + headLength, nonceAt);
    if (!isDevice(device, nonceAt - at - headLength))
      throw new Problem(400, 'The name of a device has 1 to 64 bytes of UTF-8.');
    if (end < ciphertextAt + tagLength) throw new Problem(400, 'A ciphertext has at least 16 bytes.');
    messages.push({
      device,
      keyId: body.readUInt32BE(at + 1),
      nonce: body.subarray(nonceAt, dataAt),
      associatedData: body.subarray(dataAt, ciphertextAt),
      ciphertext: body.subarray(ciphertextAt, end),
    });
    at = end;
  }
  return messages;
}

const cutOff = () => new Problem(400, 'The list ends in the middle of a message.');

const kinds = ['', 'not_authentic', 'replayed', 'unavailable'];

/** @type {(opened: Opened[]) => Buffer} the answer to a list of messages, in one buffer, so that the plaintexts can be wiped */
export function writeOpened(opened) {
  const body = Buffer.alloc(opened.reduce((sum, one) => sum + 5 + (typeof one === 'string' ? 0 : one.length), 0));
  let at = 0;
  for (const one of opened) {
    if (typeof one === 'string') body[at] = kinds.indexOf(one);
    else {
      body.writeUInt32BE(one.length, at + 1);
      body.set(one, at + 5);
      at += one.length;
    }
    at += 5;
  }
  return body;
}
