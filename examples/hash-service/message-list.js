/**
 * Lists of messages, and lists of plaintexts, in the form of bytes. README.md has the table of this form. Numbers are
 * big-endian.
 */
import { isDevice } from './base64.js';
import { Problem } from './problem.js';

const headLength = 11;
const nonceLength = 16;
const tagLength = 16;

/** @type {Record<import('./opening.js').Refusal, number>} */
const refusals = { not_authentic: 1, replayed: 2, unavailable: 3 };

/**
 * Reads the messages of a body, as views of the body, up to a number of messages.
 *
 * @type {(body: Buffer, most: number) => import('./opening.js').Message[]}
 */
export function readMessages(body, most) {
  const messages = [];
  for (let at = 0; at < body.length; ) {
    if (messages.length === most) throw new Problem(400, `The list has more than ${most} messages.`);
    if (body.length - at < headLength) throw cutOff();
    const nonceAt = at + headLength + /** @type {number} */ (body[at]);
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

/** @type {(opened: import('./opening.js').Opened[]) => Buffer} the answer to a list of messages */
export function writeOpened(opened) {
  let length = 0;
  for (const one of opened) length += 5 + (typeof one === 'string' ? 0 : one.length);
  const body = Buffer.alloc(length);
  let at = 0;
  for (const one of opened) {
    if (typeof one === 'string') body[at] = refusals[one];
    else {
      body.writeUInt32BE(one.length, at + 1);
      body.set(one, at + 5);
      at += one.length;
    }
    at += 5;
  }
  return body;
}
