/** Elephant: Dumbo, Jumbo and Delirium. Their working memory lies behind the window. */
import { type Declaration, given, lengths, type Verdict } from '../../declaration.js';

/** The tag is made in `padded`, and compared byte by byte. */
const verdictOf = (mode: string): Verdict => ({
  function: 'aead_decrypt',
  tags: ['window[0]...', 'window[0]', `work.${mode}.padded...`, `work.${mode}.padded`],
  width: 1,
});

export const declaration: Declaration = {
  fields: [
    [given, 'aead.mode'],
    [lengths, 'aead.{dumbo,jumbo,delirium}.{held_length_,begun_}'],
    [lengths, 'work.{dumbo,jumbo,delirium}.{count,most_count,most_masks}'],
  ],
  verdicts: ['dumbo', 'jumbo', 'delirium'].map(verdictOf),
  verdictLines: [['wasm-src/suites/elephant/elephant.hpp', 'if (right != 0) {']],
};
