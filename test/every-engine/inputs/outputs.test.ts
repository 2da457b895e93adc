/** Results: plain Uint8Arrays, each over a buffer of its own that is no longer than itself. */
import { describe, expect, it } from 'vitest';
import {
  createHasher,
  generateKey,
  generateNonce,
  hashMany,
  hashStream,
  load,
  romulusH,
  romulusM,
  romulusN,
  romulusT,
  seal,
  unseal,
} from '../../../ts/index.js';
import { ad, expectOwn, key, nonce, text } from '../../fixtures/bytes.js';
import { modesOf } from '../../fixtures/modes.js';
import { Foreign, node } from '../../fixtures/runtime.js';

const sync = await load();

const modes = modesOf({ romulusN, romulusM, romulusT }, sync);

/** In one call of the engine, and by pieces. */
const lengths = [0, 1, 16, 100, 16_000, 16_384, 16_385, 100_000];

describe.each<{ of: string; make: (bytes: Uint8Array) => Uint8Array }>([
  { of: 'Uint8Arrays', make: (bytes) => bytes.slice() },
  ...(node ? [{ of: 'Buffers', make: (bytes: Uint8Array) => Buffer.from(bytes) }] : []),
  { of: 'arrays of another realm', make: (bytes) => new Foreign(bytes) },
])('of $of', ({ make }) => {
  describe.each(lengths)('%i bytes', (length) => {
    const message = make(text(length));
    const inputKey = make(key);
    const inputNonce = make(nonce);
    const associatedData = make(ad(20));
    const inputs = [message, inputKey, inputNonce, associatedData];

    it.each(modes)('Romulus-$mode', async ({ mode, aead, twin }) => {
      const common = { key: inputKey, nonce: inputNonce, associatedData };
      const toEncrypt = { ...common, plaintext: message };
      for (const form of [aead, twin]) {
        const ciphertext = await form.encrypt(toEncrypt);
        const apart = await form.encryptDetached(toEncrypt);
        const many = await form.encryptMany([toEncrypt, toEncrypt, toEncrypt]);
        const results = [ciphertext, apart.ciphertext, apart.tag, ...many];
        expectOwn(results, [length + 16, length, 16, ...new Array(3).fill(length + 16)], inputs);

        const toDecrypt = { ...common, ciphertext: make(ciphertext) };
        const plaintext = await form.decrypt(toDecrypt);
        const together = await form.decryptDetached({
          ...common,
          ciphertext: make(apart.ciphertext),
          tag: make(apart.tag),
        });
        const plaintexts = await form.decryptMany([toDecrypt, toDecrypt]);
        expectOwn([plaintext, together, ...plaintexts], new Array(4).fill(length), [...inputs, toDecrypt.ciphertext]);
      }
      for (const form of [{ seal, unseal }, sync]) {
        const sealed = await form.seal(inputKey, message, { mode, associatedData });
        expectOwn([sealed], [length + 32], inputs);
        const given = make(sealed);
        expectOwn([await form.unseal(inputKey, given, { mode, associatedData })], [length], [...inputs, given]);
      }
    });

    it('Romulus-H', async () => {
      async function* chunk() {
        yield message;
      }
      const digests = [
        await romulusH(message),
        sync.romulusH(message),
        ...(await hashMany([message, message])),
        ...sync.hashMany([message, message]),
        (await createHasher()).update(message).digest(),
        await hashStream(chunk()),
      ];
      expectOwn(digests, new Array(8).fill(32), inputs);
    });
  });
});

it('random keys and nonces too, and no two are the same', () => {
  const random = Array.from({ length: 200 }, (_, i) => (i % 2 ? generateKey() : generateNonce()));
  expectOwn(random, new Array(200).fill(16), []);
  expect(new Set(random.map(String)).size).toBe(200);
});

it('seals under another nonce each time', async () => {
  const sealed = await Promise.all(Array.from({ length: 200 }, () => seal(key, text(3))));
  expect(new Set(sealed.map((bytes) => String(bytes.subarray(0, 16)))).size).toBe(200);
});
