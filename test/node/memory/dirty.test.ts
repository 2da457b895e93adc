/** All functions give the same result whatever lanes, state and window hold when a call starts. */
import { describe, it } from 'vitest';
import { callsOf, hashingOf } from '../../every-engine/lists/calls.js';
import { ad, expectAllSame, expectSame, key, text } from '../../fixtures/bytes.js';
import { messageCalls } from '../../fixtures/calls.js';
import { loadedPackage, watchedModes, workingRange } from '../../fixtures/instance.js';
import { casesOf, triedOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { referenceHash } from '../../reference/romulus.js';

const loaded = await loadedPackage();
const { romulus, sync } = loaded;
const modes = triedOf(await watchedModes(loaded));
const algorithms = [
  { callsOf: hashingOf(romulus, sync), instance: loaded, name: 'Romulus-H' },
  ...modes.map((mode) => ({ callsOf: callsOf(mode), instance: mode.instance, name: mode.aead.name })),
];

const dirts = {
  ones: (length: number) => new Uint8Array(length).fill(0xff),
  noise: text,
  'a pattern': (length: number) => new Uint8Array(length).fill(0x55),
};

describe.each(Object.entries(dirts))('over %s', (_, dirt) => {
  const soiling = ({ exports, memory }: Pick<typeof loaded, 'exports' | 'memory'>) => {
    const [start, end] = workingRange(exports);
    const bytes = dirt(end - start);
    return <Result>(call: () => Result): Result => {
      memory.set(bytes, start);
      return call();
    };
  };

  it.each(algorithms)('$name gives the same for lists', async ({ callsOf, instance }) => {
    const soiled = soiling(instance);
    for (const count of casesOf({ usual: [2, 9, 33], all: [1, 2, 8, 9, 33] })) {
      const shapes = Array.from({ length: count }, (_, i) => ({ text: (i * 37) % 100, ad: (i * 17) % 60 }));
      const longer = [
        { text: 20_000, ad: 3 },
        ...Array.from({ length: count }, (_, i) => ({ text: 2_040 + i, ad: 35 * i })),
      ];
      const forged = shapes.map((shape) => ({ ...shape, forged: true }));
      for (const { name, expected, byPromise, atOnce } of [shapes, longer, forged].flatMap(callsOf)) {
        expectAllSame(soiled(atOnce), expected, `${name} at once`);
        expectAllSame(await soiled(() => byPromise()), expected, `${name} by promise`);
      }
    }
  });

  it.each(modes)('$aead.name gives the same for one message', async ({ mode, aead, twin, instance }) => {
    const soiled = soiling(instance);
    for (const [textLength, adLength] of [
      [0, 0],
      [45, 50],
      [20_000, 17_000],
    ] as const) {
      const nonce = pattern('nonce', mode.nonceLength);
      const message = { key, nonce, plaintext: text(textLength), associatedData: ad(adLength) };
      for (const { name, given, call, expected } of messageCalls(twin, message))
        for (const form of [aead, twin]) expectAllSame(await soiled(() => call(form, given)), expected, name);
      if (textLength < 100) expectSame(twin.encrypt(message), mode.encrypt(message));
    }
  });

  it('Romulus-H gives the same', async () => {
    const soiled = soiling(loaded);
    for (const length of [0, 1, 31, 32, 33, 64, 16_384, 16_385, 50_000]) {
      const message = text(length);
      const expected = referenceHash(message);
      const digests = [soiled(() => sync.romulusH(message)), await soiled(() => romulus.romulusH(message))];
      const hasher = soiled(() => sync.createHasher());
      soiled(() => hasher.update(message.subarray(0, length / 3)));
      const clone = soiled(() => hasher.clone());
      for (const each of [hasher, clone]) {
        soiled(() => each.update(message.subarray(length / 3)));
        digests.push(soiled(() => each.digest()));
      }
      for (const digest of digests) expectSame(digest, expected, `${length} bytes`);
    }
  });
});
