/** The family of modes, with what decides their cost and bounds. docs/estimates.md cites the source of every number. */

/** The modes that the accelerator computes: Romulus-N and -M of v1.3, and both over Deoxys-BC-128-384. */
export type AcceleratedMode = `Romulus-${'N' | 'M'}${'' | '-Deoxys'}`;

/** The modes whose bounds are known here: those of the accelerator, Romulus v1.2 (with numbers), Remus v1 and TGIF v1. */
export type BoundedMode =
  | AcceleratedMode
  | `Romulus-${'N' | 'M'}${1 | 2 | 3}`
  | `Remus-${'N1' | 'N2' | 'N3' | 'M1' | 'M2'}`
  | `TGIF-${'N' | 'M'}${1 | 2}`;

/** All modes of the family, with Romulus-T and the hash Romulus-H. */
export type FamilyMode = BoundedMode | 'Romulus-T' | 'Romulus-H';

/** The lengths of a message, in bytes. */
export interface MessageLengths {
  /** The associated data. 0 if left out. */
  associatedData?: number | undefined;
  /** The plaintext, or the message of a hash. */
  plaintext: number;
}

/** The modes whose tweak takes every other block of associated data, and those whose key changes with every call: ICE1 to ICE3. */
type Construction = 'tweak' | 'ice1' | 'ice2' | 'ice3';

/** @internal */
export interface Row {
  readonly construction: Construction;
  /** True for the modes M, whose nonces may repeat. */
  readonly isMisuseResistant: boolean;
  /** The length of a block, in bytes. */
  readonly blockLength: number;
  /** The length in bytes of a block that goes into the tweak. */
  readonly tweakLength: number;
  /** The number of calls that derive the first key, and ICE2's mask, from the key and the nonce. */
  readonly keyCalls: number;
}

const row =
  (construction: Construction, tweakLength: number, keyCalls: number, blockLength = 16) =>
  (isMisuseResistant: boolean): Row => ({ construction, isMisuseResistant, blockLength, tweakLength, keyCalls });
const [tweak, shortTweak] = [row('tweak', 16, 0), row('tweak', 12, 0)];
const [ice1, ice2, ice3] = [row('ice1', 0, 1), row('ice2', 0, 2), row('ice3', 0, 0, 8)];
const [n, m] = [false, true];

/** @internal */
export const boundedModes: Readonly<Record<BoundedMode, Row>> = {
  'Romulus-N': tweak(n),
  'Romulus-M': tweak(m),
  'Romulus-N-Deoxys': tweak(n),
  'Romulus-M-Deoxys': tweak(m),
  'Romulus-N1': tweak(n),
  'Romulus-N2': shortTweak(n),
  'Romulus-N3': shortTweak(n),
  'Romulus-M1': tweak(m),
  'Romulus-M2': shortTweak(m),
  'Romulus-M3': shortTweak(m),
  'Remus-N1': ice1(n),
  'Remus-N2': ice2(n),
  'Remus-N3': ice3(n),
  'Remus-M1': ice1(m),
  'Remus-M2': ice2(m),
  'TGIF-N1': ice1(n),
  'TGIF-N2': ice2(n),
  'TGIF-M1': ice1(m),
  'TGIF-M2': ice2(m),
};

/** @internal The number of blocks in a string, |X|_n in the specifications. The empty string has one block. */
export const blockCount = (length: number, blockLength: number): number => Math.max(1, Math.ceil(length / blockLength));

/** @internal The number of blocks in a string whose blocks alternate between two lengths. */
export function blockCountInTurn(length: number, first: number, second: number): number {
  const rest = length % (first + second);
  const pairs = (length - rest) / (first + second);
  return Math.max(1, 2 * pairs + (rest > first ? 2 : rest > 0 ? 1 : 0));
}
