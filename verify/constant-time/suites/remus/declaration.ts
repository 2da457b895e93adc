/** Remus: its five members, and messages side by side in 8 and in 32 lanes. */
import { type Declaration, given, lengths, place, step } from '../../declaration.js';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.{m1,m2}.{due_,begun_}'],
  ],
  laneFields: [
    [given, 'lane[].is_last', 'lanes.{large,small}.member_.{construction,kind}'],
    [step, 'lane[].{call,is_asked,has_piece,phase}'],
    [lengths, 'lane[].{steps,left,is_ended,called}', 'lanes.{large,small}.steps_'],
    [
      place,
      'lane[].bytes',
      'lanes.{large,small}.{at_&row_&key_at_&block_mask_at_}',
      'lanes.{large,small}.lane_',
      'lanes.small.lanes_.second_at_',
    ],
    ['made of the number of lanes: whether it is the wide one', 'lanes.{large,small}.lanes_.cipher.is_wide_'],
    ['how far each lane goes on: a block, or nothing where it takes no part', 'lanes.{large,small}.advance_'],
    [
      'which lanes wait for a call, and what follows it, which follows from lengths',
      'lanes.{large,small}.{mask_,call_}',
    ],
  ],
  verdicts: [],
};
