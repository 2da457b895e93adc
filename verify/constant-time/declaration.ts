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
  /** The places of the two: in one of the fields of a name, or with `...` behind it at some place from there on. */
  tags: readonly string[];
  /** The bytes that are compared at a time, if they are not those of a block's words. */
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
  /** The fields that only lanes have. */
  laneFields?: readonly PublicFields[];
  verdicts: readonly Verdict[];
  laneVerdicts?: readonly Verdict[];
  /** The lines of the sources that look at a verdict: a file, and a part of the line. */
  verdictLines?: readonly (readonly [file: string, text: string])[];
  /** Public fields of a build that lie where another member of a union has other data. */
  overlaid?: Partial<Record<Kernel, readonly Overlay[]>>;
}

export const given = 'the caller gives it, as part of what is to be done: modes, directions and lengths are public';
export const lengths = 'made of lengths alone';
export const step = 'the step that the mode is at, which follows from lengths, and from whether a tag was right';
export const place = 'a place in the memory, made of lengths and of the numbers of lanes';

/** The place of a whole message's tag in the window, behind associated data, key, nonce and text of any length. */
export const receivedTag = 'window[key_length + nonce_length_of(Mode())]...';

/** The words that a lane begins with, in the modules of all suites that use wasm-src/common/. */
export const callersWords: readonly PublicFields[] = [
  [step, 'lane[].request'],
  [given, 'lane[].{ad_length,length,last,whole}'],
];

/** The lines there that look at a verdict. */
export const commonVerdictLine = [
  'wasm-src/common/module_aead.hpp',
  'if (!common::equal(received_tag(mode, at.tag), tag())) return 0;',
] as const;
