/** Calls of the package from inside a call: where it reads lists, outputs and wrong values, and in the middle of its work. The matrix tries the other inputs. */

import { expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import type { ByteCall } from '../../fixtures/byte-call.js';
import {
  ad,
  bytesIn,
  expectAllSame,
  expectSame,
  key,
  nonce,
  rejection,
  text,
  throwing,
  thrown,
} from '../../fixtures/bytes.js';
import { byteCalls, withBytes } from '../../fixtures/calls.js';
import { afterEachCall, cleanCheck, loadedPackage } from '../../fixtures/instance.js';
import { acting, hostileArray, hostileOptions, reentry } from '../matrix/hostile-inputs.js';
import { poolOf } from '../pool/workers.js';

const loaded = await loadedPackage();
const ofThread = await romulus.load();
const pool = await poolOf(2);
const expectClean = cleanCheck(loaded);

it.each([
  ['the package', loaded.romulus, loaded.sync],
  ['the sync object', loaded.sync, loaded.sync],
  ['a pool', pool, ofThread],
] as const)('lists that go side by side in %s give the same', async (_, { hashMany, romulusM }, sync) => {
  const watched = reentry(sync);
  const { act } = watched;
  const hostile = (bytes: Uint8Array) => hostileArray(bytes, act);
  const options = (hashMany as unknown) === sync.hashMany ? undefined : hostileOptions(act);
  const requests = Array.from({ length: 33 }, (_, i) => ({
    ...{ key, nonce, associatedData: ad(3 * i) },
    plaintext: text(i === 5 ? 1_200_000 : 40 + i),
  }));
  const messages = requests.map(({ plaintext }) => plaintext);
  const ciphertexts = sync.romulusM.encryptMany(requests);
  const list = <Request extends object>(requests: Request[]) =>
    acting(
      requests.map((each) => acting(withBytes(each, hostile), act)),
      act,
    );
  const toDecrypt = requests.map(({ plaintext: _, ...each }, i) => ({ ...each, ciphertext: ciphertexts[i]! }));
  expectAllSame(await romulusM.encryptMany(list(requests), options), ciphertexts, 'encryptMany');
  expectAllSame(await romulusM.decryptMany(list(toDecrypt), options), messages, 'decryptMany');
  expectAllSame(await hashMany(acting(messages.map(hostile), act), options), sync.hashMany(messages), 'hashMany');
  expect(watched.calls).toBeGreaterThan(0);
  expect(watched.inTheMiddle).toBe(0);
  expectClean('lists');
});

it('an output and what is wiped are written as they are', () => {
  const watched = reentry(loaded.sync);
  const hostile = (length = 40) => hostileArray(text(length), watched.act);
  const plain = (bytes: Uint8Array): Uint8Array => Object.setPrototypeOf(bytes, Uint8Array.prototype);
  const request = { key, nonce, plaintext: text(40) };
  const { romulusN } = loaded.sync;
  const output = hostile(56);
  expect(romulusN.encrypt({ ...request, output })).toBe(output);
  expectSame(Uint8Array.prototype.slice.call(plain(output)), romulusN.encrypt(request));
  const wiped = hostile();
  loaded.romulus.wipe(wiped);
  expectSame(plain(wiped), new Uint8Array(40));
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

let act: (() => void) | undefined;
// Each function of the module also calls `act`. Otherwise no caller's code runs at these places.
const { romulus: promises, ...instance } = await loadedPackage((exports) => afterEachCall(exports, () => act?.()));
const { sync } = instance;
const expectAsBefore = cleanCheck(instance);

/** Runs a call, and `then` at each place in the middle of it. */
async function during(call: () => unknown, then: () => void): Promise<unknown> {
  let acts = false;
  act = () => {
    if (acts) return;
    acts = true;
    then();
    acts = false;
  };
  try {
    return await call();
  } finally {
    act = undefined;
  }
}

const refused = { code: 'ERR_ROMULUS_USAGE', message: 'this call came in the middle of another' };

/** The calls that reach the module before they return. */
async function callsOf(form: typeof promises | typeof sync, length: number): Promise<ByteCall[]> {
  const each = await byteCalls(form, sync, length, 32);
  return each.filter(({ of, input }) => ['mode', 'hash', 'keyed hash'].includes(of) && input !== 'chunks');
}
/** A call is refused before it looks at its length, so the short ones come in the middle of all others. */
const [ofSync, ofPromises] = [await callsOf(sync, 64), await callsOf(promises, 64)];
const longOfSync = await callsOf(sync, 20_000);
const hasher = sync.createHasher().update(text(30));
const ofHashers = [() => sync.createHasher(), () => hasher.update(text(3)), () => hasher.digest()];

const list = new Array(9).fill({ key, nonce: key, plaintext: text(20_000), associatedData: text(32) });
const outer: Pick<ByteCall, 'name' | 'given' | 'run' | 'open'>[] = [
  ...[...ofSync, ...longOfSync].map((call) => ({ ...call, name: `${call.name} at once` })),
  ...[...ofPromises, ...(await callsOf(promises, 20_000))].map((call) => ({
    ...call,
    name: `${call.name} by promise`,
  })),
  { name: 'a list by promise', given: {}, run: () => promises.romulusN.encryptMany(list) },
];

it.each(outer)('in the middle of $name, other calls throw before they touch the memory', async ({ name, ...call }) => {
  const results = async (given: unknown) =>
    (call.open ? [await given].flat().map(call.open as never) : bytesIn(await given)) as Promise<Uint8Array[]>;
  const expected = await results(call.run(call.given));
  const rejections: Promise<unknown>[] = [];
  let times = 0;
  const result = await during(
    () => call.run(call.given),
    () => {
      times++;
      for (const again of ofHashers) expect(thrown(again)).toMatchObject(refused);
      for (const { name, run, given } of [...ofSync, ...ofPromises])
        rejections.push(rejection(async () => run(given)).then((error) => expect(error, name).toMatchObject(refused)));
    },
  );
  await Promise.all(rejections);
  expect(times).toBeGreaterThan(0);
  expectAllSame(await results(result), expected, name);
  expectAsBefore(name);
  // The refused hasher has lost nothing.
  expectSame(hasher.clone().update(text(3)).digest(), sync.romulusH(Uint8Array.of(...text(30), ...text(3))));
});

it.each([...ofSync, ...longOfSync])(
  '$name refuses nothing any more once it has failed in the middle',
  async ({ name, given, run }) => {
    const error = new Error('in the middle');
    const failing = () => during(() => run(given), throwing(error));
    expect(await rejection(failing)).toBe(error);
    expectAsBefore(name);
    const { expected, ...next } = ofSync[0]!;
    expectAllSame(await bytesIn(await next.run(next.given)), expected, 'the next call');
  },
);
