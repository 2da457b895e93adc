/**
 * The declaration of a suite for this check. It names the public fields of the module's memory, which alone may decide
 * branches and addresses, and the functions that look at the verdict on a tag.
 *
 * A field has its name in C++, as a member of `Memory` in the suite's module.cpp, even if it is private:
 * `aead.n.counter_`. `lane[].call` is the field of any lane. `aead.{n,m}.counter_` names two fields, and
 * `lanes.{at_&from_}` names one array of two members. The compiler reports where a field is (layout.ts).
 */
import type { Kernel } from '../native/compile.js';

/** The reason why everyone may know these fields, and their names. */
export type PublicFields = readonly [because: string, ...fields: string[]];

/** A branch on the verdict on a tag, which was a secret before. It decides whether there is to be a plaintext. */
export interface Verdict {
  /** The exported function. */
  function: string;
  /** The places of the two tags: any field with this name. If it ends in `...`, later places count too. */
  tags: readonly string[];
  /** The number of bytes that are compared at a time. By default it is the length of a word of a block. */
  width?: number;
}

/** A public field, the data that may lie there in parts of `width` bytes, and the reason why this does no harm. */
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
  /** Public fields of a build that lie where another member of a union has other data. */
  overlaid?: Partial<Record<Kernel, readonly Overlay[]>>;
}

export const given = 'the caller gives it, as part of what is to be done: modes, directions and lengths are public';
export const lengths = 'made of lengths alone';
export const step = 'the step that the mode is at, which follows from lengths, and from whether a tag was right';
export const place = 'a place in the memory, made of lengths and of the numbers of lanes';

/** The place of a whole message's tag in the window, behind associated data, key, nonce and text of any length. */
export const receivedTag = 'window[key_length + nonce_length_of(Mode())]...';

/** The first words of a lane, in the modules of all suites that use wasm-src/common/. */
export const callersWords: readonly PublicFields[] = [
  [step, 'lane[].request'],
  [given, 'lane[].{ad_length,length,last,whole}'],
];
