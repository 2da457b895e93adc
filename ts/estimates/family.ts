/**
 * The family of modes, each by what decides its cost and its bounds; docs/estimates.md says where every number is from.
 */

/**
 * The modes of the family with authenticated encryption whose bounds are known here: Romulus v1.3 and the same two over
 * Deoxys-BC-128-384, Romulus v1.2 (numbers behind the letter), Remus v1 and TGIF v1.
 */
export type BoundedMode =
  | 'Romulus-N'
  | 'Romulus-M'
  | 'Romulus-N-Deoxys'
  | 'Romulus-M-Deoxys'
  | 'Romulus-N1'
  | 'Romulus-N2'
  | 'Romulus-N3'
  | 'Romulus-M1'
  | 'Romulus-M2'
  | 'Romulus-M3'
  | 'Remus-N1'
  | 'Remus-N2'
  | 'Remus-N3'
  | 'Remus-M1'
  | 'Remus-M2'
  | 'TGIF-N1'
  | 'TGIF-N2'
  | 'TGIF-M1'
  | 'TGIF-M2';

/** All modes of the family, with Romulus-T and the hash Romulus-H. */
export type FamilyMode = BoundedMode | 'Romulus-T' | 'Romulus-H';

/** The modes that the accelerator computes. */
export type AcceleratedMode = 'Romulus-N' | 'Romulus-M' | 'Romulus-N-Deoxys' | 'Romulus-M-Deoxys';

/** The lengths of a message, in bytes. */
export interface MessageLengths {
  /** The associated data; 0 if left out. */
  associatedData?: number | undefined;
  /** The plaintext, or the message of a hash. */
  plaintext: number;
}

/** @internal A mode over a tweakable block cipher, whose tweak takes every other block of associated data. */
export interface TweakRow {
  readonly construction: 'tweak';
  readonly isMisuseResistant: boolean;
  /** In bytes. */
  readonly blockLength: number;
  /** The bytes of a block that goes into the tweak. */
  readonly tweakLength: number;
}

/** @internal A mode over a block cipher whose key changes with every call: ICE1, ICE2 or ICE3. */
export interface IceRow {
  readonly construction: 'ice1' | 'ice2' | 'ice3';
  readonly isMisuseResistant: boolean;
  /** In bytes. */
  readonly blockLength: number;
  /** Calls that turn key and nonce into the first key, and ICE2's mask. */
  readonly keyCalls: number;
}

/** N: a nonce must not repeat; M: it may. */
type NonceRule = 'N' | 'M';

const tweak = (rule: NonceRule, tweakLength: number): TweakRow => ({
  construction: 'tweak',
  isMisuseResistant: rule === 'M',
  blockLength: 16,
  tweakLength,
});
const ice1 = (rule: NonceRule): IceRow => ({
  construction: 'ice1',
  isMisuseResistant: rule === 'M',
  blockLength: 16,
  keyCalls: 1,
});
const ice2 = (rule: NonceRule): IceRow => ({
  construction: 'ice2',
  isMisuseResistant: rule === 'M',
  blockLength: 16,
  keyCalls: 2,
});

/** @internal */
export const boundedModes: Readonly<Record<BoundedMode, TweakRow | IceRow>> = {
  'Romulus-N': tweak('N', 16),
  'Romulus-M': tweak('M', 16),
  'Romulus-N-Deoxys': tweak('N', 16),
  'Romulus-M-Deoxys': tweak('M', 16),
  'Romulus-N1': tweak('N', 16),
  'Romulus-N2': tweak('N', 12),
  'Romulus-N3': tweak('N', 12),
  'Romulus-M1': tweak('M', 16),
  'Romulus-M2': tweak('M', 12),
  'Romulus-M3': tweak('M', 12),
  'Remus-N1': ice1('N'),
  'Remus-N2': ice2('N'),
  'Remus-N3': { construction: 'ice3', isMisuseResistant: false, blockLength: 8, keyCalls: 0 },
  'Remus-M1': ice1('M'),
  'Remus-M2': ice2('M'),
  'TGIF-N1': ice1('N'),
  'TGIF-N2': ice2('N'),
  'TGIF-M1': ice1('M'),
  'TGIF-M2': ice2('M'),
};

/** @internal */
export const acceleratedModes: readonly string[] = [
  'Romulus-N',
  'Romulus-M',
  'Romulus-N-Deoxys',
  'Romulus-M-Deoxys',
] satisfies readonly AcceleratedMode[];

/** @internal |X|_n of the specifications: the empty string has one block. */
export const blockCount = (length: number, blockLength: number): number => Math.max(1, Math.ceil(length / blockLength));

/** @internal The same, of blocks that have two lengths in turn. */
export function blockCountInTurn(length: number, first: number, second: number): number {
  const rest = length % (first + second);
  const pairs = (length - rest) / (first + second);
  return Math.max(1, 2 * pairs + (rest > first ? 2 : rest > 0 ? 1 : 0));
}
