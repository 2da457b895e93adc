/** Arrays, requests and options that call the package again while it reads them: results are right, nothing is left. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { ad, bytesIn, expectAllSame, expectSame, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, expectRight, type Parameters, withBytes } from '../../fixtures/calls.js';
import { acting, hostileArray, hostileOptions, reentry } from '../../fixtures/hostile.js';
import { cleanCheck, loadedPackage } from '../../fixtures/instance.js';
import { modesOf } from '../../fixtures/modes.js';
import { poolOf } from '../pool/workers.js';

const loaded = await loadedPackage();
const ofThread = await romulus.load();
const pool = await poolOf(2);
const expectClean = cleanCheck(loaded);

/** The promise functions, and the sync ones of the same module. */
const forms = {
  promises: { functions: loaded.romulus, sync: loaded.sync },
  sync: { functions: loaded.sync, sync: loaded.sync },
  pool: { functions: pool, sync: ofThread },
};
const lengths = [
  [64, 32],
  [0, 0],
  [20_000, 20_000],
] as const;
const rows = Object.entries(forms).flatMap(([form, each]) => lengths.map((pair) => [form, ...pair, each] as const));

/** The parameters with each array hostile in turn, then all arrays, then a hostile request, then hostile options. */
function hostileRows(given: Parameters, act: () => void): [what: string, given: Parameters, options?: object][] {
  const all = withBytes(given, (bytes) => hostileArray(bytes, act));
  const names = Object.keys(given).filter((name) => given[name] instanceof Uint8Array);
  return [
    ...names.map((name): [string, Parameters] => [name, { ...given, [name]: all[name] }]),
    ['all', all],
    ['the request', acting(all, act)],
    ['the options', given, hostileOptions(act)],
  ];
}

async function expectSameResult(call: ByteCall, sync: romulus.RomulusSync): Promise<void> {
  const watched = reentry(sync);
  for (const [what, given, options] of hostileRows(call.given, watched.act)) {
    const name = `${call.name}, ${what}`;
    expectRight({ ...call, name }, await bytesIn(await call.run(given, options)));
    expectClean(name);
  }
  expect(watched.calls, call.name).toBeGreaterThan(0);
  expect(watched.inTheMiddle, call.name).toBe(0);
}

it.each(rows)('every function of: %s gives the same with hostile inputs of %i and %i bytes', async (_, ...row) => {
  const [textLength, adLength, { functions, sync }] = row;
  for (const call of await byteCalls(functions, sync, textLength, adLength)) await expectSameResult(call, sync);
});

describe('a list that goes side by side', () => {
  it.each(modesOf(loaded.romulus, loaded.sync))('$aead.name gives the same', async ({ aead, twin }) => {
    const watched = reentry(loaded.sync);
    const requests = Array.from({ length: 33 }, (_, i) => ({
      ...{ key, nonce, associatedData: ad(3 * i) },
      plaintext: text(i === 5 ? 20_000 : 40 + i),
    }));
    const expected = twin.encryptMany(requests);
    const hostile = <Request extends object>(list: Request[]) =>
      acting(
        list.map((each) =>
          acting(
            withBytes(each, (bytes) => hostileArray(bytes, watched.act)),
            watched.act,
          ),
        ),
        watched.act,
      );
    const toDecrypt = requests.map((request, i) => ({ ...request, ciphertext: expected[i]! }));
    const plaintexts = requests.map(({ plaintext }) => plaintext);
    for (const form of [aead, twin]) {
      expectAllSame(await form.encryptMany(hostile(requests)), expected, 'encryptMany');
      expectAllSame(await form.decryptMany(hostile(toDecrypt)), plaintexts, 'decryptMany');
    }
    expect(watched.calls).toBeGreaterThan(0);
    expect(watched.inTheMiddle).toBe(0);
    expectClean('lists');
  });

  it.each([
    ['the package', loaded.romulus, loaded.sync],
    ['a pool', pool, ofThread],
  ] as const)('hashMany of %s gives the same', async (_, { hashMany }, sync) => {
    const watched = reentry(sync);
    const messages = [1_200_000, ...Array.from({ length: 33 }, (_, i) => 7 * i), 1_200_000].map(text);
    const list = acting(
      messages.map((message) => hostileArray(message, watched.act)),
      watched.act,
    );
    expectAllSame(await hashMany(list, hostileOptions(watched.act)), sync.hashMany(messages), 'hashMany');
    expect(watched.calls).toBeGreaterThan(0);
    expect(watched.inTheMiddle).toBe(0);
  });
});

