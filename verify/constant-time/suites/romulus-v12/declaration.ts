/** Romulus v1.2: its six members. */
import { type Declaration, given, lengths } from '../../declaration.js';

const counts = 'it counts blocks, and a domain beside it is made of lengths';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.{m1,m2,m3}.{odd_,ad_odd_,due_}', 'aead.m2.mac_domain_'],
    [counts, 'aead.{n2,m1,m2,m3}.counter_', 'aead.m2.{mac_counter_,due_counter_}', 'aead.{n2,m2}.key_.high'],
  ],
  verdicts: [],
};
