/** Romulus: N, M, T, the hash, and messages side by side in 8 and in 32 lanes. */

import { modes } from '../../../ts/suites/romulus/modes.js';
import * as portableModule from '../../../ts/suites/romulus/portable.generated.js';
import * as simd128Module from '../../../ts/suites/romulus/simd128.generated.js';
import type { Suite } from '../../declaration.js';
import { callersWords, field, given, lengths, place, step } from '../../public.js';

/** What both kernels have, at offsets of their own. */
const alone = (offsets: Record<'counter' | 'odd' | 'adOdd' | 'due' | 'oddOfT' | 'dueOfT', number>) => ({
  mode: field('state', [0, 4], 'Aead::mode', given),
  held: field('state', [64, 4], 'H::State::held_length', lengths),
  counter: field('state', [offsets.counter, 8], 'M::counter_', 'it counts the blocks of the text'),
  odd: field('state', [offsets.odd, 1], 'M::odd_', lengths),
  adOdd: field('state', [offsets.adOdd, 1], 'M::ad_odd_', lengths),
  due: field('state', [offsets.due, 1], 'M::due_', lengths),
  oddOfT: field('state', [offsets.oddOfT, 1], 'T::odd_', lengths),
  dueOfT: field('state', [offsets.dueOfT, 1], 'T::due_', lengths),
});

const portable = alone({ counter: 1016, odd: 1040, adOdd: 1041, due: 1042, oddOfT: 1104, dueOfT: 1105 });
portable.counter.overlaid = {
  by: 'window + 24 + 1k, 8 bytes',
  because: "in a message of T these bytes are half of T's nonce_, and no function of M comes to read them",
};

const publicFields: Suite['publicFields'] = {
  portable: Object.values(portable),
  simd128: [
    ...Object.values(alone({ counter: 152, odd: 176, adOdd: 177, due: 178, oddOfT: 240, dueOfT: 241 })),
    ...callersWords,
    field('lane', [24, 4], 'Lane::call', step),
    field('lane', [28, 4], 'Lane::steps', lengths),
    field('lane', [48, 4, 4], 'Lane::tweak_at, key_at, first, second', place),
    field('lane', [64, 4], 'Lane::bytes', place),
    field('lane', [68, 4], 'Lane::left', lengths),
    field('lane', [72, 1], 'Lane::is_last', given),
    field('lane', [73, 1], 'Lane::is_empty', lengths),
    field('lane', [74, 1], 'Lane::is_ended', lengths),
    field('lane', [75, 1], 'Lane::is_asked', step),
    field('lane', [76, 1], 'Lane::has_piece', step),
    field('lane', [80, 4], 'Lane::phase', step),
    field('lane', [84, 1], 'Lane::odd', lengths),
    field('lane', [85, 1], 'Lane::ad_odd', lengths),
    field('lane', [86, 1], 'Lane::ends_whole', lengths),
    field('lane', [87, 1], 'Lane::called', lengths),
    field('lane', [96, 8], 'Lane::text_blocks', lengths),
    field('work', [0, 1], 'Lanes::lanes_.cipher, whether it is the wide one', 'made of the number of lanes'),
    field('work', [22312, 4, 96], 'Lanes::at_, from_, half_at_', place),
    field('work', [22696, 4, 32], 'Lanes::advance_', 'whether each lane goes on: a mask, zero where it takes no part'),
    field('work', [22824, 4], 'Lanes::mask_', 'which lanes wait for the same kind of call, which follows from lengths'),
    field('work', [22828, 4], 'Lanes::steps_', lengths),
    field('work', [22832, 4], 'Lanes::lane_', place),
    field('work', [22836, 1], 'Lanes::is_scheduled_', step),
  ],
};

const verdicts: Suite['verdicts'] = {
  portable: [
    {
      function: 'aead_decrypt',
      cells: [
        'state + 976 + 96k, 8 bytes',
        'state + 984 + 96k, 8 bytes',
        'window + 32 + 1k, 8 bytes',
        'window + 40 + 1k, 8 bytes',
      ],
    },
  ],
  simd128: [
    { function: 'aead_decrypt', cells: ['state + 112 + 96k, 16 bytes', 'window + 32 + 1k, 16 bytes'] },
    {
      function: 'lanes_run',
      cells: ['lane[] + 112, 16 bytes', 'lane[] + 256 + 1k, 16 bytes', 'lane[] + 256, 16 bytes'],
    },
  ],
};

export const romulus: Suite = {
  id: 'romulus',
  name: 'Romulus',
  shipped: { portable: portableModule, simd128: simd128Module },
  modes: Object.values(modes),
  hash: { name: 'Romulus-H', id: 3 },
  publicFields,
  verdicts,
  verdictLines: [
    ['wasm-src/common/module_aead.hpp', 'if (!common::equal(common::load(at.tag), tag())) return 0;'],
    ['wasm-src/suites/romulus/t.hpp', 'if (!encrypts && lane.authentic != 0) break;'],
  ],
  cases: { portable: 20, simd128: 60 },
  leaks: {
    aead_verify: { leak: 'early end', seenIn: 'Romulus-N decrypt by pieces' },
    aead_encrypt: { leak: 'table lookup', seenIn: 'Romulus-N encrypt whole' },
    hash_update: { leak: 'secret loop', seenIn: 'Romulus-H hash by pieces' },
    lanes_run: { leak: 'branch on a key', seenIn: 'Romulus-N encrypt whole in 8 lanes' },
  },
};
