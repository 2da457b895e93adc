/** Messages, and results of messages, laid one behind the other into one buffer, so that they cross by one transfer. */
import { type Bytes, viewOf } from '../bytes.js';
import type { Message } from '../engine/engine.js';

export interface Packed {
  /** Key, nonce, associated data and text of each message, and a tag that stands by itself. */
  readonly bytes: Bytes;
  /** Of each message the lengths of these; the tag counts as part of the text. */
  readonly lengths: Float64Array;
}

export function pack(messages: readonly Message[]): Packed {
  const lengths = new Float64Array(4 * messages.length);
  let next = 0;
  let total = 0;
  const count = (length: number) => {
    lengths[next++] = length;
    total += length;
  };
  for (const { key, nonce, ad, text, tag } of messages) {
    count(key.length);
    count(nonce.length);
    count(ad.length);
    count(text.length + (tag?.length ?? 0));
  }
  const bytes = new Uint8Array(total);
  let end = 0;
  const put = (part: Uint8Array) => {
    if (part.length > 0) bytes.set(part, end);
    end += part.length;
  };
  for (const { key, nonce, ad, text, tag } of messages) {
    put(key);
    put(nonce);
    put(ad);
    put(text);
    if (tag) put(tag);
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
  while (next < lengths.length) messages.push({ key: take(), nonce: take(), ad: take(), text: take() });
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