it('functions of bytes alone read arrays as they are', () => {
  const watched = reentry(loaded.sync);
  const hostile = (length = 40) => hostileArray(text(length), watched.act);
  const plain = (bytes: Uint8Array): Uint8Array => Object.setPrototypeOf(bytes, Uint8Array.prototype);
  const { toHex, toBase64, timingSafeEqual, wipe } = loaded.romulus;
  expect([toHex(hostile()), toBase64(hostile())]).toEqual([toHex(text(40)), toBase64(text(40))]);
  expect([timingSafeEqual(hostile(), text(40)), timingSafeEqual(text(40), hostile())]).toEqual([true, true]);
  const request = { key, nonce, plaintext: text(40) };
  const { romulusN } = loaded.sync;
  const output = hostile(56);
  expect(romulusN.encrypt({ ...request, output })).toBe(output);
  expectSame(Uint8Array.prototype.slice.call(plain(output)), romulusN.encrypt(request));
  const keyFile = stream.formatKeyFile(hostile(16));
  expectSame(keyFile, stream.formatKeyFile(text(16)));
  expectSame(stream.parseKeyFile(hostileArray(keyFile, watched.act)), text(16));
  expect(stream.armor(hostile())).toBe(stream.armor(text(40)));
  const wiped = hostile();
  wipe(wiped);
  expectSame(plain(wiped), new Uint8Array(40));
  expect(watched.inTheMiddle).toBe(0);
});

it('the header and a range of an encrypted file are read as they are', async () => {
  const watched = reentry(loaded.sync);
  const file = await loaded.romulus.encryptBlob(new Blob([text(70_000)]), { key });
  const header = hostileArray(new Uint8Array(await file.slice(0, 64).arrayBuffer()), watched.act);
  expect(stream.readHeader(header)).toMatchObject({ mode: 'N' });
  const opened = await loaded.romulus.openEncrypted(file, { key });
  expectSame(await opened.read(10, 66_000, hostileOptions(watched.act)), text(66_000).slice(10));
  expect(watched.inTheMiddle).toBe(0);
});

it('a value that only looks like an array or a number is refused before the module works', async () => {
  const watched = reentry(loaded.sync);
  const converting = (value: unknown): never =>
    Object.fromEntries(
      [Symbol.toPrimitive, 'valueOf', 'toString'].map((name) => [
        name,
        () => {
          watched.act();
          return value;
        },
      ]),
    ) as never;
  const { romulusHkdf, hashMany, encryptBlob, romulusH } = loaded.romulus;
  const refused: (() => unknown)[] = [
    ...[acting(text(16), watched.act), converting(text(16))].flatMap((array) => [
      () => romulusH(array),
      () => hashMany([array]),
      ...(['key', 'nonce', 'plaintext', 'associatedData', 'output'] as const).map(
        (name) => () => loaded.romulus.romulusN.encrypt({ key, nonce, plaintext: text(0), [name]: array }),
      ),
    ]),
    () => romulusHkdf({ key, length: converting(16) }),
    () => encryptBlob(new Blob([]), { key, chunkLength: converting(4096) }),
    () => loaded.romulus.seal({ key, plaintext: text(1), mode: converting('M') }),
  ];
  for (const call of refused)
    expect(await rejection(call)).toMatchObject({ code: expect.stringMatching(/^ERR_ROMULUS_(TYPE|USAGE)$/) });
  expect(watched.inTheMiddle).toBe(0);
  expectClean('what was refused');
});
