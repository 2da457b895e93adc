/**
 * How a suite tells what may decide branches and addresses in its modules, as its contents are public: the fields in the
 * memory, each where wasm-src/ has it in a build for WebAssembly, with the reason. What is not told must decide nothing.
 */

export interface PublicField {
  region: 'state' | 'lane' | 'work';
  offset: number;
  /** Of one element. */
  width: number;
  /** How many there are. */
  count: number;
  name: string;
  /** Why everyone may know it. */
  because: string;
  /** A cell of data that is written to the same bytes, and why that does not matter. */
  overlaid?: { by: string; because: string };
}

/**
 * A branch that a secret decides, once it is none: the verdict on a tag, made of the tag received and the one made.
 * It decides whether there is to be a plaintext. One branch each.
 */
export interface Verdict {
  function: string;
  cells: string[];
}

export const given = 'the caller gives it, as part of what is to be done: modes, directions and lengths are public';
export const lengths = 'made of lengths alone';
export const step = 'the step that the mode is at, which follows from lengths, and from whether a tag was right';
export const place = 'a place in the memory, made of lengths and of the numbers of lanes';

export const field = (
  region: PublicField['region'],
  [offset, width, count = 1]: [offset: number, width: number, count?: number],
  name: string,
  because: string,
): PublicField => ({ region, offset, width, count, name, because });

/** The words that the lane of any suite begins with: wasm-src/common/lane_protocol.hpp. */
export const callersWords: readonly PublicField[] = [
  field('lane', [0, 4], 'Lane::request', step),
  field('lane', [4, 4], 'Lane::ad_length', given),
  field('lane', [8, 4], 'Lane::length', given),
  field('lane', [12, 4], 'Lane::last', given),
  field('lane', [16, 4], 'Lane::whole', given),
];
