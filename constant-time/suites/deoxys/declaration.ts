/** Romulus over Deoxys-BC: modes N and M, one message at a time. */
import { type Declaration, given, lengths, receivedTag } from '../../declaration.js';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.m.{odd_,ad_odd_,due_}'],
    ['it counts the blocks of the text', 'aead.m.counter_'],
  ],
  verdicts: [{ function: 'aead_decrypt', tags: ['aead.{n.s_,m.mac_}', receivedTag] }],
};
