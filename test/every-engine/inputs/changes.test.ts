/** Inputs that the caller changes right after a call: what was there at the call counts, however long the work takes. */
import { afterAll, describe, expect, it } from 'vitest';
import { createPool } from '../../../ts/pool/index.js';
import { ad, expectSame, key, nonce, text } from '../../fixtures/bytes.js';
import { freshPackage, type Romulus } from '../../fixtures/instance.js';
import { worker } from '../pool/workers.js';

const loaded = await freshPackage();
const sync = await loaded.load();

/** The last takes several slices. */
const lengths: [text: number, ad: number][] = [
  [0, 0],
  [1, 1],
  [40, 33],
  [16_384, 0],
  [16_385, 0],
  [10_000, 40_000],
  [300_000, 100],
];

const modes = [
  { name: 'romulusN', mode: 'N' },
  { name: 'romulusM', mode: 'M' },
  { name: 'romulusT', mode: 'T' },
] as const;

/** How a caller may spoil arrays; the lists that hold them are emptied too. */
const spoilings: { how: string; spoil: (arrays: Uint8Array<ArrayBuffer>[]) => void }[] = [
  {
    how: 'overwritten',
    spoil: (arrays) => {
      for (const array of arrays) array.fill(0xa5);
    },
  },
  {
    how: 'transferred away',
    spoil: (arrays) => {
      for (const array of arrays) structuredClone(array, { transfer: [array.buffer] });
    },
  },
];

type Functions = Pick<Romulus, (typeof modes)[number]['name'] | 'seal' | 'unseal' | 'romulusH' | 'hashMany'>;

const pool = await createPool({ size: 1, worker });
afterAll(() => pool.close());

const packages: { when: string; open: () => Promise<Functions> }[] = [
  { when: 'with the module loaded', open: async () => loaded },
  { when: 'while the module is loading', open: freshPackage },
  { when: 'in a pool', open: async () => pool },
];

