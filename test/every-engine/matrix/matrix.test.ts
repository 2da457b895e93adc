/**
 * Every function in every form with every hostile input: the results are right and in arrays of their own, the inputs
 * stay as they are, and nothing is left in the module.
 */
import { describe, expect, inject, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { ad, bytesIn, concatenate, expectOwn, expectSame, flipBit, key, text } from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, expectRight, modeCalls, type Promises, withBytes } from '../../fixtures/calls.js';
import { cleanCheck, freshPackage, loadedPackage, watchedModes } from '../../fixtures/instance.js';
import { modes, modesOf, sync as syncOfThread } from '../../fixtures/modes.js';
import { pausingEverywhere } from '../../fixtures/runtime.js';
import { casesOf, importSuite, modesOfSuite, suites, triedOf } from '../../fixtures/suites.js';
import { pairsOf } from '../../reference/kats.js';
import { poolOf } from '../pool/workers.js';
import { byteOffsetOf, type Hostile, hostiles, kinds, memoryOf, reentry, type Trial } from './hostile-inputs.js';

/** The modes of this thread, which a pool knows; a package that is loaded anew has others. */
const ofThread = await Promise.all(suites.map(async (suite) => modesOfSuite(suite, await importSuite(suite), {})));
const knownToPools = new Map(ofThread.flat().map(({ aead }) => [aead.name, aead]));

const loaded = await loadedPackage();
const { romulus: promises, sync } = loaded;
const expectClean = cleanCheck(loaded);
/** It has no pool, and is slower. */
const isJavaScript = inject('isJavaScript');
const pool = isJavaScript ? undefined : await poolOf(2);

interface Form {
  name: string;
  open(): Promises | romulus.RomulusSync | Promise<Promises>;
  /** Hostile inputs call this: the module of the form, or of the thread. */
  sync: romulus.RomulusSync;
  isLoading?: boolean;
}

const forms: Form[] = [
  { name: 'the package', open: () => promises, sync },
  { name: 'the sync object', open: () => sync, sync },
  ...(pool ? [{ name: 'a pool', open: () => pool, sync: syncOfThread }] : []),
  { name: 'a package that is loading', open: freshPackage, sync: syncOfThread, isLoading: true },
];

type Lengths = [text: number, ad: number];
/** The last takes several slices, and is for inputs that change meanwhile. JavaScript copies by the same code, slowly. */
const lengths: Lengths[] = [
  [0, 0],
  [40, 33],
  ...(isJavaScript ? [] : [[16_500, 33] satisfies Lengths]),
  ...casesOf<Lengths[]>({
    usual: [],
    all: [
      [1, 20],
      [16_384, 20],
      [20_000, 20_000],
      [70_000, 0],
    ],
  }),
  [isJavaScript ? 20_000 : 100_000, 100],
];
const longest = lengths.at(-1)![0];

/** The results in memory are arrays; those of files and of functions that read bytes are of other kinds too. */
const givesArrays = ({ of, input }: ByteCall) => of !== 'bytes' && of !== 'file' && input !== 'chunks';

/** Begins a trial, and gives its check. */
function begin(call: ByteCall, trial: Trial, clean: (what: string) => void): () => Promise<void> {
  const before = trial.inputs.map((bytes) => memoryOf(bytes).slice());
  const { given, list, options } = trial;
  const result = list ? call.onList!(list as never, options) : call.run(given, options, trial.taken);
  if (call.input !== 'chunks') trial.taken?.();
  return async () => {
    const results = await bytesIn(await result);
    expectRight(call, results);
    if (givesArrays(call)) expectOwn(results, trial.inputs);
    clean(call.name);
    for (const [i, bytes] of trial.inputs.entries())
      expectSame(memoryOf(bytes), before[i]!, `input ${i} of ${call.name}`);
  };
}

/** Tries all calls with a hostile input. */
async function tryAll(
  calls: ByteCall[],
  { trialOf, together }: Hostile,
  ofForm: romulus.RomulusSync,
  clean = expectClean,
): Promise<void> {
  const checks: (() => Promise<void>)[] = [];
  for (const call of calls) {
    const watched = reentry(ofForm);
    const trial = trialOf(call, watched.act);
    const check = begin(call, trial, clean);
    if (together) checks.push(check);
    else await check();
    if (trial.acts) expect(watched.calls, call.name).toBeGreaterThan(0);
    expect(watched.inTheMiddle, call.name).toBe(0);
  }
  for (const check of checks) await check();
}

describe('every function is in a row', () => {
  /** They take no bytes, or have tests of their own: of texts, of loading and of wiping. */
  const otherwise = [
    ...['generateKey', 'generateNonce', 'load', 'loadSync', 'fromHex', 'fromBase64', 'dearmor', 'isArmored', 'wipe'],
    ...['aead', 'close'],
  ];
  const isError = (value: unknown) => typeof value === 'function' && value.prototype instanceof Error;

  it.each(forms)('of $name', async ({ open }) => {
    const form = await open();
    const calls = await byteCalls(form, sync, 1, 1);
    const tried = new Set(calls.flatMap(({ functions }) => functions));
    const ofModes = modesOf(form as Promises, sync).flatMap(({ aead }) => Object.entries(aead));
    const untried = [...Object.entries(form), ...ofModes]
      .filter(([name, value]) => !tried.has(name) && !otherwise.includes(name) && !isError(value))
      .filter(([, value]) => typeof value === 'function');
    expect(untried.map(([name]) => name)).toEqual([]);
    for (const { mode } of modes) expect(calls.map((call) => call.mode)).toContain(mode);
  });
});

