/** Messages laid one behind the other into one buffer: before a pause, or to cross to a worker by one transfer. */
import { type Bytes, copyInto, viewOf } from '../api/bytes.js';
import type { Message } from '../engine/message.js';
import { emptyBytes } from './request.js';

/** The lengths of what comes with every message: no key, nonce or tag to hash. */
export interface PackedLengths {
  readonly keyLength: number;
  readonly nonceLength: number;
  readonly tagLength: number;
}

export interface Packed {
  /** Key, nonce, associated data and text of each message, and a tag that stands by itself. */
  readonly bytes: Bytes;
  /** For each message the lengths of associated data, text, and a tag that stands by itself: 0 without one. */
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
  const bytes = new Uint8Array(total);
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

export const packKeys = (messages: readonly Message[], lengths: PackedLengths): Packed =>
  pack(
    messages.map((message) => ({ ...message, ad: emptyBytes, adLength: 0, text: emptyBytes, textLength: 0 })),
    lengths,
  );

/** Views of the messages, each made when it is asked for. */
export function* unpack({ bytes, lengths }: Packed, { keyLength, nonceLength }: PackedLengths): Generator<Message> {
  let end = 0;
  const take = (length: number) => {
    end += length;
    return viewOf(bytes, end - length, end);
  };
  for (let i = 0; i < lengths.length; ) {
    const [adLength, textLength, ownTag] = [lengths[i++], lengths[i++], lengths[i++]] as [number, number, number];
    // In this order, in which they lie.
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
