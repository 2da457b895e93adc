/** A hasher's state: exported, it goes on elsewhere to the same digest, and holds nothing but what that takes. */
import { describe, expect, it } from 'vitest';
import { createHasher, load, romulusH } from '../../../ts/index.js';
import { expectSame, rejection, text, thrown } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';

const message = text(200);

describe('an exported state', () => {
  it('is the chain and the bytes that wait, and goes on to the digest, at every place', async () => {
    for (let at = 0; at <= 100; at++) {
      // By pieces, so that older bytes lie behind those that wait.
      const first = sync.createHasher();
      for (let i = 0; i < at; i += 7) first.update(message.subarray(i, Math.min(i + 7, at)));
      const state = first.export();
      expect(state.length).toBe(32 + (at % 32));
      expectSame(state.subarray(32), message.subarray(at - (at % 32), at));
      if (at < 32) expectSame(state.subarray(0, 32), new Uint8Array(32));
      for (const hasher of [await createHasher(state), sync.createHasher(state), first])
        expectSame(hasher.update(message.subarray(at)).digest(), sync.romulusH(message), `from ${at} bytes on`);
    }
  });

  it('is the same after any pieces, and the same again', async () => {
    const whole = sync.createHasher().update(message.subarray(0, 150)).export();
    const pieces = sync.createHasher();
    for (const byte of message.subarray(0, 150)) pieces.update(Uint8Array.of(byte));
    expectSame(pieces.export(), whole);
    expectSame((await createHasher(whole)).export(), whole);
  });

  it('is an array of its own, and is read at once', async () => {
    const hasher = sync.createHasher().update(message.subarray(0, 50));
    const state = hasher.export();
    const promised = createHasher(state);
    state.fill(0);
    expectSame((await promised).update(message.subarray(50)).digest(), await romulusH(message));
    expectSame(hasher.update(message.subarray(50)).digest(), await romulusH(message));
  });

  it('of another length or type is refused', async () => {
    const { createHasher: createSync } = await load();
    for (const [length, bound] of [
      [0, 'at least 32'],
      [31, 'at least 32'],
      [64, 'at most 63'],
      [80, 'at most 63'],
    ] as const) {
      const error = { code: 'ERR_ROMULUS_LENGTH', message: `state must be ${bound} bytes, received ${length}` };
      expect(await rejection(() => createHasher(text(length)))).toMatchObject(error);
      expect(thrown(() => createSync(text(length)))).toMatchObject(error);
    }
    for (const wrong of [null, 'text', 5, {}, new Uint16Array(32)] as never[])
      expect(await rejection(() => createHasher(wrong))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'state' });
  });

  it('cannot be had of a hasher that has ended', () => {
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
