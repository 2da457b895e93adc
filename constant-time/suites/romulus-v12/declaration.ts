/** Romulus v1.2: its six members, and messages side by side in 8 and in 32 lanes. */
import { type Declaration, given, lengths, place, step } from '../../declaration.js';

const counts = 'it counts blocks, and a domain beside it is made of lengths';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.{m1,m2,m3}.{odd_,ad_odd_,due_}', 'aead.m2.mac_domain_'],
    [counts, 'aead.{n2,m1,m2,m3}.counter_', 'aead.m2.{mac_counter_,due_counter_}', 'aead.{n2,m2}.key_.high'],
  ],
  laneFields: [
    [given, 'lane[].is_last'],
    [step, 'lane[].{call,is_asked,has_piece,phase}', 'lanes.{first,second,third}.is_scheduled_'],
    [
      lengths,
      'lane[].{steps,left,is_empty,is_ended,odd,ad_odd,ends_whole,called,text_blocks,mac_domain}',
      'lanes.{first,second,third}.steps_',
    ],
    [place, 'lane[].{tweak_at&key_at&first&second}', 'lane[].bytes'],
    [place, 'lanes.{first,second,third}.{at_&from_&counter_at_}', 'lanes.{first,second,third}.lane_'],
    [place, 'lanes.third.lanes_.block_at_'],
    ['whether the lanes that work have the same counter', 'lanes.first.is_shared_'],
    [counts, 'lane[].{counter,domain}', 'lanes.{first,second,third}.counter_', 'lanes.second.lanes_.high_'],
    ['whether keys are scheduled as counters have it', 'lanes.{second,third}.lanes_.is_scheduled_'],
    ['made of the number of lanes: whether it is the wide one', 'lanes.{first,second,third}.lanes_.cipher.is_wide_'],
    ['how far each lane goes on: a block, or nothing where it takes no part', 'lanes.{first,second,third}.advance_'],
    ['which lanes wait for the same kind of call, which follows from lengths', 'lanes.{first,second,third}.mask_'],
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
  laneVerdicts: [{ function: 'lanes_run', tags: ['lane[].s', 'lane[].tag...', 'lane[].tag'] }],
};
