/** TGIF v1: its four members. */
import { type Declaration, given, lengths, receivedTag } from '../../declaration.js';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.{m1,m2}.{due_,begun_}'],
  ],
  verdicts: [{ function: 'aead_decrypt', tags: ['aead.{n1.chain_.s,n2.chain_.s,m1.mac_.s,m2.mac_.s}', receivedTag] }],
};
