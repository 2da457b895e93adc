/** Romulus v1.2: its six members, and messages side by side in 8 and in 32 lanes. */
import { type Declaration, given, lengths, place, receivedTag, step } from '../../declaration.js';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.{m1,m2,m3}.{odd_,ad_odd_,due_}'],
    ['it counts the blocks of the text', 'aead.{m1,m2,m3}.counter_'],
  ],
  verdicts: [{ function: 'aead_decrypt', tags: ['aead.{n1.s_,n2.s_,n3.s_,m1.mac_,m2.mac_,m3.mac_}', receivedTag] }],
};
