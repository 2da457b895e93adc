/**
 * The arrays that a call makes besides its result, such as copies of inputs, are all zeros once it is over, and the linear
 * memory is as before, there and wherever the call pauses. Later calls are right.
 */
import { describe, expect, it, vi } from 'vitest';
import { toBase64, toHex } from '../../../ts/index.js';
import { leavingNothing } from '../../fixtures/arrays.js';
import { ad, expectSame, flipBit, key, nonce, rejection, same, text, throwing } from '../../fixtures/bytes.js';
import { cleanCheck, freshPackage, loadedPackage, type Romulus } from '../../fixtures/instance.js';
import { onNextTurn, watchedSignal } from '../../fixtures/runtime.js';
import { casesOf } from '../../fixtures/suites.js';
import { referenceHash } from '../../reference/romulus.js';

/** A new engine has its module and its memory. */
const isOfEngine = (array: Uint8Array) =>
  (array[0] === 0 && array[1] === 0x61 && array[2] === 0x73) || same(array, loaded.image);

/** Calls with the options of a walk, which looks into the memory where a call pauses. */
type Calls = Record<string, (romulus: Romulus, look?: object) => Promise<unknown>>;

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
/** The options of a call whose caller fails at the first report of progress. */
const failing = { onProgress: throwing(new Error('of the caller')) };
const names = ['romulusN', 'romulusM', 'romulusT'] as const;

function testCalls(succeeding: Calls, failing: Calls, { loads = true } = {}): void {
  const calls = Object.entries({ ...succeeding, ...failing });
  const walk = async (romulus: Romulus, [what, call]: (typeof calls)[number], look?: object) => {
    const outcome = await leavingNothing(() => call(romulus, look), isOfEngine);
    expect(outcome instanceof Error, String(outcome)).toBe(!(what in succeeding));
  };

  it.each(calls)('%s keeps no copy, and leaves nothing in the module', async (what, call) => {
    await walk(romulus, [what, call], { onProgress: () => expectClean(`${what}, between two slices`) });
    expectClean(what);
    expectSame(await romulus.romulusH(text(500)), digest);
  });

  it.each(loads ? calls : [])('%s keeps no copy when it had to load the module', async (...call) =>
    walk(await freshPackage(), call),
  );
}

async function* chunks(beforeLong = () => {}, last: unknown = long.plaintext): AsyncGenerator<Uint8Array> {
  yield text(5);
  beforeLong();
  yield long.plaintext;
  yield last as Uint8Array;
}

describe.each(names)('%s', (name) => {
  const ciphertext = sync[name].encrypt(long);
  const toDecrypt = { ...long, ciphertext };
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
  const inPauses = [1, 4, 12].flatMap((pause): [string, Calls[string]][] => [
    [`an encryptMany aborted in pause ${pause}`, (r) => r[name].encryptMany(list, watchedSignal(pause).options)],
    [
      `a decryptMany aborted in pause ${pause}`,
      (r) => r[name].decryptMany(listToDecrypt, watchedSignal(pause).options),
    ],
  ]);
  testCalls(
    {
      encrypt: (r, look) => r[name].encrypt(long, look),
      encryptDetached: (r, look) => r[name].encryptDetached(long, look),
      decrypt: (r, look) => r[name].decrypt(toDecrypt, look),
      encryptMany: (r, look) => r[name].encryptMany(list, look),
      decryptMany: (r, look) => r[name].decryptMany([forged, ...listToDecrypt], look),
    },
    {
      'a forged decrypt': (r) => r[name].decrypt(forged),
      'an encryptMany of what is taken away': (r) => r[name].encryptMany(listThatFails()),
      'an encrypt whose caller fails': (r) => r[name].encrypt(long, failing),
      'an aborted encrypt': (r) => r[name].encrypt(long, watchedSignal(1).options),
      'an aborted decrypt': (r) => r[name].decrypt(toDecrypt, watchedSignal(1).options),
      'a decryptMany whose caller fails': (r) => r[name].decryptMany(listToDecrypt, failing),
      ...Object.fromEntries(inPauses),
    },
    // All modes wait for the module by the same code.
    { loads: casesOf({ usual: name === 'romulusT', all: true }) },
  );
});

