/** Calls that an object or a function does not accept. */
import { describe, expect, it } from 'vitest';
import { createHasher, type Hasher, load, romulusHkdf, seal, UsageError, unseal } from '../../../ts/index.js';
import { key, rejection, text, thrown } from '../../fixtures/bytes.js';

const sync = await load();

const ends: Record<string, (hasher: Hasher) => void> = {
  'digest()': (hasher) => void hasher.digest(),
  'dispose()': (hasher) => hasher.dispose(),
};

describe.each(Object.entries(ends))('a hasher after %s', (_, end) => {
  it('refuses everything else', async () => {
    for (const create of [() => sync.createHasher(), createHasher])
      for (const call of [
        (hasher: Hasher) => hasher.update(text(5)),
        (hasher: Hasher) => hasher.update(text(0)),
        (hasher: Hasher) => hasher.digest(),
        (hasher: Hasher) => hasher.clone(),
      ]) {
        const hasher = await create();
        end(hasher.update(text(40)));
        const error = thrown(() => call(hasher));
        expect(error).toBeInstanceOf(UsageError);
        expect(error).toMatchObject({ code: 'ERR_ROMULUS_USAGE', message: expect.stringMatching(/ended/) });
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

it.each(['n', 'H', '', 'Romulus-N', 'toString', '__proto__', null, 0, {}, ['N', 'M']])(
  'an unknown mode is refused: %j',
  async (mode) => {
    const toSeal = { key, plaintext: text(5), mode: mode as never };
    const toUnseal = { key, sealed: sync.seal({ key, plaintext: text(5) }), mode: mode as never };
    for (const form of [{ seal, unseal }, sync])
      for (const call of [() => form.seal(toSeal), () => form.unseal(toUnseal)]) {
        const error = await rejection(async () => call());
        expect(error).toBeInstanceOf(UsageError);
        expect(error.message).toBe("mode must be 'N', 'M' or 'T', or a mode such as romulusM");
      }
  },
);

it.each([-1, 0.5, 8161, Number.NaN, '5', undefined, null])('%s is no length of a derived key', async (length) => {
  const error = { code: 'ERR_ROMULUS_USAGE', message: 'length must be a whole number from 0 to 8160' };
  expect(await rejection(() => romulusHkdf({ key, length: length as never }))).toMatchObject(error);
});
