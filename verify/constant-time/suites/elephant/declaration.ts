/** Elephant: Dumbo, Jumbo and Delirium, and 32 lanes. Their working memory lies behind the window. */
import { type Declaration, given, lengths, place, step, type Verdict } from '../../declaration.js';

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
  laneFields: [
    [given, 'lane[].is_last', 'lanes.{dumbo_,jumbo_,delirium_}.{encrypts_,count_}'],
    [step, 'lane[].{phase,is_asked,has_piece,is_begun}'],
    [lengths, 'lane[].{left,laid,first_row,to_sum,to_text,text_length}'],
    [place, 'lane[].{bytes,text}', 'lanes.{dumbo_,jumbo_,delirium_}.lane_'],
  ],
  verdicts: ['dumbo', 'jumbo', 'delirium'].map(verdictOf),
  laneVerdicts: ['dumbo', 'jumbo', 'delirium'].map((mode) => ({
    function: 'lanes_run',
    tags: ['lane[].tag...', 'lane[].tag', `work.${mode}.padded...`, `work.${mode}.padded`],
    width: 1,
  })),
  verdictLines: [
    ['wasm-src/suites/elephant/elephant.hpp', 'if (right != 0) {'],
    ['wasm-src/suites/elephant/scheduler.hpp', 'if (lane.authentic == 0) lane.end_message();'],
  ],
};