describe('Romulus-H', () => {
  const message = long.plaintext;
  const state = sync.createHasher().update(text(50)).export();
  const messages = list.flatMap(({ plaintext, associatedData }) => [plaintext, associatedData]);
  testCalls(
    {
      romulusH: (r, look) => r.romulusH(message, look),
      hashMany: (r, look) => r.hashMany([message, ...messages], look),
      hashStream: (r, look) => r.hashStream(chunks(), look),
      'createHasher from a state': async (r) => (await r.createHasher(state)).dispose(),
      'a hasher that is cloned and given up': async (r) => {
        const hasher = (await r.createHasher()).update(message);
        hasher.clone().dispose();
        hasher.dispose();
      },
      'createHasher at once from a state': async (r) => (await r.load()).createHasher(state).dispose(),
      'a digest of a hasher from a state': async (r) => (await r.createHasher(state)).update(message).digest(),
    },
    {
      'a romulusH whose caller fails': (r) => r.romulusH(message, failing),
      'a hashStream whose source fails': (r) => r.hashStream(chunks(throwing(new Error('of the source')))),
      'a hashStream of what is no array': (r) => r.hashStream(chunks(undefined, 'text')),
      'an aborted romulusH': (r) => r.romulusH(message, watchedSignal(1).options),
      'an aborted hashMany': (r) => r.hashMany(messages, watchedSignal(9).options),
      'a hashStream aborted within a chunk': (r) => {
        const { signal, abort } = watchedSignal();
        const source = chunks(() => onNextTurn(abort));
        return r.hashStream(source, { signal });
      },
    },
  );
});

describe('HMAC and HKDF', () => {
  const { key, plaintext: message, associatedData: longKey } = long;
  const derivation = { key: longKey, salt: text(100), info: text(50), length: 100 };
  testCalls(
    {
      romulusHmac: (r, look) => r.romulusHmac({ key, message }, look),
      'romulusHmac with a long key': (r) => r.romulusHmac({ key: longKey, message }),
      'romulusHmac at once': async (r) => (await r.load()).romulusHmac({ key: longKey, message }),
      romulusHkdf: (r, look) => r.romulusHkdf(derivation, look),
      'romulusHkdf at once': async (r) => (await r.load()).romulusHkdf(derivation),
    },
    {
      'an aborted romulusHmac': (r) => r.romulusHmac({ key, message }, watchedSignal(1).options),
      'a romulusHmac aborted while it hashes the key': (r) =>
        r.romulusHmac({ key: longKey, message }, watchedSignal(1).options),
      'an aborted romulusHkdf': (r) => r.romulusHkdf(derivation, watchedSignal(3).options),
      'a romulusHkdf aborted behind the first block that it derives': (r) =>
        r.romulusHkdf(derivation, watchedSignal(6).options),
    },
  );
});

/** Longer than a key, and shorter than the engine's buffer for texts. */
const secret = text(100);
describe('texts of secrets', () => {
  const hex = toHex(secret);
  const base64 = toBase64(secret);
  /** An engine whose longest text is shorter fails like this. */
  const tooMany = async (write: (bytes: Uint8Array) => string) => {
    const spy = vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(throwing(new Error('too long')));
    const error = await rejection(async () => write(secret));
    spy.mockRestore();
    expect(error).toMatchObject({ code: 'ERR_ROMULUS_USAGE', message: 'bytes are too many for a text' });
    throw error;
  };
  testCalls(
    {
      toHex: async (r) => r.toHex(secret),
      toBase64: async (r) => r.toBase64(secret),
      fromHex: async (r) => r.fromHex(hex),
      fromBase64: async (r) => r.fromBase64(base64),
    },
    {
      'fromHex of another letter': async (r) => r.fromHex(`${hex.slice(0, -1)}g`),
      'fromBase64 of another letter': async (r) => r.fromBase64(`${base64.slice(0, -4)}!`),
      'toHex of too many': (r) => tooMany(r.toHex),
      'toBase64 of too many': (r) => tooMany(r.toBase64),
    },
    { loads: false },
  );
});
