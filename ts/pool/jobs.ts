/** What a worker can be asked for: how each job is described, so that it can cross, and the work that it stands for. */

import { type BatchOperation, BatchWork, withResult } from '../batch.js';
import type { Bytes } from '../bytes.js';
import type { Direction, Message } from '../engine/message.js';
import type { AeadMode } from '../mode.js';
import { combined, detached, sealed } from '../output-format.js';
import { aeadOperation, decryptWork, encryptWork } from '../single.js';
import type { Work } from '../slicing.js';
import { decryptBatch, encryptBatch } from '../stream/crypter.js';
import { hashOperation, hashPartWork, hashWork } from '../suites/romulus/hash.js';
import { modes } from '../suites/romulus/modes.js';
import { type Packed, type PackedResults, shortLength, unpack } from './packing.js';

export const outputFormats = { combined, detached, sealed };

export const jobs = {
  hash: ({ message }: { message: Packed }) => {
    const { text, textLength } = onlyOf(message);
    return hashWork(text, textLength);
  },
  hashPart: ({ text, state, isLast }: { text: Bytes; state: Bytes | undefined; isLast: boolean }) =>
    hashPartWork(text, state, isLast),
  encrypt: ({ id, format, message }: { id: number; format: keyof typeof outputFormats; message: Packed }) =>
    encryptWork<unknown>(modeOf(id), onlyOf(message), outputFormats[format]),
  decrypt: ({ id, message }: { id: number; message: Packed }) => decryptWork(modeOf(id), onlyOf(message)),
  many: ({ id, direction, messages }: { id: number; direction: Direction; messages: Packed }) => {
    const task = id === hashOperation.id ? hashOperation : aeadOperation(modeOf(id), direction);
    return manyWork(task, unpack(messages));
  },
  encryptBatch,
  decryptBatch,
};

type Jobs = typeof jobs;
export type Kind = keyof Jobs;
export type Job<K extends Kind = Kind> = Parameters<Jobs[K]>[0];
export type Outcome<K extends Kind = Kind> = ReturnType<Jobs[K]> extends Work<infer Result> ? Result : never;

const modeOf = (id: number) => Object.values(modes)[id] as AeadMode;

const onlyOf = (packed: Packed): Message => unpack(packed)[0] as Message;

function manyWork(task: BatchOperation, messages: Message[]): Work<PackedResults> {
  const lengths = messages.map((message) => task.resultLength(message));
  const ends: number[] = [];
  let total = 0;
  for (const length of lengths) {
    if (length <= shortLength) total += length;
    ends.push(total);
  }
  const short = new Uint8Array(total);
  const placeOf = (i: number) =>
    (lengths[i] as number) <= shortLength
      ? short.subarray((ends[i] as number) - (lengths[i] as number), ends[i] as number)
      : undefined;
  return withResult(new BatchWork({ ...task, placeOf }, messages), (results) => ({
    short,
    long: results.filter((_, i) => (lengths[i] as number) > shortLength),
    forged: [...results.keys()].filter((i) => results[i] === undefined),
  }));
}
