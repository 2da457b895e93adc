/** Hashers: cuts, clones and states change no digest, an end ends them, and any number of them costs no linear memory. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHasher, type Hasher, UsageError } from '../../../ts/index.js';
import { concatenate, expectSame, rejection, same, text, thrown } from '../../fixtures/bytes.js';
import { loadedPackage } from '../../fixtures/instance.js';

const { romulus, sync, exports, memory, image } = await loadedPackage();

/** Lengths of parts of the fixed text, many at the edges of a block and of the window. */
const partLengths = fc.array(
  fc.oneof(
    fc.constantFrom(0, 1, 31, 32, 33, 63, 64, 65, 16_383, 16_384, 16_385, 32_768),
    fc.integer({ min: 0, max: 20_000 }),
  ),
  { maxLength: 5 },
);

it('a hasher and its clone give the digest of one call each, wherever their messages are cut', () => {
  const property = fc.property(
    partLengths,
    fc.array(partLengths, { maxLength: 3 }),
    partLengths,
    (before, after, last) => {
      const hasher = sync.createHasher();
      for (const length of before) hasher.update(text(length));
      const clone = hasher.clone();
      const [ownParts, clonesParts] = [before.slice(), before.slice()];
      // Alternately: neither may depend on what the other left.
      for (const [i, lengths] of [...after, last].entries())
        for (const length of lengths) {
          (i % 2 === 0 ? hasher : clone).update(text(length));
          (i % 2 === 0 ? ownParts : clonesParts).push(length);
        }
      expectSame(hasher.digest(), sync.romulusH(concatenate(...ownParts.map(text))));
      expectSame(clone.digest(), sync.romulusH(concatenate(...clonesParts.map(text))));
    },
  );
  fc.assert(property, { numRuns: 100 });
});

describe('an exported state', () => {
  const whole = text(200);
  const digest = sync.romulusH(whole);

  it('is the chain and the bytes that wait, whatever the pieces were, and goes on to the digest', async () => {
    for (let at = 0; at <= 100; at++) {
      // Hashes in pieces, so that older bytes lie behind the waiting ones.
      const first = sync.createHasher();
      for (let i = 0; i < at; i += 7) first.update(whole.subarray(i, Math.min(i + 7, at)));
      const state = first.export();
      expect(state.length).toBe(32 + (at % 32));
      expectSame(state.subarray(32), whole.subarray(at - (at % 32), at));
      if (at < 32) expectSame(state.subarray(0, 32), new Uint8Array(32));
      expectSame(sync.createHasher().update(whole.subarray(0, at)).export(), state, 'of one piece');
      expectSame((await createHasher(state)).export(), state, 'of a hasher that goes on');
      // The array is the caller's own.
      first.export().fill(0xa5);
      for (const hasher of [await createHasher(state), sync.createHasher(state), first])
        expectSame(hasher.update(whole.subarray(at)).digest(), digest, `from ${at} bytes on`);
    }
  });

  it.each([64, 80])('of %i bytes is refused', async (received) => {
    const error = { code: 'ERR_ROMULUS_LENGTH', argument: 'state', expected: 63, received };
    expect(await rejection(() => createHasher(text(received)))).toMatchObject(error);
    expect(thrown(() => sync.createHasher(text(received)))).toMatchObject(error);
  });
});

const ends: Record<string, (hasher: Hasher) => void> = {
  'digest()': (hasher) => void hasher.digest(),
  'dispose()': (hasher) => hasher.dispose(),
  ...(Symbol.dispose && { 'the end of its block': (hasher) => hasher[Symbol.dispose]() }),
};

it.each(Object.entries(ends))(
  'a hasher after %s refuses everything but dispose(), and its clone goes on',
  async (_, end) => {
    for (const create of [() => sync.createHasher(), createHasher]) {
      const hasher = (await create()).update(text(40));
      const clone = hasher.clone();
      end(hasher);
      const updates = [5, 0].map((length) => () => hasher.update(text(length)));
      for (const call of [...updates, () => hasher.digest(), () => hasher.clone(), () => hasher.export()]) {
        expect(thrown(call)).toBeInstanceOf(create === createHasher ? UsageError : romulus.UsageError);
        expect(thrown(call)).toMatchObject({ code: 'ERR_ROMULUS_USAGE', message: 'this hasher has ended' });
      }
      hasher.dispose();
      expect(clone.digest()).toEqual(sync.romulusH(text(40)));
    }
  },
);

it('the linear memory stays as it is while 3000 hashers live side by side', () => {
  // In two rounds, so that every state waits while all others work.
  const hashers = Array.from({ length: 3000 }, () => sync.createHasher());
  for (const _ of [1, 2]) for (const [i, hasher] of hashers.entries()) hasher.update(text(i % 45));
  for (const [i, hasher] of hashers.entries())
    expectSame(hasher.digest(), sync.romulusH(concatenate(text(i % 45), text(i % 45))), `hasher ${i}`);
  expect(same(memory, image)).toBe(true);
  expect(exports.memory.buffer.byteLength).toBe(image.length);
});
