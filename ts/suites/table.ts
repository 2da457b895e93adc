/** The one table of suites. The key of a row names its folders in wasm-src/ and ts/, its page in docs/algorithms/ and its vectors. */

export interface ModeRow {
  readonly name: string;
  /** The number of the mode in the module. */
  readonly id: number;
  readonly nonceLength: number;
  readonly tagLength: number;
  /** The direction in which the mode reads the whole text before it encrypts or decrypts the text. */
  readonly readsTextFirst: 'encrypt' | 'decrypt' | undefined;
  /** The numbers of messages side by side, and the time of their common step. A step of one message takes 1. Empty without lanes. */
  readonly laneCosts: readonly (readonly [width: number, cost: number])[];
}

/** The part of a row that goes into the package. */
export interface SuiteRow {
  readonly name: string;
  /** The name of the suite's folders and files. Only this suite's module exports the function `suite_<key>`, with `_` for `-`. */
  readonly key: string;
  readonly modes: Readonly<Record<string, ModeRow>>;
}

/** A row with additional data, which the package itself does not need. */
export interface Suite extends SuiteRow {
  readonly hash?: ModeRow;
  /** The part after `romulus-wasm/` in an import of the suite. `index` for the package itself. */
  readonly entry: string;
  /** The most lanes of the suite. 0 if messages are processed one by one. */
  readonly mostLanes: number;
  /** A length in bytes for each mode. Every piece of a string except the last is a multiple of this length. */
  readonly pieceUnits: Readonly<Record<string, number>>;
  /** True if the kernels take blocks of one message in batches. They fill an incomplete batch with the bytes behind the message. */
  readonly takesBatches?: boolean;
}

// Each row is the result of a call without side effects, so that bundlers leave out a row that nothing imports.

/** Modes that read a text once, that read it first to encrypt (as the modes M), and that read it first to decrypt. */
const onePass = { nonceLength: 16, tagLength: 16, readsTextFirst: undefined, laneCosts: [] } as const;
const readToEncrypt = { nonceLength: 16, tagLength: 16, readsTextFirst: 'encrypt', laneCosts: [] } as const;
const readToDecrypt = { nonceLength: 16, tagLength: 16, readsTextFirst: 'decrypt', laneCosts: [] } as const;

/** The costs of a step of 8 and of 32 messages. */
const lanesOf = (narrow: number, wide: number) => [[8, narrow] as const, [32, wide] as const];

type Row = SuiteRow & Pick<Suite, 'hash'>;

const rowOf = <Modes extends SuiteRow['modes']>(name: string, key: string, modesOf: () => Modes) => {
  return { name, key, modes: modesOf() } satisfies Row;
};

export const romulus = /* @__PURE__ */ (() =>
  ({
    name: 'Romulus',
    key: 'romulus',
    modes: {
      N: { name: 'Romulus-N', id: 0, ...onePass, laneCosts: lanesOf(1.7, 3.8) },
      M: { name: 'Romulus-M', id: 1, ...readToEncrypt, laneCosts: lanesOf(2.1, 4.4) },
      T: { name: 'Romulus-T', id: 2, ...readToDecrypt, laneCosts: lanesOf(4.3, 8.9) },
    },
    hash: { name: 'Romulus-H', id: 3, ...onePass, laneCosts: lanesOf(3.5, 7.2) },
  }) satisfies Row)();

export const isap = /* @__PURE__ */ rowOf('ISAP', 'isap', () => ({
  'A-128A': { name: 'ISAP-A-128A', id: 0, ...readToDecrypt },
  'A-128': { name: 'ISAP-A-128', id: 1, ...readToDecrypt },
  'K-128A': { name: 'ISAP-K-128A', id: 2, ...readToDecrypt },
  'K-128': { name: 'ISAP-K-128', id: 3, ...readToDecrypt },
}));

const elephantMode = { nonceLength: 12, tagLength: 16, readsTextFirst: 'decrypt', laneCosts: [] } as const;

export const elephant = /* @__PURE__ */ rowOf('Elephant', 'elephant', () => ({
  Dumbo: { name: 'Dumbo', id: 0, ...elephantMode, tagLength: 8 },
  Jumbo: { name: 'Jumbo', id: 1, ...elephantMode, tagLength: 8 },
  Delirium: { name: 'Delirium', id: 2, ...elephantMode },
}));

