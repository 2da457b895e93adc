/** Romulus: N, M, T, the hash, and messages side by side in 8 and in 32 lanes. */
import { type Declaration, given, lengths, place, receivedTag, step } from '../../declaration.js';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'hash.state_.held_length', 'aead.m.{odd_,ad_odd_,due_}', 'aead.t.{odd_,due_}'],
    ['it counts the blocks of the text', 'aead.{m.counter_,t.counter_}'],
  ],
  laneFields: [
    [given, 'lane[].is_last'],
    [step, 'lane[].{call,is_asked,has_piece,phase}', 'lanes.is_scheduled_'],
    [
      lengths,
      'lane[].{steps,left,is_empty,is_ended,odd,ad_odd,ends_whole,called,text_blocks,mac_domain}',
      'lanes.steps_',
    ],
    [place, 'lane[].{tweak_at&key_at&first&second}', 'lane[].bytes', 'lanes.{at_&from_&counter_at_}', 'lanes.lane_'],
    ['made of the number of lanes: whether it is the wide one', 'lanes.lanes_.cipher.is_wide_'],
    ['how far each lane goes on: a block, or nothing where it takes no part', 'lanes.advance_'],
    ['they count blocks', 'lane[].{counter,domain}', 'lanes.counter_'],
    ['whether the lanes that work have the same counter', 'lanes.is_shared_'],
    ['which lanes wait for the same kind of call, which follows from lengths', 'lanes.mask_'],
  ],
  overlaid: {
    javascript: [
      {
        field: 'aead.m.counter_',
        by: ['window[key_length + suite::most_nonce_length / 2]...'],
        width: 8,
        because: "in a message of T these bytes are half of T's nonce_, and no function of M comes to read them",
      },
    ],
  },
  verdicts: [{ function: 'aead_decrypt', tags: ['aead.{n.s_,m.mac_,t.tag_}', receivedTag] }],
  laneVerdicts: [{ function: 'lanes_run', tags: ['lane[].s', 'lane[].tag...', 'lane[].tag'] }],
  verdictLines: [['wasm-src/modes/romulus/t.hpp', 'if (!encrypts && lane.authentic != 0) break;']],
};
