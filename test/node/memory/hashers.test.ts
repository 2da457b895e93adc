/** Any number of hashers at a time: each costs its state, and the linear memory nothing. */
import { expect, it } from 'vitest';
import { expectSame, same, text } from '../../fixtures/bytes.js';
import { loadedPackage } from '../../fixtures/instance.js';
import { node } from '../../fixtures/runtime.js';
import { referenceHash } from '../../reference/romulus.js';

const { romulus, sync, exports, memory, image } = await loadedPackage();

it('50 000 hashers live side by side', async () => {
  const count = 50_000;
  const bytes = text(count + 100);
  const lengthOf = (i: number) => (i * 7) % 90;
  // Browsers do not tell a page how much memory it takes.
  const residentBytes = () => (node ? process.memoryUsage().rss : 0);
  const before = residentBytes();
  const hashers = await Promise.all(
    Array.from({ length: count }, (_, i) => (i % 2 ? sync.createHasher() : romulus.createHasher())),
  );
  // In turns, a third of the message each time, so that every state waits while all others are worked on.
  for (const third of [0, 1, 2])
    for (const [i, hasher] of hashers.entries()) {
      const [start, end] = [third, third + 1].map((thirds) => i + Math.floor((lengthOf(i) * thirds) / 3));
      hasher.update(bytes.subarray(start, end));
    }
  // About 80 bytes of state and the objects around them: far from a page of linear memory each, 3 GB in all.
  expect((residentBytes() - before) / count).toBeLessThan(8_000);
  for (const [i, hasher] of hashers.entries()) {
    const message = bytes.subarray(i, i + lengthOf(i));
    const digest = hasher.digest();
    // The reference takes its time: a sample of it, and the one-call path for all.
    if (i % 97 === 0) expectSame(digest, referenceHash(message), `hasher ${i}`);
    expectSame(digest, sync.romulusH(message), `hasher ${i}`);
  }
  expect(same(memory, image)).toBe(true);
  expect(exports.memory.buffer.byteLength).toBe(image.length);
});

it('hashers that are dropped need no call', () => {
  for (let i = 0; i < 20_000; i++) sync.createHasher().update(text(10));
  expect(same(memory, image)).toBe(true);
  expect(exports.memory.buffer.byteLength).toBe(image.length);
});
