/** TGIF v1: its four members, and messages side by side in 4 lanes. */
import { type Declaration, given, lengths, place, step } from '../../declaration.js';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.{m1,m2}.{due_,begun_}'],
  ],
  laneFields: [
    [given, 'lane[].is_last', 'lanes.member_.{construction,kind}'],
    [step, 'lane[].{call,is_asked,has_piece,phase}'],
    [lengths, 'lane[].{steps,left,is_ended,called}', 'lanes.steps_'],
    [place, 'lane[].bytes', 'lanes.{at_&row_&key_at_&block_mask_at_}', 'lanes.lane_'],
    ['how far each lane goes on: a block, or nothing where it takes no part', 'lanes.advance_'],
    ['which lanes wait for a call, and what follows it, which follows from lengths', 'lanes.{mask_,call_}'],
  ],
  verdicts: [],
};
