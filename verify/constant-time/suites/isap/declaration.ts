/** ISAP: its four modes over two permutations. */
import { type Declaration, given, receivedTag, step } from '../../declaration.js';

const rounds = 'made of the mode alone';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [rounds, 'aead.{ascon,keccak}.rounds_.{hash&bit&stream&key}'],
    [step, 'aead.{ascon,keccak}.has_stream_'],
  ],
  verdicts: [{ function: 'aead_decrypt', tags: ['aead.{ascon,keccak}.tag_', receivedTag] }],
};
