/**
 * What a suite declares so that it can be checked: which fields of its module's memory may decide branches and addresses,
 * as everyone may know them, and where its sources look at the verdict on a tag. What is not declared must decide nothing.
 *
 * A field is named as in C++, as a member of `Memory` in the suite's module.cpp, private ones too: `aead.n.counter_`;
 * `lane[].call` is that of any lane; `aead.{n,m}.counter_` is two fields, and `lanes.{at_&from_}` one array of two members. Where it is, the compiler says (layout.ts).
 */
import type { Kernel } from '../native/compile.js';

/** Why everyone may know some fields, and the fields. */
export type PublicFields = readonly [because: string, ...fields: string[]];

/**
 * A branch that a secret decides, once it is not one any more: the verdict on a tag, made of the tag received and the one
 * made. It decides whether there is to be a plaintext. One branch each.
 */
export interface Verdict {
  /** The exported function. */
  function: string;
  /** Where the two lie: in one of the fields of a name, or with `...` behind it at some place from there on. */
  tags: readonly string[];
  /** How many bytes are compared at a time, unless it is as many as a block's words have. */
  width?: number;
}

/** A public field, the data that may lie in its place, how many bytes of it are written at a time, and why that does not matter. */
interface Overlay {
  field: string;
  by: readonly string[];
  width: number;
  because: string;
}

export interface Declaration {
  fields: readonly PublicFields[];
  /** What there is only with lanes. */
  laneFields?: readonly PublicFields[];
  verdicts: readonly Verdict[];
  laneVerdicts?: readonly Verdict[];
  /** Where the sources look at a verdict: a file, and what stands in the line. */
  verdictLines?: readonly (readonly [file: string, text: string])[];
  /** Public fields of a build that lie where another member of a union has other data. */
  overlaid?: Partial<Record<Kernel, readonly Overlay[]>>;
}

export const given = 'the caller gives it, as part of what is to be done: modes, directions and lengths are public';
export const lengths = 'made of lengths alone';
export const step = 'the step that the mode is at, which follows from lengths, and from whether a tag was right';
export const place = 'a place in the memory, made of lengths and of the numbers of lanes';

/** Where the tag of a whole message lies in the window, behind associated data, key, nonce and text of any length. */
export const receivedTag = 'window[key_length + nonce_length_of(Mode())]...';

/** What wasm-src/common/ has in the modules of all suites that use it: the words that a lane begins with. */
export const callersWords: readonly PublicFields[] = [
  [step, 'lane[].request'],
  [given, 'lane[].{ad_length,length,last,whole}'],
];

/** The same of the lines that look at a verdict. */
export const commonVerdictLine = [
  'wasm-src/common/module_aead.hpp',
  'if (!common::equal(received_tag(mode, at.tag), tag())) return 0;',
] as const;
