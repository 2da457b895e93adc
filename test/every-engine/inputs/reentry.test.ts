/** Lists, outputs and wrong values that call the package again while it reads them: the matrix tries the other inputs. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { ad, expectAllSame, expectSame, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { withBytes } from '../../fixtures/calls.js';
import { acting, hostileArray, hostileOptions, reentry } from '../../fixtures/hostile.js';
import { cleanCheck, loadedPackage } from '../../fixtures/instance.js';
import { modesOf } from '../../fixtures/modes.js';
import { poolOf } from '../pool/workers.js';

const loaded = await loadedPackage();
const ofThread = await romulus.load();
const pool = await poolOf(2);
const expectClean = cleanCheck(loaded);

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

it('the options of a range of an encrypted file are read before the module works', async () => {
  const watched = reentry(loaded.sync);
  const file = await loaded.romulus.encryptBlob(new Blob([text(70_000)]), { key });
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