/** Specified in docs/algorithms/romulus-v12.md. */
export const romulusV12 = /* @__PURE__ */ rowOf('Romulus v1.2', 'romulus-v12', () => ({
  N1: { name: 'Romulus-N1', id: 0, ...onePass },
  N2: { name: 'Romulus-N2', id: 1, ...onePass, nonceLength: 12 },
  N3: { name: 'Romulus-N3', id: 2, ...onePass, nonceLength: 12 },
  M1: { name: 'Romulus-M1', id: 3, ...readToEncrypt },
  M2: { name: 'Romulus-M2', id: 4, ...readToEncrypt, nonceLength: 12 },
  M3: { name: 'Romulus-M3', id: 5, ...readToEncrypt, nonceLength: 12 },
}));

/** Specified in docs/algorithms/remus.md. */
export const remus = /* @__PURE__ */ rowOf('Remus', 'remus', () => ({
  N1: { name: 'Remus-N1', id: 0, ...onePass },
  N2: { name: 'Remus-N2', id: 1, ...onePass },
  N3: { name: 'Remus-N3', id: 2, ...onePass, nonceLength: 12, tagLength: 8 },
  M1: { name: 'Remus-M1', id: 3, ...readToEncrypt },
  M2: { name: 'Remus-M2', id: 4, ...readToEncrypt },
}));

/** Specified in docs/algorithms/tgif.md. Decryption of a single message in a mode M makes two calls of the cipher at a time. */
export const tgif = /* @__PURE__ */ rowOf('TGIF', 'tgif', () => ({
  N1: { name: 'TGIF-N1', id: 0, ...onePass },
  N2: { name: 'TGIF-N2', id: 1, ...onePass },
  M1: { name: 'TGIF-M1', id: 2, ...readToEncrypt },
  M2: { name: 'TGIF-M2', id: 3, ...readToEncrypt },
}));

export const deoxys = /* @__PURE__ */ rowOf('Romulus over Deoxys-BC', 'deoxys', () => ({
  N: { name: 'Romulus-N-Deoxys', id: 0, ...onePass },
  M: { name: 'Romulus-M-Deoxys', id: 1, ...readToEncrypt },
}));

/** Makes a suite. By default, a suite has its own entry. */
const suiteOf = (row: Row, pieceUnits: Suite['pieceUnits'], others: Partial<Suite> = {}): Suite => ({
  ...row,
  entry: row.key,
  mostLanes: Math.max(0, ...Object.values(row.modes).flatMap(({ laneCosts }) => laneCosts.map(([width]) => width))),
  pieceUnits,
  ...others,
});

export const suites = /* @__PURE__ */ (() => ({
  romulus: suiteOf(romulus, { N: 32, M: 32, T: 32 }, { entry: 'index' }),
  isap: suiteOf(isap, { 'A-128A': 8, 'A-128': 8, 'K-128A': 18, 'K-128': 18 }),
  elephant: suiteOf(elephant, { Dumbo: 20, Jumbo: 22, Delirium: 25 }, { takesBatches: true }),
  'romulus-v12': suiteOf(romulusV12, { N1: 32, N2: 112, N3: 112, M1: 32, M2: 112, M3: 112 }),
  remus: suiteOf(remus, { N1: 16, N2: 16, N3: 8, M1: 16, M2: 16 }),
  tgif: suiteOf(tgif, { N1: 16, N2: 16, M1: 16, M2: 16 }),
  deoxys: suiteOf(deoxys, { N: 32, M: 32 }),
}))();

export type SuiteKey = keyof typeof suites;

/** The files in ts/ that a user can import, by their names in dist/ and behind `romulus-wasm/` in an import. */
export const entries = (): Readonly<Record<string, string>> => ({
  index: 'index.ts',
  js: 'js/index.ts',
  stream: 'stream/index.ts',
  pool: 'pool/index.ts',
  estimates: 'estimates/index.ts',
  ...Object.fromEntries(
    Object.entries<Suite>(suites)
      .filter(([, { entry }]) => entry !== 'index')
      .map(([key, { entry }]) => [entry, `suites/${key}/index.ts`]),
  ),
});
