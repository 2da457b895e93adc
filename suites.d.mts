/** The types of the table of suites. */

/** So many messages side by side, and what a step of all of them takes where a step of one alone takes 1. */
export type LaneCost = readonly [width: number, cost: number];

export interface ModeRow {
  readonly name: string;
  /** The number that the module knows it by. */
  readonly id: number;
  readonly nonceLength: number;
  readonly tagLength: number;
  /** The direction in which it reads a text before it encrypts or decrypts it. */
  readonly readsTextFirst: 'encrypt' | 'decrypt' | undefined;
  readonly laneCosts: readonly LaneCost[];
  /** The most bytes of a message that gains by going side by side with others, where there is a limit. */
  readonly laneLimit?: number | undefined;
}

/** What of a row goes into the package. */
export interface SuiteRow<Name extends string = string> {
  readonly name: string;
  /** Names its folders and files. Its module alone exports the function `suite_<key>`, with `_` for `-`. */
  readonly key: string;
  readonly modes: Readonly<Record<Name, ModeRow>>;
}

export const romulus: SuiteRow<'N' | 'M' | 'T'> & { readonly hash: ModeRow };
export const isap: SuiteRow<'A-128A' | 'A-128' | 'K-128A' | 'K-128'>;
export const elephant: SuiteRow<'Dumbo' | 'Jumbo' | 'Delirium'>;
export const romulusV12: SuiteRow<'N1' | 'N2' | 'N3' | 'M1' | 'M2' | 'M3'>;
export const remus: SuiteRow<'N1' | 'N2' | 'N3' | 'M1' | 'M2'>;
export const tgif: SuiteRow<'N1' | 'N2' | 'M1' | 'M2'>;
export const deoxys: SuiteRow<'N' | 'M'>;

export type SuiteKey = 'romulus' | 'isap' | 'elephant' | 'romulus-v12' | 'remus' | 'tgif' | 'deoxys';

export const suites: Readonly<
  Record<
    SuiteKey,
    SuiteRow & {
      readonly hash?: ModeRow;
      /** What follows `romulus-wasm/` where it is imported; `index` for the package itself. */
      readonly entry: string;
      /** 0 where messages go one by one. */
      readonly mostLanes: number;
      readonly pieceUnits: Readonly<Record<string, number>>;
      readonly takesBatches?: boolean;
    }
  >
>;

export const entries: () => Readonly<Record<string, string>>;
