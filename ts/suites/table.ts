/**
 * The one table of suites: what is built, exported, tested, fuzzed and checked comes from these rows. The key of a row names
 * its folders, wasm-src/suites/<key>/ and ts/suites/<key>/, its page docs/algorithms/<key>.md and its files in kats/.
 */

/** The number of messages side by side, and the time for a step of all of them where a step of one alone takes 1. */
type LaneCost = readonly [width: number, cost: number];

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

/** The part of a row that goes into the package. */
export interface SuiteRow {
  readonly name: string;
  /** Names its folders and files. Its module alone exports the function `suite_<key>`, with `_` for `-`. */
  readonly key: string;
  readonly modes: Readonly<Record<string, ModeRow>>;
}

/** A row with what the package does not need. */
export interface Suite extends SuiteRow {
  readonly hash?: ModeRow;
  /** The part after `romulus-wasm/` where it is imported; `index` for the package itself. */
  readonly entry: string;
  /** 0 where messages go one by one. */
  readonly mostLanes: number;
  /** In each mode, the length of which pieces are multiples, except for the last piece of a string. */
  readonly pieceUnits: Readonly<Record<string, number>>;
  /** Whether the kernels take blocks of one message in batches, which they fill up with what lies behind it. */
  readonly takesBatches?: boolean;
}

// Bundlers leave out a row that nothing imports, because each is the result of a call without side effects.

/** docs/algorithms/romulus.md. Costs: of a step of 8 and of 32 messages side by side. */
const romulusMode = (
  letter: string,
  id: number,
  readsTextFirst: ModeRow['readsTextFirst'],
  [narrow, wide]: readonly [number, number],
): ModeRow => ({
  name: `Romulus-${letter}`,
  id,
  nonceLength: 16,
  tagLength: 16,
  readsTextFirst,
  laneCosts: [
    [8, narrow],
    [32, wide],
  ],
});

export const romulus = /* @__PURE__ */ (() => ({
  name: 'Romulus',
  key: 'romulus',
  modes: {
    N: romulusMode('N', 0, undefined, [1.7, 3.8]),
    M: romulusMode('M', 1, 'encrypt', [2.1, 4.4]),
    T: romulusMode('T', 2, 'decrypt', [4.3, 8.9]),
  },
  hash: romulusMode('H', 3, undefined, [3.5, 7.2]),
}))();

/** docs/algorithms/isap.md. The cost is of a step of 8 messages. */
const isapMode = (name: string, id: number, cost: number): ModeRow => ({
  name: `ISAP-${name}`,
  id,
  nonceLength: 16,
  tagLength: 16,
  readsTextFirst: 'decrypt',
  laneCosts: [[8, cost]],
});

export const isap = /* @__PURE__ */ (() => ({
  name: 'ISAP',
  key: 'isap',
  modes: {
    'A-128A': isapMode('A-128A', 0, 4.4),
    'A-128': isapMode('A-128', 1, 4.4),
    'K-128A': isapMode('K-128A', 2, 1.6),
    'K-128': isapMode('K-128', 3, 1.6),
  },
}))();

/**
 * docs/algorithms/elephant.md. The cost is of a step of 32 short messages, whose blocks share batches; those longer than the
 * limit fill batches by themselves.
 */
const elephantMode = (name: string, id: number, tagLength: number, laneLimit: number): ModeRow => ({
  name,
  id,
  nonceLength: 12,
  tagLength,
  readsTextFirst: 'decrypt',
  laneCosts: [[32, 4]],
  laneLimit,
});

export const elephant = /* @__PURE__ */ (() => ({
  name: 'Elephant',
  key: 'elephant',
  modes: {
    Dumbo: elephantMode('Dumbo', 0, 8, 2048),
    Jumbo: elephantMode('Jumbo', 1, 8, 2048),
    Delirium: elephantMode('Delirium', 2, 16, 1024),
  },
}))();

/** docs/algorithms/romulus-v12.md. Costs: as for Romulus, in the proportion to its own that one run gave. */
const romulusV12Mode = (
  member: string,
  id: number,
  nonceLength: number,
  [narrow, wide]: readonly [number, number],
): ModeRow => ({
  name: `Romulus-${member}`,
  id,
  nonceLength,
  tagLength: 16,
  readsTextFirst: member.startsWith('M') ? 'encrypt' : undefined,
  laneCosts: [
    [8, narrow],
    [32, wide],
  ],
});

export const romulusV12 = /* @__PURE__ */ (() => ({
  name: 'Romulus v1.2',
  key: 'romulus-v12',
  modes: {
    N1: romulusV12Mode('N1', 0, 16, [1.6, 3.5]),
    N2: romulusV12Mode('N2', 1, 12, [1.7, 4.1]),
    N3: romulusV12Mode('N3', 2, 12, [1.8, 4.3]),
    M1: romulusV12Mode('M1', 3, 16, [2.0, 4.0]),
    M2: romulusV12Mode('M2', 4, 12, [1.9, 4.0]),
    M3: romulusV12Mode('M3', 5, 12, [2.0, 4.2]),
  },
}))();