const rows = forms.flatMap((form) => lengths.map(([textLength, adLength]) => ({ ...form, textLength, adLength })));
const tried = await Promise.all(
  rows.map(async (row) => ({
    ...row,
    calls: row.isLoading ? undefined : await byteCalls(await row.open(), sync, row.textLength, row.adLength),
  })),
);

describe.each(hostiles)('inputs $name', (hostile) => {
  // Every form reads an array's bytes by the same code, so that one form shows most kinds.
  const triedForms = casesOf({ usual: hostile.inEveryForm ? forms : forms.slice(0, 1), all: forms });
  const isTried = ({ name, isLoading, textLength }: (typeof tried)[number]) =>
    hostile.together ||
    (!isLoading &&
      (textLength > 0 || hostile.triesEmpty) &&
      textLength < longest &&
      triedForms.some((form) => form.name === name));
  it.each(tried.filter(isTried))(
    '$name, $textLength bytes, $adLength of associated data',
    async ({ open, calls, textLength, adLength, sync: ofForm }) => {
      const all = calls ?? (await byteCalls(await open(), sync, textLength, adLength));
      await tryAll(all, hostile, ofForm);
    },
  );
});

/** The edges of what the calling thread does, of what fits the engine at once, and of what takes several slices. */
const edges = [
  ...[0, 1, 16, 33].flatMap((length) => pairsOf(length, 0, 0, length, length, 17, length, length)),
  ...pairsOf(4095, 0, 4096, 0, 0, 5000, 16_384, 17, 16_385, 0, 0, 16_385, 385, 16_000),
].map(({ messageLength, adLength }): Lengths => [messageLength, adLength]);

/** The modes of all suites, each with a check of the memory of its own module. */
const everyMode = triedOf(await watchedModes(loaded)).map(({ instance, ...each }) => ({
  ...each,
  clean: instance === loaded ? expectClean : cleanCheck(instance),
  forms: [each.twin, each.aead, ...(pool ? [pool.aead(knownToPools.get(each.aead.name)!)] : [])],
}));

/** One mode of each suite is tried at each edge. The suites share what reads the hostile inputs of Romulus. */
const ofSuites = everyMode.filter(({ suite, mode }) => suite.key === 'romulus' || mode === suite.modes.at(-1));
describe.each(casesOf({ usual: ofSuites, all: everyMode }))('$aead.name', ({ suite, mode, twin, forms, clean }) => {
  const ofRomulus: Lengths[] = [[70_001, 40_000], ...casesOf<Lengths[]>({ usual: [], all: [[1_100_001, 1]] })];
  it.each(suite.key === 'romulus' && !isJavaScript ? [...edges, ...ofRomulus] : edges)(
    'gives the same in every form: %i bytes, %i of associated data',
    async (textLength, adLength) => {
      const message = { key, nonce: text(mode.nonceLength), plaintext: text(textLength), associatedData: ad(adLength) };
      await tryAll(
        forms.flatMap((form) => modeCalls(form, twin, message)),
        hostiles[0]!,
        sync,
        clean,
      );
    },
  );
});

it('inputs that change in the middle of long work, and calls at once there, change nothing in it', async () => {
  const calls = await byteCalls(promises, sync, isJavaScript ? 20_000 : 100_000, 20_000);
  for (const call of calls.filter(({ options, input }) => options !== 'none' && input !== 'chunks')) {
    const request = withBytes(call.given, (bytes) => bytes.slice());
    const hasher = sync.createHasher();
    let times = 0;
    const onProgress = () => {
      withBytes(request, (bytes) => bytes.fill(0x77));
      hasher.update(text(100));
      for (const aead of [sync.romulusN, sync.romulusM, sync.romulusT])
        aead.encrypt({ key: text(16), nonce: key, plaintext: text(200) });
      times++;
    };
    expectRight(call, await bytesIn(await pausingEverywhere(async () => call.run(request, { onProgress }))));
    expect(times, call.name).toBeGreaterThan(0);
    expectSame(hasher.digest(), sync.romulusH(concatenate(...new Array(times).fill(text(100)))));
  }
});

describe.each(Object.entries(kinds))('arrays: %s', (_, make) => {
  it('are compared and wiped in place', () => {
    const bytes = text(33);
    const { timingSafeEqual, wipe } = romulus;
    const flipped = Array.from({ length: 8 * 33 }, (_, bit) => flipBit(bytes, bit));
    // The bytes in another order have the same sum and the same XOR.
    for (const other of [ad(33), text(32), text(33).reverse(), ...flipped])
      expect(timingSafeEqual(make(bytes), other)).toBe(false);
    const made = make(bytes);
    const wiped = memoryOf(made)
      .slice()
      .fill(0, byteOffsetOf(made), byteOffsetOf(made) + bytes.length);
    wipe(made);
    expectSame(memoryOf(made), wiped);
  });
});

it.each(forms)('properties of Object.prototype change nothing in $name', async ({ open }) => {
  const functions = await open();
  const calls = [...(await byteCalls(functions, sync, 100, 100)), ...(await byteCalls(functions, sync, 20_000, 100))];
  const inherited = {
    ...{ tag: text(16), ad: text(3), adLength: 3, textLength: 5, text: text(7), state: text(80), short: text(9) },
    ...{ error: new Error('inherited'), lock: 'inherited', locked: true, load: Number.NaN, forged: [0], converted: {} },
    ...{ long: [text(3)], output: text(116), done: true },
  };
  for (const [name, value] of Object.entries(inherited))
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  try {
    for (const call of calls) expectRight(call, await bytesIn(await call.run(call.given)));
    // A pool sends longer lists to its workers.
    const list = new Array(40).fill(text(60_000));
    for (const digest of await functions.hashMany(list)) expectSame(digest, sync.romulusH(text(60_000)));
  } finally {
    for (const name of Object.keys(inherited)) Reflect.deleteProperty(Object.prototype, name);
  }
});
