/** Messages, and results of messages, laid one behind the other into one buffer, so that they cross by one transfer. */
import { type Bytes, copyInto, viewOf } from '../bytes.js';
import type { Message } from '../engine/message.js';

export interface Packed {
  /** Key, nonce, associated data and text of each message, and a tag that stands by itself. */
  readonly bytes: Bytes;
  /** Of each message the lengths of these; the tag counts as part of the text. */
  readonly lengths: Float64Array;
}

/** The lengths of what comes with every message of a task: no key, nonce or tag to hash. */
export interface PackedLengths {
  readonly keyLength: number;
  readonly nonceLength: number;
  readonly tagLength: number;
}

export function pack(messages: readonly Message[], { keyLength, nonceLength, tagLength }: PackedLengths): Packed {
  const lengths = new Float64Array(4 * messages.length);
  let next = 0;
  let total = 0;
  const count = (length: number) => {
    lengths[next++] = length;
    total += length;
  };
  for (const { adLength, textLength, tag } of messages) {
    count(keyLength);
    count(nonceLength);
    count(adLength);
    count(textLength + (tag ? tagLength : 0));
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

export function unpack({ bytes, lengths }: Packed): Message[] {
  const messages: Message[] = [];
  let next = 0;
  let end = 0;
  const take = () => {
    const start = end;
    end += lengths[next++] as number;
    return viewOf(bytes, start, end);
  };
  while (next < lengths.length) {
    const [key, nonce, ad, text] = [take(), take(), take(), take()];
    messages.push({ key, nonce, ad, adLength: ad.length, text, textLength: text.length, tag: undefined });
  }
  return messages;
}

export interface PackedResults {
  /** All short results, one behind the other; what stands there for a message that is not authentic means nothing. */
  readonly short: Bytes;
  /** Each long result; undefined for a message that is not authentic. */
  readonly long: (Bytes | undefined)[];
  /** Which messages are not authentic. */
  readonly forged: readonly number[];
}

/** Longer results cross each in a buffer of its own: shorter ones are copied faster than that. */
export const shortLength = 16_384;

/** The results, each in a buffer of its own; undefined for a message that is not authentic. */
export function unpackResults({ short, long, forged }: PackedResults, lengths: number[]): (Bytes | undefined)[] {
  const notAuthentic = new Set(forged);
  let nextLong = 0;
  let end = 0;
  const results = lengths.map((length, i) => {
    if (length > shortLength) return long[nextLong++];
    const start = end;
    end += length;
    return notAuthentic.has(i) ? undefined : short.slice(start, end);
  });
  short.fill(0);
  return results;
}
