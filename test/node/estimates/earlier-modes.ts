/**
 * The earlier modes of the family as programs that walk through a message and call a block cipher, with a counter in
 * the cipher's place: what they compute is nothing, how often they call is what their specifications say.
 */

type Call = () => void;

/** How often the walk calls its cipher. */
export function counted(walk: (call: Call) => void): number {
  let made = 0;
  walk(() => {
    made++;
  });
  return made;
}

/** The lengths of the blocks of a string, which are of `sizes` in turn; the empty string has one empty block. */
function cut(length: number, sizes: readonly number[]): number[] {
  const blocks: number[] = [];
  for (let left = length; left > 0; ) {
    const block = Math.min(left, sizes[blocks.length % sizes.length] as number);
    blocks.push(block);
    left -= block;
  }
  return blocks.length === 0 ? [0] : blocks;
}

/** Takes blocks by pairs: the first of a pair goes into the state, the second is the tweak of a call. */
function absorbPairs(blocks: readonly number[], call: Call): void {
  for (let i = 1; i < blocks.length; i += 2) call();
}

/** Romulus-N of any version: the tweak takes every other block of associated data. */
export function walkRomulusN(tweakLength: number, associatedData: number, plaintext: number, call: Call): void {
  absorbPairs(cut(associatedData, [16, tweakLength]), call);
  // The nonce.
  call();
  for (const _ of cut(plaintext, [16])) call();
}

/** Romulus-M of any version: the message follows the associated data, block by block in turn. */
export function walkRomulusM(tweakLength: number, associatedData: number, plaintext: number, call: Call): void {
  const ad = cut(associatedData, [16, tweakLength]);
  const isOdd = ad.length % 2 === 1;
  absorbPairs([...ad, ...cut(plaintext, isOdd ? [tweakLength, 16] : [16, tweakLength])], call);
  // The tag.
  call();
  if (plaintext > 0) for (const _ of cut(plaintext, [16])) call();
}

interface Ice {
  /** Calls that make the first key, and the mask, of key and nonce. */
  keyCalls: number;
  blockLength: number;
}

/** Remus-N and TGIF-N. */
export function walkIceN({ keyCalls, blockLength }: Ice, associatedData: number, plaintext: number, call: Call): void {
  for (let i = 0; i < keyCalls; i++) call();
  for (const length of [associatedData, plaintext]) for (const _ of cut(length, [blockLength])) call();
}

/** Remus-M and TGIF-M, which go back to the first key for the second pass. */
export function walkIceM(ice: Ice, associatedData: number, plaintext: number, call: Call): void {
  walkIceN(ice, associatedData, plaintext, call);
  for (let done = 0; done < plaintext; done += ice.blockLength) call();
}
