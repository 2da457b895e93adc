/** Romulus over Deoxys-BC: modes N and M, one message at a time. */
import { type Declaration, given, lengths } from '../../declaration.js';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.m.{odd_,ad_odd_,due_}'],
    ['it counts the blocks of the text', 'aead.m.counter_'],
  ],
  verdicts: [],
};
