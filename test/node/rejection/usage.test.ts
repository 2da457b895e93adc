/** Calls that an object or a function does not take. */
import { describe, expect, it } from 'vitest';
import { createHasher, type Hasher, load, seal, UsageError, unseal } from '../../../ts/index.js';
import { key, rejection, text, thrown } from '../../fixtures/bytes.js';

const sync = await load();

describe.each<{ how: string; end: (hasher: Hasher) => void }>([
  { how: 'digest()', end: (hasher) => void hasher.digest() },
  { how: 'dispose()', end: (hasher) => hasher.dispose() },
])('a hasher after $how', ({ end }) => {
  it.each<{ name: string; call: (hasher: Hasher) => unknown }>([
    { name: 'update()', call: (hasher) => hasher.update(text(5)) },
    { name: 'update() of nothing', call: (hasher) => hasher.update(text(0)) },
    { name: 'digest()', call: (hasher) => hasher.digest() },
    { name: 'clone()', call: (hasher) => hasher.clone() },
  ])('refuses $name', async ({ call }) => {
    for (const hasher of [sync.createHasher(), await createHasher()]) {
      hasher.update(text(40));
      end(hasher);
      const error = thrown(() => call(hasher));
      expect(error).toBeInstanceOf(UsageError);
      expect(error).toMatchObject({ name: 'UsageError', code: 'ERR_ROMULUS_USAGE' });
      expect(error.message).toMatch(/ended/);
    }
  });

  it('takes dispose() any number of times', () => {
    const hasher = sync.createHasher().update(text(40));
    end(hasher);
    hasher.dispose();
    hasher.dispose();
  });

  it('leaves its clones be', () => {
    const hasher = sync.createHasher().update(text(40));
    const clone = hasher.clone();
    end(hasher);
    expect(clone.digest()).toEqual(sync.romulusH(text(40)));
  });
});

describe('a hasher', () => {
  it('says so when a method is called without it', () => {
    const { update, digest, clone, dispose } = sync.createHasher();
    for (const method of [update, digest, clone, dispose])
      for (const hasher of [undefined, {}, 'hasher'])
        expect(thrown(() => method.call(hasher as never, text(5)))).toMatchObject({
          code: 'ERR_ROMULUS_USAGE',
          message: 'a method was called without its hasher: write hasher.update(part), or bind it',
        });
  });

  it('goes on after an update that it refused', () => {
    const hasher = sync.createHasher().update(text(40).subarray(0, 21));
    thrown(() => hasher.update('text' as never));
    expect(hasher.update(text(40).subarray(21)).digest()).toEqual(sync.romulusH(text(40)));
  });
});

describe('an unknown mode', () => {
  it.each(['n', 'H', '', 'Romulus-N', 'toString', '__proto__', null, 0, {}, ['N', 'M']])(
    'is refused: %j',
    async (mode) => {
      const options = { mode: mode as never };
      const sealed = sync.seal({ key, plaintext: text(5) });
      const errors = [
        await rejection(() => seal({ key, plaintext: text(5), ...options })),
        await rejection(() => unseal({ key, sealed, ...options })),
        thrown(() => sync.seal({ key, plaintext: text(5), ...options })),
        thrown(() => sync.unseal({ key, sealed, ...options })),
      ];
      for (const error of errors) {
        expect(error).toBeInstanceOf(UsageError);
        expect(error).toMatchObject({
          code: 'ERR_ROMULUS_USAGE',
          message: "mode must be 'N', 'M' or 'T', or a mode such as romulusM",
        });
      }
    },
  );
});
