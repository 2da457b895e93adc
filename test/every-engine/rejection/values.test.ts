/** Values that are no list, no mode or no length, and lists with a wrong item: refused before any work. */
import { describe, expect, inject, it } from 'vitest';
import type { Aead } from '../../../ts/index.js';
import { ArgumentError, hashMany, romulusHkdf, romulusN, seal, UsageError, unseal, wipe } from '../../../ts/index.js';
import { expectSame, expectTypeError, key, nonce, rejection, same, text, thrown } from '../../fixtures/bytes.js';
import { afterEachCall, loadedPackage } from '../../fixtures/instance.js';
import { sync } from '../../fixtures/modes.js';
import { loadModes, triedOf } from '../../fixtures/suites.js';
import { poolOf } from '../pool/workers.js';

/** romulus-wasm/js has none. */
const pool = inject('isJavaScript') ? undefined : await poolOf(1);
const modes = triedOf(await loadModes());
const plaintext = text(100);

describe('a value that is no list', () => {
  const inPool = (aead: Aead) => (pool ? [pool.aead(aead)] : []);
  const lists = [
    ...modes.flatMap(({ aead, twin }) =>
      (['encryptMany', 'decryptMany'] as const).flatMap((name) =>
        [aead, ...inPool(aead)].map((form) => [`${aead.name}.${name}`, 'requests', form[name], twin[name]]),
      ),
    ),
    ...[{ hashMany }, ...(pool ? [pool] : [])].map((form) => ['hashMany', 'messages', form.hashMany, sync.hashMany]),
  ] as [name: string, argument: string, promise: (list: unknown) => unknown, twin: (list: unknown) => unknown][];
  const wrong: [value: unknown, received: string][] = [
    [null, 'null'],
    ['requests', 'string'],
    [3, 'number'],
    [{ length: 1, 0: {} }, 'an object'],
    [new Set(), 'Set'],
    [new Uint8Array(4), 'Uint8Array'],
  ];

  it.each(lists)('is refused by %s', async (_, argument, promise, twin) => {
    for (const [value, received] of [...wrong, [undefined, 'undefined'] as const])
      for (const error of [await rejection(() => promise(value)), thrown(() => twin(value))])
        expectTypeError(error, argument, 'an array', received);
  });

  it.each(lists)('may be empty for %s, and has no holes', async (_, argument, promise, twin) => {
    expect([await promise([]), twin([])]).toEqual([[], []]);
    const list = new Array(2);
    for (const error of [await rejection(() => promise(list)), thrown(() => twin(list))])
      expect(error).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: `${argument}[0]` });
  });
});

describe('an error in one of many', () => {
  it('names the first that is wrong', async () => {
    const good = { key, nonce, plaintext };
    const requests = [good, good, { ...good, nonce: text(12) }, { ...good, key: text(3) }];
    const error = await rejection(() => romulusN.encryptMany(requests));
    expect(error).toMatchObject({ argument: 'requests[2].nonce', expected: 16, received: 12 });
  });

  it('is found before any work is done, and before anything is laid into the module', async () => {
    let calls = 0;
    const counted = await loadedPackage((exports) => afterEachCall(exports, () => calls++));
    const good = { key, nonce, plaintext, ciphertext: text(40) };
    const many = [...new Array<typeof good>(50).fill(good), { ...good, key: text(17) }];
    calls = 0;
    for (const form of [counted.romulus, counted.sync]) {
      for (const aead of [form.romulusN, form.romulusM, form.romulusT])
        for (const call of [() => aead.encryptMany(many), () => aead.decryptMany(many)])
          await rejection(async () => call());
      await rejection(async () => form.hashMany([plaintext, 'text' as never]));
    }
    thrown(() => counted.sync.romulusN.encrypt({ ...good, associatedData: null as never }));
    const gone = text(40);
    structuredClone(gone, { transfer: [gone.buffer] });
    for (const part of ['plaintext', 'associatedData'])
      await rejection(() => counted.romulus.romulusN.encrypt({ key, nonce, plaintext, [part]: gone }));
    expect(calls).toBe(0);
    expect(same(counted.memory, counted.image)).toBe(true);
    counted.sync.romulusH(plaintext);
    expect(calls).toBeGreaterThan(0);
  });
});

it.each(['n', 'H', '', 'Romulus-N', 'toString', '__proto__', null, 0, {}, ['N', 'M'], { ...romulusN }])(
  'an unknown mode is refused: %j',
  async (mode) => {
    const toSeal = { key, plaintext: text(5), mode: mode as never };
    const toUnseal = { key, sealed: sync.seal({ key, plaintext: text(5) }), mode: mode as never };
    for (const form of [{ seal, unseal }, sync, ...(pool ? [pool] : [])])
      for (const call of [() => form.seal(toSeal), () => form.unseal(toUnseal)]) {
        const error = await rejection(async () => call());
        expect(error).toBeInstanceOf(UsageError);
        expect(error.message).toBe("mode must be 'N', 'M', 'T' or a mode such as romulusM");
      }
    if (pool) expect(thrown(() => pool.aead(mode as never))).toBeInstanceOf(UsageError);
  },
);

it('values of a request that no loop over its names shows are read', () => {
  const output = new Uint8Array(plaintext.length + 16);
  const values = { key, nonce, plaintext, associatedData: text(5) };
  const request = Object.create(Object.prototype, Object.getOwnPropertyDescriptors({ ...values, output }));
  for (const name of ['associatedData', 'output', 'key']) {
    Object.defineProperty(request, name, { enumerable: false });
    output.fill(0);
    expect(sync.romulusN.encrypt(request)).toBe(output);
    expectSame(output, sync.romulusN.encrypt(values));
  }
});

it.each([-1, 0.5, 8161, Number.NaN, '5', undefined, null])('%s is no length of a derived key', async (length) => {
  const error = { code: 'ERR_ROMULUS_USAGE', message: 'length must be a whole number from 0 to 8160' };
  expect(await rejection(() => romulusHkdf({ key, length: length as never }))).toMatchObject(error);
});

it('wipe overwrites nothing if one argument is wrong', () => {
  const bytes = text(9);
  expect(thrown(() => wipe(bytes, [1] as never))).toBeInstanceOf(ArgumentError);
  expect(bytes).toEqual(text(9));
});
