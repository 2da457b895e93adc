/**
 * The arrays that a call makes besides its result, such as copies of inputs, are all zeros once it is over, and the linear
 * memory is as before, there and wherever the call pauses. Later calls are right.
 */
import { describe, expect, it } from 'vitest';
import { type RomulusSync, toBase64, toHex } from '../../../ts/index.js';
import { leavingNothing } from '../../fixtures/arrays.js';
import { ad, expectSame, flipBit, key, nonce, rejection, same, text, throwing } from '../../fixtures/bytes.js';
import { byteCalls } from '../../fixtures/calls.js';
import { cleanCheck, freshPackage, loadedPackage, type Romulus } from '../../fixtures/instance.js';
import { onNextTurn, watchedSignal } from '../../fixtures/runtime.js';
import { casesOf } from '../../fixtures/suites.js';
import { referenceHash } from '../../reference/romulus.js';

/** A new engine has its module and its memory. */
const isOfEngine = (array: Uint8Array) =>
  (array[0] === 0 && array[1] === 0x61 && array[2] === 0x73) || same(array, loaded.image);

const long = { key, nonce, plaintext: text(200_001), associatedData: ad(40_003) };
const list = Array.from({ length: 80 }, (_, i) => ({
  ...long,
  plaintext: text(i % 4 === 0 ? 4_500 + i : 400 + i),
  associatedData: ad(300 + i),
}));
const loaded = await loadedPackage();
const { romulus, sync } = loaded;
const expectClean = cleanCheck(loaded);
const digest = referenceHash(text(500));

/** Calls with the options of a walk, which looks into the memory where a call pauses. */
type Call = (romulus: Romulus, look?: object) => unknown;
type Calls = Record<string, Call>;

async function outcomeOf(what: string, call: () => unknown): Promise<unknown> {
  const outcome = await leavingNothing(async () => call(), isOfEngine);
  expectClean(what);
  expectSame(await romulus.romulusH(text(500)), digest);
  return outcome;
}
/** The options of a call whose caller fails at the first report of progress. */
const failing = { onProgress: throwing(new Error('of the caller')) };
const lookingInto = (what: string) => ({ onProgress: () => expectClean(`${what}, between two slices`) });

/**
 * Files have their own test, and functions that only read bytes make no arrays, but those for texts, which are below. A
 * result of `seal` that is given up keeps its nonce, so that it takes part by `encrypt` alone.
 */
const callsOf = async (form: Romulus | RomulusSync) =>
  (await byteCalls(form, sync, 200_001, 40_003)).filter(({ of, open }) => of !== 'file' && of !== 'bytes' && !open);

it.each(await callsOf(sync))('$name at once leaves nothing', async ({ name, given, run }) => {
  expect(await outcomeOf(name, () => run(given))).not.toBeInstanceOf(Error);
});

describe.each((await callsOf(romulus)).map((call, i) => ({ ...call, i })))(
  '$name leaves nothing',
  ({ name, options, given, run, i, mode = 'T' }) => {
    const takesOptions = options === 'apart';

    it('when it is done, or its caller fails', async () => {
      const look = takesOptions ? lookingInto(name) : undefined;
      expect(await outcomeOf(name, () => run(given, look))).not.toBeInstanceOf(Error);
      if (takesOptions)
        expect(await outcomeOf(name, () => run(given, failing))).toMatchObject({ message: 'of the caller' });
    });

    // All modes wait for the module by the same code.
    it.each(casesOf({ usual: mode === 'T', all: true }) ? [i] : [])('when it has to load the module', async () => {
      const call = (await callsOf(await freshPackage()))[i]!;
      expect(await outcomeOf(name, () => call.run(given))).not.toBeInstanceOf(Error);
    });

    it.each(takesOptions ? [1, 3, 6, 12] : [])('when it is aborted at report %i, if it has so many', async (at) => {
      const watched = watchedSignal(at);
      const outcome = await outcomeOf(name, () => run(given, watched.options));
      expect(outcome === watched.reason).toBe(watched.told >= at);
    });
  },
);

function testCalls(succeeding: Calls, failing: Calls): void {
  it.each(Object.entries({ ...succeeding, ...failing }))('%s leaves nothing', async (what, call) => {
    const outcome = await outcomeOf(what, () => call(romulus, lookingInto(what)));
    expect(outcome instanceof Error, String(outcome)).toBe(!(what in succeeding));
  });
}