describe.each(packages)('$when', ({ open }) => {
  describe.each(spoilings)('inputs are $how right after', ({ spoil }) => {
    describe.each(lengths)('%i bytes, %i of associated data', (textLength, adLength) => {
      it.each(modes)('$name', async ({ name, mode }) => {
        const romulus = await open();
        const aead = romulus[name];
        const plaintext = text(textLength);
        const associatedData = ad(adLength);
        const ciphertext = sync[name].encrypt({ key, nonce, plaintext, associatedData });
        const [body, tag] = [ciphertext.slice(0, -16), ciphertext.slice(-16)];
        const sealed = sync.seal(key, plaintext, { mode, associatedData });

        /** Makes copies of the inputs, calls with them and spoils them before anything else happens. */
        const spoiled = <Request extends Record<string, Uint8Array>, Result>(
          request: Request,
          call: (request: Request) => Promise<Result>,
        ) => {
          const entries = Object.entries(request).map(([name, bytes]) => [name, bytes.slice()] as const);
          const copy = Object.fromEntries(entries) as Request;
          const promise = call(copy);
          spoil(entries.map(([, bytes]) => bytes as Uint8Array<ArrayBuffer>));
          for (const [name] of entries) delete copy[name];
          return promise;
        };

        const toEncrypt = { key, nonce, plaintext, associatedData };
        const toDecrypt = { key, nonce, ciphertext, associatedData };
        // All at once: then most of them are still waiting when the last is spoiled.
        const [encrypted, decrypted, apart, together, hidden, opened] = await Promise.all([
          spoiled(toEncrypt, (request) => aead.encrypt(request)),
          spoiled(toDecrypt, (request) => aead.decrypt(request)),
          spoiled(toEncrypt, (request) => aead.encryptDetached(request)),
          spoiled({ key, nonce, ciphertext: body, tag, associatedData }, (request) => aead.decryptDetached(request)),
          spoiled({ key, plaintext, associatedData }, (r) => romulus.seal(r.key, r.plaintext, { ...r, mode })),
          spoiled({ key, sealed, associatedData }, (r) => romulus.unseal(r.key, r.sealed, { ...r, mode })),
        ]);
        expectSame(encrypted, ciphertext, 'encrypt');
        expectSame(decrypted, plaintext, 'decrypt');
        expectSame(apart.ciphertext, body, 'encryptDetached');
        expectSame(apart.tag, tag, 'encryptDetached');
        expectSame(together, plaintext, 'decryptDetached');
        expectSame(sync.unseal(key, hidden, { mode, associatedData }), plaintext, 'seal');
        expectSame(opened, plaintext, 'unseal');
      });

      it('Romulus-H', async () => {
        const romulus = await open();
        const message = text(textLength);
        const expected = sync.romulusH(message);
        const given = text(textLength);
        const promise = romulus.romulusH(given);
        spoil([given]);
        expectSame(await promise, expected);
      });
    });

    it.each(modes)('lists of $name', async ({ name }) => {
      const romulus = await open();
      const sizes = [5, 40_000, 0, 300_000, 17, 200_000, 16_385, 3];
      const requests = sizes.map((size, i) => ({ key, nonce, plaintext: text(size), associatedData: ad(i * 9) }));
      const expected = requests.map((request) => sync[name].encrypt(request));

      const toEncrypt = requests.map((request) => structuredClone(request)) as Record<
        string,
        Uint8Array<ArrayBuffer>
      >[];
      const encrypting = romulus[name].encryptMany(toEncrypt as never);
      spoil(toEncrypt.flatMap((request) => Object.values(request)));
      toEncrypt.length = 0;

      const toDecrypt = requests.map((request, i) =>
        structuredClone({ key, nonce, ciphertext: expected[i] as never, associatedData: request.associatedData }),
      ) as { key: Uint8Array; nonce: Uint8Array; ciphertext: Uint8Array; associatedData: Uint8Array }[];
      const decrypting = romulus[name].decryptMany(toDecrypt);
      spoil(toDecrypt.flatMap((request) => Object.values(request)) as Uint8Array<ArrayBuffer>[]);
      toDecrypt.reverse();

      const [ciphertexts, plaintexts] = await Promise.all([encrypting, decrypting]);
      expect(ciphertexts).toHaveLength(sizes.length);
      expect(plaintexts).toHaveLength(sizes.length);
      for (const [i, ciphertext] of expected.entries()) {
        expectSame(ciphertexts[i], ciphertext, `ciphertext ${i}`);
        expectSame(plaintexts[i], text(sizes[i] as number), `plaintext ${i}`);
      }
    });

    it('lists of hashMany', async () => {
      const romulus = await open();
      const sizes = [5, 40_000, 0, 300_000, 17, 200_000, 16_385, 3];
      const messages = sizes.map(text);
      const promise = romulus.hashMany(messages);
      spoil(messages);
      messages.length = 0;
      const digests = await promise;
      expect(digests).toHaveLength(sizes.length);
      for (const [i, size] of sizes.entries()) expectSame(digests[i], sync.romulusH(text(size)), `message ${i}`);
    });
  });
});

describe('in the middle of long work', () => {
  it.each(modes)('changes to the inputs of $name change nothing', async ({ name }) => {
    /** Calls with copies, which are overwritten whenever progress is told. */
    const spoiled = async <Request extends Record<string, Uint8Array>>(
      request: Request,
      call: (request: Request, options: { onProgress(): void }) => Promise<Uint8Array>,
    ) => {
      const copy = structuredClone(request);
      let times = 0;
      const onProgress = () => {
        for (const bytes of Object.values(copy)) bytes.fill(0x77);
        times++;
      };
      const result = await call(copy, { onProgress });
      expect(times).toBeGreaterThan(0);
      return result;
    };
    const request = { key, nonce, plaintext: text(3 << 20), associatedData: ad(300_000) };
    const { plaintext, ...common } = request;
    const ciphertext = sync[name].encrypt(request);
    expectSame(await spoiled(request, loaded[name].encrypt), ciphertext);
    expectSame(await spoiled({ ...common, ciphertext }, loaded[name].decrypt), plaintext);
  });
});
