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

interface Row {
  readonly isMisuseResistant: boolean;
  /** The length of a block, in bytes. */
  readonly blockLength: number;
}

/** @internal A mode over a tweakable block cipher, whose tweak takes every other block of associated data. */
export interface TweakRow extends Row {
  readonly construction: 'tweak';
  /** The length in bytes of a block that goes into the tweak. */
  readonly tweakLength: number;
}

/** @internal A mode over a block cipher whose key changes with every call: ICE1, ICE2 or ICE3. */
export interface IceRow extends Row {
  readonly construction: 'ice1' | 'ice2' | 'ice3';
  /** The number of calls that derive the first key, and ICE2's mask, from the key and the nonce. */
  readonly keyCalls: number;
}

/** The modes N, whose nonces must not repeat, and the modes M, whose nonces may. */
const n = { isMisuseResistant: false, blockLength: 16 };
const m = { isMisuseResistant: true, blockLength: 16 };

const tweak = (row: Row, tweakLength: number): TweakRow => ({ ...row, construction: 'tweak', tweakLength });
const ice1 = (row: Row): IceRow => ({ ...row, construction: 'ice1', keyCalls: 1 });
const ice2 = (row: Row): IceRow => ({ ...row, construction: 'ice2', keyCalls: 2 });

/** @internal */
export const boundedModes: Readonly<Record<BoundedMode, TweakRow | IceRow>> = {
  'Romulus-N': tweak(n, 16),
  'Romulus-M': tweak(m, 16),
  'Romulus-N-Deoxys': tweak(n, 16),
  'Romulus-M-Deoxys': tweak(m, 16),
  'Romulus-N1': tweak(n, 16),
  'Romulus-N2': tweak(n, 12),
  'Romulus-N3': tweak(n, 12),
  'Romulus-M1': tweak(m, 16),
  'Romulus-M2': tweak(m, 12),
  'Romulus-M3': tweak(m, 12),
  'Remus-N1': ice1(n),
  'Remus-N2': ice2(n),
  'Remus-N3': { construction: 'ice3', isMisuseResistant: false, blockLength: 8, keyCalls: 0 },
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
