/**
 * The declarations of all suites for this check. They name the public fields of the module's memory, which alone may
 * decide branches and addresses, and the functions that look at the verdict on a tag.
 *
 * A field has its name in C++, as a member of `Memory` in the suite's module.cpp, even if it is private:
 * `aead.n.counter_`. `lane[].call` is the field of any lane. `aead.{n,m}.counter_` names two fields, and
 * `lanes.{at_&from_}` names one array of two members. The compiler reports where a field is (layout.ts).
 */
import { type Suite as Row, type SuiteKey, suites as table } from '../../ts/suites/table.js';
import { type Kernel, kernelsOf } from '../native/compile.js';

/** The reason why everyone may know these fields, and their names. */
type PublicFields = readonly [because: string, ...fields: string[]];

/** A branch on the verdict on a tag, which was a secret before. It decides whether there is to be a plaintext. */
interface Verdict {
  /** The exported function. */
  function: string;
  /** The places of the two tags: any field with this name. If it ends in `...`, later places count too. */
  tags: readonly string[];
  /** The number of bytes that are compared at a time. By default it is the length of a word of a block. */
  width?: number;
}

interface Declaration {
  fields: readonly PublicFields[];
  verdicts: readonly Verdict[];
  /** The fields and verdicts of the build with lanes alone. */
  laneFields?: readonly PublicFields[];
  laneVerdicts?: readonly Verdict[];
  /** A public field of the build for JavaScript, the data that may lie there, and the reason why this does no harm. */
  overlaid?: Record<'field' | 'by' | 'because', string>;
}

const given = 'the caller gives it, as part of what is to be done: modes, directions and lengths are public';
const lengths = 'made of lengths alone';
const step = 'the step that the mode is at, which follows from lengths, and from whether a tag was right';
const place = 'a place in the memory, made of lengths and of the numbers of lanes';

/** The place of a whole message's tag in the window, behind associated data, key, nonce and text of any length. */
const receivedTag = 'window[key_length + nonce_length_of(Mode())]...';

const ofMode = 'made of the mode alone';

/** Elephant makes the tag in `padded`, and compares it byte by byte. */
const elephantVerdict = (mode: string): Verdict => ({
  function: 'aead_decrypt',
  tags: ['window[0]...', 'window[0]', `work.${mode}.padded...`, `work.${mode}.padded`],
  width: 1,
});

const counts = 'it counts blocks, and a domain beside it is made of lengths';

const declarations: Record<SuiteKey, Declaration> = {
  /** Romulus: N, M, T, the hash, and messages side by side in 8 and in 32 lanes. */
  romulus: {
    fields: [
      [given, 'aead.mode'],
      [lengths, 'hash.state_.held_length', 'aead.m.{odd_,ad_odd_,due_}', 'aead.t.{odd_,due_}'],
      ['it counts the blocks of the text', 'aead.{m.counter_,t.counter_}'],
    ],
    laneFields: [
      [given, 'lane[].{ad_length,length,last,whole,is_last}'],
      [step, 'lane[].{request,call,is_asked,has_piece,phase}', 'lanes.is_scheduled_'],
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
      field: 'aead.m.counter_',
      by: 'window[key_length + suite::most_nonce_length / 2]...',
      because: "in a message of T these bytes are half of T's nonce_, and no function of M comes to read them",
    },
    verdicts: [{ function: 'aead_decrypt', tags: ['aead.{n.s_,m.mac_,t.tag_}', receivedTag] }],
    laneVerdicts: [{ function: 'lanes_run', tags: ['lane[].s', 'lane[].tag...', 'lane[].tag'] }],
  },
  /** ISAP: its four modes over two permutations. */
  isap: {
    fields: [
      [given, 'aead.mode'],
      [ofMode, 'aead.{ascon,keccak}.rounds_.{hash&bit&stream&key}'],
      [step, 'aead.{ascon,keccak}.has_stream_'],
    ],
    verdicts: [{ function: 'aead_decrypt', tags: ['aead.{ascon,keccak}.tag_', receivedTag] }],
  },
  /** Elephant: Dumbo, Jumbo and Delirium. Their working memory lies behind the window. */
  elephant: {
    fields: [
      [given, 'aead.mode'],
      [lengths, 'aead.{dumbo,jumbo,delirium}.{held_length_,begun_}'],
      [lengths, 'work.{dumbo,jumbo,delirium}.{count,most_count,most_masks}'],
    ],
    verdicts: ['dumbo', 'jumbo', 'delirium'].map(elephantVerdict),
  },
  /** Romulus v1.2: its six members. */
  'romulus-v12': {
    fields: [
      [given, 'aead.mode'],
      [lengths, 'aead.{m1,m2,m3}.{odd_,ad_odd_,due_}', 'aead.m2.mac_domain_'],
      [counts, 'aead.{n2,m1,m2,m3}.counter_', 'aead.m2.{mac_counter_,due_counter_}', 'aead.{n2,m2}.key_.high'],
    ],
    verdicts: [],
  },
  /** Remus: its five members. */
  remus: {
    fields: [
      [given, 'aead.mode'],
      [lengths, 'aead.{m1,m2}.{due_,begun_}'],
    ],
    verdicts: [],
  },
  /** TGIF v1: its four members. */
  tgif: {
    fields: [
      [given, 'aead.mode'],
      [lengths, 'aead.{m1,m2}.{due_,begun_}'],
    ],
    verdicts: [],
  },
  /** Romulus over Deoxys-BC: modes N and M, one message at a time. */
  deoxys: {
    fields: [
      [given, 'aead.mode'],
      [lengths, 'aead.m.{odd_,ad_odd_,due_}'],
      ['it counts the blocks of the text', 'aead.m.counter_'],
    ],
    verdicts: [],
  },
};

export interface Suite extends Row {
  key: SuiteKey;
  declaration: Declaration;
  kernels: readonly Kernel[];
}

/** All suites, in the order of the table. */
export const suites: readonly Suite[] = (Object.keys(table) as SuiteKey[]).map((key) => ({
  ...table[key],
  key,
  declaration: declarations[key],
  kernels: kernelsOf(key),
}));

/** The public fields and the verdicts of a suite's build. */
export function declaredFor({ declaration }: Suite, kernel: Kernel) {
  const { fields, verdicts, laneFields = [], laneVerdicts = [] } = declaration;
  if (kernel === 'javascript') return { fields, verdicts };
  return { fields: [...fields, ...laneFields], verdicts: [...verdicts, ...laneVerdicts] };
}
