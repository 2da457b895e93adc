/** Romulus v1.2: its six members. */
import { type Declaration, given, lengths } from '../../declaration.js';

const counts = 'it counts blocks, and a domain beside it is made of lengths';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.{m1,m2,m3}.{odd_,ad_odd_,due_}', 'aead.m2.mac_domain_'],
    [counts, 'aead.{n2,m1,m2,m3}.counter_', 'aead.m2.{mac_counter_,due_counter_}', 'aead.{n2,m2}.key_.high'],
  ],
  overlaid: {
    portable: [
      {
        field: 'aead.m3.counter_',
        by: ['window[key_length / 2]...'],
        width: 8,
        because: 'in a message of N2 or M2 these bytes are half of its key, and no function of M3 comes to read them',
      },
      {
        field: 'aead.n2.counter_',
        by: ['window[key_length + suite::S2::tweak_length]...', 'window[0]...', 'window[0]', 'aead.m2.mac_'],
        width: 8,
        because: 'in a message of M2 these bytes are half of its s_, and no function of N2 comes to read them',
      },
    ],
  },
  verdicts: [],
};
