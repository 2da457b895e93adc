/** The results of many messages, packed for the way from a worker. */
import type { Bytes } from '../base/bytes.js';
import type { Message } from '../engine/message.js';
import { type ListOperation, ListWork } from '../messages/list.js';
import type { Work } from '../messages/slicing.js';

export interface PackedResults {
  /** All short results, one after another. The bytes for a message that is not authentic have no meaning. */
  readonly short: Bytes;
  readonly long: (Bytes | null)[];
  readonly forged: readonly number[];
}

/** The most bytes of a short result. Copying a short result is faster than transferring its own buffer. */
const shortLength = 16_384;

export function packedListWork(operation: ListOperation, messages: Message[]): Work<PackedResults> {
  const lengths = messages.map((message) => operation.resultLength(message));
  const ends: number[] = [];
  let total = 0;
  for (const length of lengths) {
    if (length <= shortLength) total += length;
    ends.push(total);
  }
  const short = new Uint8Array(total);
  const resultPlace = (i: number) => {
    const [length, end] = [lengths[i] as number, ends[i] as number];
    return length <= shortLength ? short.subarray(end - length, end) : undefined;
  };
  return new ListWork({ ...operation, resultPlace }, messages, (results) => ({
    short,
    long: results.filter((_, i) => (lengths[i] as number) > shortLength),
    forged: [...results.keys()].filter((i) => results[i] === null),
  }));
}

export function unpackResults({ short, long, forged }: PackedResults, lengths: number[]): (Bytes | null)[] {
  const notAuthentic = new Set(forged);
  let nextLong = 0;
  let end = 0;
  const results = lengths.map((length, i) => {
    if (length > shortLength) return long[nextLong++] as Bytes | null;
    const start = end;
    end += length;
    return notAuthentic.has(i) ? null : short.slice(start, end);
  });
  short.fill(0);
  return results;
}
