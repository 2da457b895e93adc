/** A hasher's exported state: another hasher continues it to the same digest, and it holds nothing else. */
import { describe, expect, it } from 'vitest';
import { createHasher } from '../../../ts/index.js';
import { expectSame, rejection, text, thrown } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';

const message = text(200);
const digest = sync.romulusH(message);

describe('an exported state', () => {
  it('is the chain and the bytes that wait, whatever the pieces were, and goes on to the digest', async () => {
    for (let at = 0; at <= 100; at++) {
      // Hashes in pieces, so that older bytes lie behind the waiting ones.
      const first = sync.createHasher();
      for (let i = 0; i < at; i += 7) first.update(message.subarray(i, Math.min(i + 7, at)));
      const state = first.export();
      expect(state.length).toBe(32 + (at % 32));
      expectSame(state.subarray(32), message.subarray(at - (at % 32), at));
      if (at < 32) expectSame(state.subarray(0, 32), new Uint8Array(32));
      expectSame(sync.createHasher().update(message.subarray(0, at)).export(), state, 'of one piece');
      expectSame((await createHasher(state)).export(), state, 'of a hasher that goes on');
      for (const hasher of [await createHasher(state), sync.createHasher(state), first])
        expectSame(hasher.update(message.subarray(at)).digest(), digest, `from ${at} bytes on`);
    }
  });

  it('is an array of its own', () => {
    const hasher = sync.createHasher().update(message.subarray(0, 50));
    hasher.export().fill(0);
    expectSame(hasher.update(message.subarray(50)).digest(), digest);
  });

  it.each([
    [64, 63],
    [80, 63],
  ])('of %i bytes is refused', async (received, expected) => {
    const error = { code: 'ERR_ROMULUS_LENGTH', argument: 'state', expected, received };
    expect(await rejection(() => createHasher(text(received)))).toMatchObject(error);
    expect(thrown(() => sync.createHasher(text(received)))).toMatchObject(error);
  });

  it('cannot come from a hasher that has ended', () => {
    const hasher = sync.createHasher();
    hasher.digest();
    expect(thrown(() => hasher.export())).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
  });
});

it.skipIf(!Symbol.dispose)('a hasher is disposed of at the end of its block', () => {
  const hasher = sync.createHasher();
  hasher[Symbol.dispose]();
  expect(thrown(() => hasher.update(text(1)))).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
});
