/** The outputs of a list: the caller's arrays for the results. All of them are written at the end, or none. */
import { areApart, type Bytes, checkRoom, copyOut } from '../api/bytes.js';
import { ByteTypeError, overlapping } from '../api/errors.js';
import type { Message } from '../engine/message.js';

export type Outputs = readonly Message['output'][];

/** Takes the outputs out of the messages, so that none is written at once. Throws a ByteTypeError if two overlap. */
export function outputsOf(messages: readonly Message[]): Outputs | undefined {
  const outputs: Message['output'][] = [];
  const given: Uint8Array[] = [];
  for (const message of messages) {
    const { output } = message;
    outputs.push(output);
    if (output) given.push(output);
    message.output = undefined;
  }
  if (!given.length) return undefined;
  if (!areApart(given)) throw new ByteTypeError('output', overlapping);
  return outputs;
}

/** Moves results to their outputs, and returns the outputs in their place. Throws if an output has become too short. */
export function moveAll(results: (Bytes | null)[], outputs: Outputs): (Bytes | null)[] {
  for (const [i, result] of results.entries()) if (result && outputs[i]) checkRoom(outputs[i], result.length);
  return results.map((result, i) => {
    const output = outputs[i];
    if (!result || !output) return result;
    copyOut(result, output);
    result.fill(0);
    return output as Bytes;
  });
}
