/** A call in the middle of another: it is refused before it touches the memory, and the other call goes on. */
import { expect, it } from 'vitest';
import type { ByteCall } from '../../fixtures/byte-call.js';
import { bytesIn, expectAllSame, expectSame, key, rejection, text, throwing, thrown } from '../../fixtures/bytes.js';
import { byteCalls } from '../../fixtures/calls.js';
import { afterEachCall, cleanCheck, loadedPackage } from '../../fixtures/instance.js';

let act: (() => void) | undefined;
// Each function of the module also calls `act`. Otherwise no caller's code runs at these places.
const { romulus: promises, ...instance } = await loadedPackage((exports) => afterEachCall(exports, () => act?.()));
const { sync } = instance;
const expectClean = cleanCheck(instance);

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
async function callsOf(form: typeof promises | typeof sync): Promise<ByteCall[]> {
  const each = [await byteCalls(form, sync, 64, 32), await byteCalls(form, sync, 20_000, 0)];
  return each.flat().filter(({ of, input }) => ['mode', 'hash', 'keyed hash'].includes(of) && input !== 'chunks');
}
const [ofSync, ofPromises] = [await callsOf(sync), await callsOf(promises)];
const hasher = sync.createHasher().update(text(30));
const ofHashers = [() => sync.createHasher(), () => hasher.update(text(3)), () => hasher.digest()];

const list = new Array(9).fill({ key, nonce: key, plaintext: text(20_000), associatedData: text(32) });
const outer: Pick<ByteCall, 'name' | 'given' | 'run' | 'open'>[] = [
  ...ofSync.map((call) => ({ ...call, name: `${call.name} at once` })),
  ...ofPromises.map((call) => ({ ...call, name: `${call.name} by promise` })),
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
  expectClean(name);
  // The refused hasher has lost nothing.
  expectSame(hasher.clone().update(text(3)).digest(), sync.romulusH(Uint8Array.of(...text(30), ...text(3))));
});

it.each(ofSync)('$name refuses nothing any more once it has failed in the middle', async ({ name, given, run }) => {
  const error = new Error('in the middle');
  const failing = () => during(() => run(given), throwing(error));
  expect(await rejection(failing)).toBe(error);
  expectClean(name);
  const { expected, ...next } = ofSync[0]!;
  expectAllSame(await bytesIn(await next.run(next.given)), expected, 'the next call');
});
