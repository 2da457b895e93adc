/** Packs messages into one buffer, to copy inputs before a pause, and to move messages to a worker in one transfer. */
import { type Bytes, bytesForSecret, copyInto, viewOf } from '../base/bytes.js';
import type { Message } from '../engine/message.js';
import { mostCopied } from '../runtime/event-loop.js';
import { emptyBytes } from './request.js';

/** The lengths of a message's key, nonce and tag. All are 0 for hashing. */
export type PackedLengths = Readonly<Record<'keyLength' | 'nonceLength' | 'tagLength', number>>;

export interface Packed {
  /** The key, nonce, associated data and text of each message, and its separate tag if it has one. */
  readonly bytes: Bytes;
  /** Three lengths for each message: associated data, text, and separate tag (0 if there is none). */
  readonly lengths: Float64Array;
}

export function pack(messages: readonly Message[], { keyLength, nonceLength, tagLength }: PackedLengths): Packed {
  const lengths = new Float64Array(3 * messages.length);
  let i = 0;
  let total = 0;
  for (const { adLength, textLength, tag } of messages) {
    const ownTag = tag ? tagLength : 0;
    lengths[i++] = adLength;
    lengths[i++] = textLength;
    lengths[i++] = ownTag;
    total += keyLength + nonceLength + adLength + textLength + ownTag;
  }
  const bytes = bytesForSecret(total);
  let end = 0;
  const put = (part: Uint8Array, length: number) => {
    if (length > 0) copyInto(bytes, end, part, length);
    end += length;
  };
  try {
    for (const { key, nonce, ad, adLength, text, textLength, tag } of messages) {
      put(key, keyLength);
      put(nonce, nonceLength);
      put(ad, adLength);
      put(text, textLength);
      if (tag) put(tag, tagLength);
    }
  } catch (error) {
    bytes.fill(0);
    throw error;
  }
  return { bytes, lengths };
}

/**
 * Copies messages before a pause, and adds the copies to `copies`. If their inputs exceed `mostCopied` bytes, only keys, nonces and tags are
 * copied. The generator yields the messages with these copies.
 */
export function copyMessages(messages: readonly Message[], lengths: PackedLengths, total: number, copies: Bytes[]) {
  const isLong = total > mostCopied;
  const noText = { ad: emptyBytes, adLength: 0, text: emptyBytes, textLength: 0 };
  const packed = pack(isLong ? messages.map((message) => ({ ...message, ...noText })) : messages, lengths);
  copies.push(packed.bytes);
  const views = unpack(packed, lengths);
  return isLong ? withTexts(views, messages) : views;
}

function* withTexts(copies: Generator<Message>, messages: readonly Message[]): Generator<Message> {
  for (const message of messages) {
    const { key, nonce, tag } = copies.next().value as Message;
    yield { ...message, key, nonce, tag };
  }
}

export function* unpack({ bytes, lengths }: Packed, { keyLength, nonceLength }: PackedLengths): Generator<Message> {
  let end = 0;
  const take = (length: number) => {
    end += length;
    return viewOf(bytes, end - length, end);
  };
  for (let i = 0; i < lengths.length; ) {
    const [adLength, textLength, ownTag] = [lengths[i++], lengths[i++], lengths[i++]] as [number, number, number];
    // The properties are evaluated in this order, which is the order of the packed bytes.
    yield {
      key: take(keyLength),
      nonce: take(nonceLength),
      ad: take(adLength),
      adLength,
      text: take(textLength),
      textLength,
      tag: ownTag > 0 ? take(ownTag) : undefined,
      output: undefined,
    };
  }
}
