/** ISAP: its four modes over two permutations, and messages side by side in 8 lanes. */
import { type Declaration, given, lengths, place, receivedTag, step } from '../../declaration.js';

const rounds = 'made of the mode alone';

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [rounds, 'aead.{ascon,keccak}.rounds_.{hash&bit&stream&key}'],
    [step, 'aead.{ascon,keccak}.has_stream_'],
  ],
  laneFields: [
    [given, 'lane[].is_last', 'lanes.count_'],
    [step, 'lane[].{call,is_asked,has_piece,phase}'],
    [lengths, 'lane[].{steps,left,is_ended}', 'lanes.rounds_'],
    [place, 'lane[].{block,bytes}', 'lanes.{state_,blocks_.at,lane_,first_}'],
    [rounds, 'lanes.shape_.{length,rate}', 'lanes.shape_.rounds.{hash&bit&stream&key}'],
    ['a block, or nothing where a lane takes no part', 'lanes.blocks_.stride'],
    ['the kind of call that most lanes wait for, which follows from lengths', 'lanes.call_'],
    ['how many lanes wait for it', 'lanes.together_'],
  ],
  verdicts: [{ function: 'aead_decrypt', tags: ['aead.{ascon,keccak}.tag_', receivedTag] }],
  laneVerdicts: [{ function: 'lanes_run', tags: ['lane[].state', 'lane[].tag...', 'lane[].tag'] }],
  verdictLines: [
    [
      'wasm-src/suites/isap/lane.hpp',
      'if (!encrypts && lane.authentic != 0) return lane.plan_derivation(shape, Use::stream_key, lane.nonce);',
    ],
  ],
};
