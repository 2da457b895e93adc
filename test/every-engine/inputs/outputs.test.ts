/** Results: plain Uint8Arrays, each over a buffer of its own that is no longer than itself. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { ad, expectOwn, key, nonce, text } from '../../fixtures/bytes.js';
import { messageCalls } from '../../fixtures/calls.js';
import { modes, modesOf, sync } from '../../fixtures/modes.js';
import { Foreign, node } from '../../fixtures/runtime.js';
import { poolOf } from '../pool/workers.js';

const { createHasher, generateKey, generateNonce, hashStream, seal } = romulus;

const pool = await poolOf(1);
const pooled = modesOf(pool, sync);

/** In one call of the engine, and by pieces. */
const lengths = [0, 1, 16, 100, 16_000, 16_384, 16_385, 100_000];

describe.each<{ of: string; make: (bytes: Uint8Array) => Uint8Array }>([
  { of: 'Uint8Arrays', make: (bytes) => bytes.slice() },
  ...(node ? [{ of: 'Buffers', make: (bytes: Uint8Array) => Buffer.from(bytes) }] : []),
  { of: 'arrays of another realm', make: (bytes) => new Foreign(bytes) },
])('of $of', ({ make }) => {
  describe.each(lengths)('%i bytes', (length) => {
    const [message, inputKey, associatedData] = [make(text(length)), make(key), make(ad(20))];
    const inputs = [message, inputKey, associatedData];

    it.each(modes.map((each, i) => ({ ...each, inPool: pooled[i]!.aead })))('Romulus-$mode', async (tested) => {
      const { mode, aead, twin, inPool } = tested;
      const calls = messageCalls(twin, { key, nonce, plaintext: text(length), associatedData: ad(20) });
      const lengths = calls.flatMap(({ expected }) => expected.map((bytes) => bytes.length));
      for (const form of [aead, twin, inPool]) {
        const given = calls.map((call) =>
          Object.fromEntries(Object.entries(call.given).map(([name, bytes]) => [name, make(bytes)])),
        );
        const results = await Promise.all(calls.map(({ call }, i) => call(form, given[i]!)));
        expectOwn(results.flat(), lengths, given.flatMap(Object.values));
      }
      for (const form of [romulus, sync, pool]) {
        const sealed = await form.seal({ key: inputKey, plaintext: message, mode, associatedData });
        expectOwn([sealed], [length + 32], inputs);
        const given = make(sealed);
        expectOwn(
          [await form.unseal({ key: inputKey, sealed: given, mode, associatedData })],
          [length],
          [...inputs, given],
        );
      }
    });

    it('Romulus-H', async () => {
      async function* chunk() {
        yield message;
      }
      const digests = [(await createHasher()).update(message).digest(), await hashStream(chunk())];
      for (const form of [romulus, sync, pool])
        digests.push(await form.romulusH(message), ...(await form.hashMany([message, message])));
      expectOwn(digests, new Array(11).fill(32), inputs);
    });
  });
});

it('random keys and nonces too, and no two are the same', () => {
  const random = Array.from({ length: 200 }, (_, i) => (i % 2 ? generateKey() : generateNonce()));
  expectOwn(random, new Array(200).fill(16), []);
  expect(new Set(random.map(String)).size).toBe(200);
});

it('seals under another nonce each time', async () => {
  const sealed = await Promise.all(Array.from({ length: 200 }, () => seal({ key, plaintext: text(3) })));
  expect(new Set(sealed.map((bytes) => String(bytes.subarray(0, 16)))).size).toBe(200);
});
