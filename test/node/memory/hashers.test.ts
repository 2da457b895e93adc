/** Any number of hashers at a time: each costs its own state, and no linear memory. */
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
  // Browsers do not tell a page how much memory it uses.
  const residentBytes = () => (node ? process.memoryUsage().rss : 0);
  const before = residentBytes();
  const hashers = await Promise.all(
    Array.from({ length: count }, (_, i) => (i % 2 ? sync.createHasher() : romulus.createHasher())),
  );
  // A third of each message per round, so that every state waits while all others work.
  for (const third of [0, 1, 2])
    for (const [i, hasher] of hashers.entries()) {
      const [start, end] = [third, third + 1].map((thirds) => i + Math.floor((lengthOf(i) * thirds) / 3));
      hasher.update(bytes.subarray(start, end));
    }
  // About 80 bytes of state and the objects around them. A page of linear memory each would be 3 GB.
  expect((residentBytes() - before) / count).toBeLessThan(8_000);
  for (const [i, hasher] of hashers.entries()) {
    const message = bytes.subarray(i, i + lengthOf(i));
    const digest = hasher.digest();
    // The reference is slow: it checks a sample, and the one-call function checks all.
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