describe.each(['romulusN', 'romulusM', 'romulusT'] as const)('%s', (name) => {
  const ciphertext = sync[name].encrypt(long);
  const forged = { ...long, ciphertext: flipBit(ciphertext, 8 * ciphertext.length - 1) };
  const listToDecrypt = list.map((request, i) => {
    const ciphertext = sync[name].encrypt(request);
    return { ...request, ciphertext: i % 3 === 0 ? flipBit(ciphertext, 8 * ciphertext.length - 1) : ciphertext };
  });

  /** A later request takes the text of an earlier one away. */
  const listThatFails = () => {
    const taken = { ...long, plaintext: text(64) };
    const taking = {
      ...long,
      get plaintext() {
        structuredClone(taken.plaintext.buffer, { transfer: [taken.plaintext.buffer] });
        return text(7);
      },
    };
    return [long, taken, taking];
  };
  testCalls(
    {
      encryptMany: (r, look) => r[name].encryptMany(list, look),
      'a decryptMany of which some are forged': (r, look) => r[name].decryptMany([forged, ...listToDecrypt], look),
    },
    {
      'a forged decrypt': (r) => r[name].decrypt(forged),
      'an encryptMany of what is taken away': (r) => r[name].encryptMany(listThatFails()),
      'an aborted encryptMany': (r) => r[name].encryptMany(list, watchedSignal(4).options),
      'an aborted decryptMany': (r) => r[name].decryptMany(listToDecrypt, watchedSignal(12).options),
    },
  );
});

async function* chunks(beforeLong = () => {}, last: unknown = long.plaintext): AsyncGenerator<Uint8Array> {
  yield text(5);
  beforeLong();
  yield long.plaintext;
  yield last as Uint8Array;
}

describe('hashing', () => {
  const state = sync.createHasher().update(text(50)).export();
  const messages = list.flatMap(({ plaintext, associatedData }) => [plaintext, associatedData]);
  testCalls(
    {
      hashMany: (r, look) => r.hashMany([long.plaintext, ...messages], look),
      'a hasher that is cloned and given up': async (r) => {
        const hasher = (await r.createHasher(state)).update(long.plaintext);
        hasher.clone().dispose();
        hasher.dispose();
      },
    },
    {
      'a hashStream whose source fails': (r) => r.hashStream(chunks(throwing(new Error('of the source')))),
      'a hashStream of what is no array': (r) => r.hashStream(chunks(undefined, 'text')),
      'an aborted hashMany': (r) => r.hashMany(messages, watchedSignal(9).options),
      'a hashStream aborted within a chunk': (r) => {
        const { signal, abort } = watchedSignal();
        const source = chunks(() => onNextTurn(abort));
        return r.hashStream(source, { signal });
      },
    },
  );
});

/** Longer than a key, and shorter than the engine's buffer for texts. */
const secret = text(100);
describe('texts of secrets', () => {
  const hex = toHex(secret);
  const base64 = toBase64(secret);
  testCalls(
    {
      toHex: (r) => r.toHex(secret),
      toBase64: (r) => r.toBase64(secret),
      fromHex: (r) => r.fromHex(hex),
      fromBase64: (r) => r.fromBase64(base64),
    },
    {
      'fromHex of another letter': (r) => r.fromHex(`${hex.slice(0, -1)}g`),
      'fromBase64 of another letter': (r) => r.fromBase64(`${base64.slice(0, -4)}!`),
    },
  );

  it('toHex of too many bytes has an error of the package, and of others that of the engine', async () => {
    const inherited = Object.getOwnPropertyDescriptor(Uint8Array.prototype, 'toHex');
    const value = throwing(new Error('of the engine'));
    Object.defineProperty(Uint8Array.prototype, 'toHex', { value, configurable: true });
    const fresh = await freshPackage();
    if (inherited) Object.defineProperty(Uint8Array.prototype, 'toHex', inherited);
    else Reflect.deleteProperty(Uint8Array.prototype, 'toHex');
    const error = { code: 'ERR_ROMULUS_USAGE', message: 'bytes are too many for a text' };
    expect(await rejection(async () => fresh.toHex(new Uint8Array(2 ** 26 + 1)))).toMatchObject(error);
    expect(await rejection(async () => fresh.toHex(new Uint8Array(2 ** 26)))).toMatchObject({
      message: 'of the engine',
    });
  });
});
