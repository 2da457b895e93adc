/** Elephant: Dumbo, Jumbo and Delirium; what they work with lies behind the window. */

import { modes } from '../../../ts/suites/elephant/modes.js';
import * as portableModule from '../../../ts/suites/elephant/portable.generated.js';
import * as simd128Module from '../../../ts/suites/elephant/simd128.generated.js';
import type { Suite } from '../../declaration.js';
import { field, given, lengths, type PublicField, type Verdict } from '../../public.js';

/** Of each mode: where its `held_length_` is in the state, and `Work::padded` and `Work::count` in what it works with. */
type Offsets = Record<'Dumbo' | 'Jumbo' | 'Delirium', [heldLength: number, padded: number, count: number]>;

const fieldsOf = (offsets: Offsets): PublicField[] => [
  field('state', [0, 4], 'Aead::mode', given),
  ...Object.entries(offsets).flatMap(([mode, [heldLength, , count]]) => [
    field('state', [heldLength, 4], `${mode}::held_length_`, lengths),
    field('state', [heldLength + 4, 1], `${mode}::begun_`, lengths),
    field('work', [count, 4], `${mode}::Work::count`, lengths),
    field('work', [count + 4, 4], `${mode}::Work::most_count`, lengths),
    field('work', [count + 8, 4], `${mode}::Work::most_masks`, lengths),
  ]),
];

/** The tag is made in `padded`. */
const verdictsOf = (offsets: Offsets): Verdict[] =>
  Object.values(offsets).map(([, padded]) => ({
    function: 'aead_decrypt',
    cells: [
      'window + 0 + 1k, 1 bytes',
      'window + 0, 1 bytes',
      `work + ${padded} + 1k, 1 bytes`,
      `work + ${padded}, 1 bytes`,
    ],
  }));

const portable: Offsets = { Dumbo: [104, 6351, 6372], Jumbo: [116, 6897, 6920], Delirium: [132, 4540, 4568] };
const simd128: Offsets = { Dumbo: [104, 11799, 11820], Jumbo: [116, 12889, 12912], Delirium: [132, 8204, 8232] };

export const elephant: Suite = {
  id: 'elephant',
  name: 'Elephant',
  shipped: { portable: portableModule, simd128: simd128Module },
  modes: Object.values(modes),
  publicFields: { portable: fieldsOf(portable), simd128: fieldsOf(simd128) },
  verdicts: { portable: verdictsOf(portable), simd128: verdictsOf(simd128) },
  verdictLines: [['wasm-src/suites/elephant/elephant.hpp', 'if (right != 0) {']],
  cases: { portable: 18, simd128: 18 },
  leaks: {
    aead_verify: { leak: 'early end', seenIn: 'Dumbo decrypt by pieces' },
    aead_encrypt: { leak: 'table lookup', seenIn: 'Dumbo encrypt whole' },
    aead_absorb_ad: { leak: 'secret loop', seenIn: 'Dumbo encrypt by pieces' },
  },
};