/** docs/algorithms/remus.md. Costs: as for Romulus; those of N3 in the proportion to N1's that one run gave. */
const remusMode = (
  member: string,
  id: number,
  [nonceLength, tagLength]: readonly [number, number],
  [narrow, wide]: readonly [number, number],
): ModeRow => ({
  name: `Remus-${member}`,
  id,
  nonceLength,
  tagLength,
  readsTextFirst: member.startsWith('M') ? 'encrypt' : undefined,
  laneCosts: [
    [8, narrow],
    [32, wide],
  ],
});

export const remus = /* @__PURE__ */ (() => ({
  name: 'Remus',
  key: 'remus',
  modes: {
    N1: remusMode('N1', 0, [16, 16], [2.5, 4.9]),
    N2: remusMode('N2', 1, [16, 16], [2.6, 5.4]),
    N3: remusMode('N3', 2, [12, 8], [3.6, 7.2]),
    M1: remusMode('M1', 3, [16, 16], [3.2, 6.3]),
    M2: remusMode('M2', 4, [16, 16], [3.2, 6.3]),
  },
}))();

/** docs/algorithms/tgif.md. The cost is of a step of 4 messages; a message of M alone is decrypted two calls at a time. */
const tgifMode = (member: string, id: number): ModeRow => ({
  name: `TGIF-${member}`,
  id,
  nonceLength: 16,
  tagLength: 16,
  readsTextFirst: member.startsWith('M') ? 'encrypt' : undefined,
  laneCosts: [[4, member.startsWith('M') ? 2 : 1.6]],
});

export const tgif = /* @__PURE__ */ (() => ({
  name: 'TGIF',
  key: 'tgif',
  modes: { N1: tgifMode('N1', 0), N2: tgifMode('N2', 1), M1: tgifMode('M1', 2), M2: tgifMode('M2', 3) },
}))();

/** docs/algorithms/deoxys.md. */
const deoxysMode = (letter: string, id: number, readsTextFirst: ModeRow['readsTextFirst']): ModeRow => ({
  name: `Romulus-${letter}-Deoxys`,
  id,
  nonceLength: 16,
  tagLength: 16,
  readsTextFirst,
  laneCosts: [],
});

export const deoxys = /* @__PURE__ */ (() => ({
  name: 'Romulus over Deoxys-BC',
  key: 'deoxys',
  modes: { N: deoxysMode('N', 0, undefined), M: deoxysMode('M', 1, 'encrypt') },
}))();

const tableOf = <Key extends string>(rows: () => Readonly<Record<Key, Suite>>) => rows();

/** All suites. */
export const suites = /* @__PURE__ */ tableOf(() => ({
  romulus: { ...romulus, entry: 'index', mostLanes: 32, pieceUnits: { N: 32, M: 32, T: 32 } },
  isap: {
    ...isap,
    entry: 'isap',
    mostLanes: 8,
    pieceUnits: { 'A-128A': 8, 'A-128': 8, 'K-128A': 18, 'K-128': 18 },
  },
  elephant: {
    ...elephant,
    entry: 'elephant',
    mostLanes: 32,
    pieceUnits: { Dumbo: 20, Jumbo: 22, Delirium: 25 },
    takesBatches: true,
  },
  'romulus-v12': {
    ...romulusV12,
    entry: 'romulus-v12',
    mostLanes: 32,
    pieceUnits: { N1: 32, N2: 112, N3: 112, M1: 32, M2: 112, M3: 112 },
  },
  remus: { ...remus, entry: 'remus', mostLanes: 32, pieceUnits: { N1: 16, N2: 16, N3: 8, M1: 16, M2: 16 } },
  tgif: { ...tgif, entry: 'tgif', mostLanes: 4, pieceUnits: { N1: 16, N2: 16, M1: 16, M2: 16 } },
  deoxys: { ...deoxys, entry: 'deoxys', mostLanes: 0, pieceUnits: { N: 32, M: 32 } },
}));

export type SuiteKey = keyof typeof suites;

/** The files in ts/ that a user can import, by their names in dist/, which follow `romulus-wasm/` in an import. */
export const entries = (): Readonly<Record<string, string>> => ({
  index: 'index.ts',
  'by-url': 'by-url/index.ts',
  stream: 'stream/index.ts',
  pool: 'pool/index.ts',
  estimates: 'estimates/index.ts',
  ...Object.fromEntries(
    Object.entries<Suite>(suites)
      .filter(([, { entry }]) => entry !== 'index')
      .map(([key, { entry }]) => [entry, `suites/${key}/index.ts`]),
  ),
});
