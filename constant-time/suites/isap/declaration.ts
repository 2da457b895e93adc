/** ISAP: its four modes over two permutations, and messages side by side in 8 lanes. */

import { modes } from '../../../ts/suites/isap/modes.js';
import * as portableModule from '../../../ts/suites/isap/portable.generated.js';
import * as simd128Module from '../../../ts/suites/isap/simd128.generated.js';
import type { Suite } from '../../declaration.js';
import { callersWords, field, given, lengths, place, step } from '../../public.js';

const rounds = 'made of the mode alone';

const alone = [
  field('state', [0, 4], 'Aead::mode', given),
  field('state', [8, 1, 4], 'Isap::rounds_', rounds),
  field('state', [12, 1], 'Isap::has_stream_', step),
];

const publicFields: Suite['publicFields'] = {
  portable: alone,
  simd128: [
    ...alone,
    ...callersWords,
    field('lane', [24, 4], 'Lane::call', step),
    field('lane', [28, 4], 'Lane::steps', lengths),
    field('lane', [32, 4], 'Lane::block', place),
    field('lane', [36, 4], 'Lane::bytes', place),
    field('lane', [40, 4], 'Lane::left', lengths),
    field('lane', [44, 1], 'Lane::is_last', given),
    field('lane', [45, 1], 'Lane::is_ended', lengths),
    field('lane', [46, 1], 'Lane::is_asked', step),
    field('lane', [47, 1], 'Lane::has_piece', step),
    field('lane', [48, 4], 'Lane::phase', step),
    field('work', [784, 4], 'Lanes::shape_.length', rounds),
    field('work', [788, 4], 'Lanes::shape_.rate', rounds),
    field('work', [792, 1, 4], 'Lanes::shape_.rounds', rounds),
    field('work', [860, 4, 8], 'Lanes::state_', place),
    field('work', [892, 4, 8], 'Lanes::blocks_.at', place),
    field('work', [924, 4, 8], 'Lanes::blocks_.stride', 'a block, or nothing where a lane takes no part'),
    field('work', [956, 4], 'Lanes::call_', 'the kind of call that most lanes wait for, which follows from lengths'),
    field('work', [960, 4], 'Lanes::together_', 'how many lanes wait for it'),
    field('work', [964, 4], 'Lanes::rounds_', lengths),
    field('work', [968, 4], 'Lanes::count_', given),
    field('work', [972, 4], 'Lanes::lane_', place),
    field('work', [976, 4], 'Lanes::first_', place),
  ],
};

const verdicts: Suite['verdicts'] = {
  portable: [
    {
      function: 'aead_decrypt',
      cells: [
        'state + 128 + 120k, 8 bytes',
        'state + 136 + 120k, 8 bytes',
        'window + 32 + 1k, 8 bytes',
        'window + 40 + 1k, 8 bytes',
      ],
    },
  ],
  simd128: [
    { function: 'aead_decrypt', cells: ['state + 128 + 120k, 16 bytes', 'window + 32 + 1k, 16 bytes'] },
    {
      function: 'lanes_run',
      cells: ['lane[] + 202 + 1k, 16 bytes', 'lane[] + 202, 16 bytes', 'lane[] + 52, 16 bytes'],
    },
  ],
};

export const isap: Suite = {
  id: 'isap',
  name: 'ISAP',
  shipped: { portable: portableModule, simd128: simd128Module },
  modes: Object.values(modes),
  publicFields,
  verdicts,
  verdictLines: [
    ['wasm-src/common/module_aead.hpp', 'if (!common::equal(common::load(at.tag), tag())) return 0;'],
    [
      'wasm-src/suites/isap/lane.hpp',
      'if (!encrypts && lane.authentic != 0) return lane.plan_derivation(shape, Use::stream_key, lane.nonce);',
    ],
  ],
  cases: { portable: 24, simd128: 48 },
  leaks: {
    aead_verify: { leak: 'early end', seenIn: 'ISAP-A-128A decrypt by pieces' },
    aead_encrypt: { leak: 'table lookup', seenIn: 'ISAP-A-128A encrypt whole' },
    aead_absorb_ad: { leak: 'secret loop', seenIn: 'ISAP-A-128A encrypt by pieces' },
    lanes_run: { leak: 'branch on a key', seenIn: 'ISAP-A-128A encrypt whole in 8 lanes' },
  },
};
