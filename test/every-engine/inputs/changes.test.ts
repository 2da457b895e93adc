/** Inputs that the caller changes right after a call: what was there at the call counts, however long the work takes. */
import { describe, expect, it } from 'vitest';
import { ad, expectAllSame, expectSame, key, nonce, text } from '../../fixtures/bytes.js';
import { messageCalls } from '../../fixtures/calls.js';
import { freshPackage, type Romulus } from '../../fixtures/instance.js';
import { casesOf } from '../../fixtures/suites.js';
import { poolOf } from '../pool/workers.js';

const loaded = await freshPackage();
const sync = await loaded.load();

/** One of them takes several slices. */
const lengths: [text: number, ad: number][] = [
  [0, 0],
  [40, 33],
  [16_385, 0],
  [300_000, 100],
  ...casesOf<[number, number][]>({
    usual: [],
    all: [
      [1, 1],
      [16_384, 0],
      [10_000, 40_000],
    ],
  }),
];

const modes = [
  { name: 'romulusN', mode: 'N' },
  { name: 'romulusM', mode: 'M' },
  { name: 'romulusT', mode: 'T' },
] as const;

/** How a caller may spoil an array; the lists that hold them are emptied too. */
const spoilings: { how: string; spoil: (array: Uint8Array<ArrayBuffer>) => void }[] = [
  { how: 'overwritten', spoil: (array) => array.fill(0xa5) },
  { how: 'transferred away', spoil: (array) => structuredClone(array, { transfer: [array.buffer] }) },
];

type Functions = Pick<Romulus, (typeof modes)[number]['name'] | 'seal' | 'unseal' | 'romulusH' | 'hashMany'>;

const pool = await poolOf(1);

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
        const sealed = sync.seal({ key, plaintext, mode, associatedData });

        /** Makes copies of the inputs, calls with them and spoils them before anything else happens. */
        const spoiled = <Request extends Record<string, Uint8Array>, Result>(
          request: Request,
          call: (request: Request) => Promise<Result>,
        ) => {
          const entries = Object.entries(request).map(([name, bytes]) => [name, bytes.slice()] as const);
          const copy = Object.fromEntries(entries) as Request;
          const promise = call(copy);
          for (const [name, bytes] of entries) {
            spoil(bytes as Uint8Array<ArrayBuffer>);
            delete copy[name];
          }
          return promise;
        };

        const calls = messageCalls(sync[name], { key, nonce, plaintext, associatedData });
        // All at once: then most of them are still waiting when the last is spoiled.
        const results = calls.map(({ given, call }) => spoiled(given, (request) => call(aead, request)));
        const [hidden, opened] = await Promise.all([
          spoiled({ key, plaintext, associatedData }, (r) => romulus.seal({ ...r, mode })),
          spoiled({ key, sealed, associatedData }, (r) => romulus.unseal({ ...r, mode })),
        ]);
        for (const [i, { name, expected }] of calls.entries()) expectAllSame(await results[i]!, expected, name);
        expectSame(sync.unseal({ key, sealed: hidden, mode, associatedData }), plaintext, 'seal');
        expectSame(opened, plaintext, 'unseal');
      });

      it('Romulus-H', async () => {
        const romulus = await open();
        const message = text(textLength);
        const expected = sync.romulusH(message);
        const given = text(textLength);
        const promise = romulus.romulusH(given);
        spoil(given);
        expectSame(await promise, expected);
      });
    });

    it.each(modes)('lists of $name', async ({ name }) => {
      const romulus = await open();
      const sizes = [5, 40_000, 0, 300_000, 17, 200_000, 16_385, 3];
      const requests = sizes.map((size, i) => ({ key, nonce, plaintext: text(size), associatedData: ad(i * 9) }));
      const expected = requests.map((request) => sync[name].encrypt(request));

      const toEncrypt = requests.map((request) => structuredClone(request));
      const encrypting = romulus[name].encryptMany(toEncrypt);
      toEncrypt.splice(0).flatMap(Object.values).forEach(spoil);

      const toDecrypt = requests.map((request, i) => structuredClone({ ...request, ciphertext: expected[i]! }));
      const decrypting = romulus[name].decryptMany(toDecrypt);
      toDecrypt.reverse().flatMap(Object.values).forEach(spoil);

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
      const messages = sizes.map((size) => text(size));
      const promise = romulus.hashMany(messages);
      messages.splice(0).forEach(spoil);
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
