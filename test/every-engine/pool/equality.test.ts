/** Every function of a pool gives the result of its namesake in the package, in a worker or in this thread, also of other suites than Romulus. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { LoadError, romulusN, seal, UsageError } from '../../../ts/index.js';
import { createPool, type Pool, WorkerError } from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import { ad, bytesIn, expectAllSame, expectSame, flipBit, key, rejection, text, thrown } from '../../fixtures/bytes.js';
import { freshPackage } from '../../fixtures/instance.js';
import { sync } from '../../fixtures/modes.js';
import { casesOf, loadModes, type TestedMode, triedOf } from '../../fixtures/suites.js';
import { atNextJob, collected, type Order, onOrders, poolOf } from './workers.js';

const pool = await poolOf(2);
const ofRomulus = ({ suite }: TestedMode) => suite.key === 'romulus';

/** Short lists, lists of short messages, lists in two parts and in many, and long messages among short ones. */
const lists = [
  { what: 'no messages', sizes: [] },
  { what: 'two messages', sizes: [500_000, 700_000] },
  { what: 'a few', sizes: [3, 20_000, 0, 16_384, 16_385, 1_400_000, 5, 16_368, 16_369, 16_376] },
  { what: 'short ones', sizes: Array.from({ length: 500 }, (_, i) => i % 60) },
  { what: 'many', sizes: Array.from({ length: 400 }, (_, i) => (i * 37) % 900) },
];
const longLists = [
  { what: 'a long one first', sizes: [1_300_000, ...new Array(100).fill(300)] },
  { what: 'a long one last', sizes: [...new Array(100).fill(300), 1_300_000] },
  { what: 'very many', sizes: new Array(2500).fill(1300) },
];

describe.each(triedOf(await loadModes()))('$aead.name', (tested) => {
  const { mode, aead: local, twin } = tested;
  const aead = pool.aead(local);
  const nonce = text(mode.nonceLength);

  it('refuses messages that are shorter than a tag, in a worker or in this thread', async () => {
    for (const adLength of [0, 5000, 700_000]) {
      const request = { key, nonce, associatedData: ad(adLength) };
      const right = { ...request, ciphertext: twin.encrypt({ ...request, plaintext: text(20) }) };
      const short = [0, 1, mode.tagLength - 1].map((end) => ({ ...right, ciphertext: right.ciphertext.slice(0, end) }));
      for (const each of short)
        expect(await rejection(() => aead.decrypt(each))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
      expect(await aead.decryptMany(short)).toEqual([null, null, null]);
      const mixed = await aead.decryptMany([...short, right, ...short, right]);
      expectAllSame(mixed, [null, null, null, text(20), null, null, null, text(20)], `associated data of ${adLength}`);
      const sealed = text(mode.nonceLength + mode.tagLength - 1);
      const error = await rejection(() => pool.unseal({ key, sealed, mode: local }));
      expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
    }
  });

  it('has the parameters and the methods of the local one, and is frozen', () => {
    const { name, keyLength, nonceLength, tagLength } = local;
    expect(aead).toMatchObject({ name, keyLength, nonceLength, tagLength });
    expect(Object.keys(aead).sort()).toEqual(Object.keys(local).sort());
    expect([aead.generateKey().length, aead.generateNonce().length]).toEqual([keyLength, nonceLength]);
    expect(Object.isFrozen(aead)).toBe(true);
  });

  const all = casesOf({ usual: lists.slice(1, 2), all: lists });
  const long = casesOf({ usual: mode.name === 'N' ? longLists : [], all: longLists });
  it.each(ofRomulus(tested) ? [...lists, ...long] : all)('lists: $what', async ({ sizes }) => {
    const requests = sizes.map((size, i) => ({
      ...{ key, plaintext: text(size), associatedData: ad(i % 40) },
      nonce: flipBit(nonce, i % (8 * nonce.length)),
    }));
    const expected = twin.encryptMany(requests);
    const ciphertexts = await aead.encryptMany(requests);
    expectAllSame(ciphertexts, expected, 'ciphertexts');
    for (const { buffer, length } of ciphertexts) expect(buffer.byteLength).toBe(length);
    const isForged = (i: number) => i % 7 === 3;
    const toDecrypt = requests.map(({ plaintext: _, ...common }, i) => {
      const right = expected[i]!;
      return { ...common, ciphertext: isForged(i) ? flipBit(right, i % (8 * right.length)) : right };
    });
    const plaintexts = requests.map(({ plaintext }, i) => (isForged(i) ? null : plaintext));
    expectAllSame(await aead.decryptMany(toDecrypt), plaintexts, 'plaintexts');
  });
});

describe('Romulus-H', () => {
  it.each([[], [5], [1_100_000], [3, 700_000, 0, 600_000], new Array(2000).fill(1500)])('lists', async (...sizes) => {
    const messages = sizes.map(text);
    expectAllSame(await pool.hashMany(messages), messages.map(sync.romulusH), 'digests');
  });

  it.each([0, 524_287, 524_288, 524_289, 1_100_001])('a stream of %i bytes', async (length) => {
    const message = text(length);
    const digest = sync.romulusH(message);
    async function* chunks(size: number) {
      for (let start = 0; start < length; start += size) {
        const chunk = message.slice(start, start + size);
        yield chunk;
        chunk.fill(0xa5);
      }
    }
    for (const size of [5000, 700_000]) {
      const told: unknown[][] = [];
      expectSame(await pool.hashStream(chunks(size), { onProgress: (...each) => told.push(each) }), digest);
      expect(told.at(-1)).toEqual(length > 0 ? [length, undefined] : undefined);
      const numbers = told.map(([processed]) => processed as number);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    }
    expectSame(await pool.hashStream(new Blob([message])), digest);
    expectSame(await pool.hashStream(new Blob([message]).stream()), digest);
  });
});

describe('files', () => {
  const options = { key, associatedData: ad(33), chunkLength: 4096 } as const;

  it.each([0, 4097, 300_003])('of %i bytes in each mode', async (length) => {
    const contents = text(length);
    const blob = new Blob([contents]);
    for (const mode of ['N', 'M', 'T'] as const) {
      const sealed = await pool.encryptBlob(blob, { ...options, mode });
      expect(sealed.size).toBe(pool.encryptStream({ ...options, mode }).outputLength(length));
      const other = await stream.encryptBlob(blob, { ...options, mode });
      for (const opened of [await stream.decryptBlob(sealed, options), await pool.decryptBlob(other, options)])
        expectAllSame(await bytesIn(opened), [contents], mode);
      const bytes = await pool.encryptBytes(contents, { ...options, mode });
      expectSame(await stream.decryptBytes(bytes, options), contents, mode);
      expectSame(await pool.decryptBytes(bytes, options), contents, mode);
      const file = await pool.openEncrypted(other, options);
      expect([file.size, file.mode]).toEqual([length, mode]);
    }
  });
});

const others = (await loadModes()).filter(({ suite }) => suite.key !== 'romulus');
const last = others.filter(({ suite, mode }) => mode === suite.modes.at(-1)).slice(casesOf({ usual: -2, all: 0 }));

async function observed({ threads = 1, before = '' } = {}) {
  const { workers, worker } = collected({ before });
  const sent: Order[][] = [];
  const own = await createPool({
    threads,
    worker: () => {
      const one = worker();
      const orders: Order[] = [];
      sent.push(orders);
      onOrders(one, (order, send) => {
        orders.push(order);
        send();
      });
      return one;
    },
  });
  onTestFinished(() => own.close());
  return { pool: own, workers, sent };
}

const typesOf = (orders: Order[] | undefined) => orders?.map(({ type }) => type);

const requestOf = ({ aead }: TestedMode, length = 300_000) => ({
  key,
  nonce: text(aead.nonceLength),
  plaintext: text(length),
  associatedData: ad(33),
});

describe.each(last)('a worker and $aead.name', (tested) => {
  const { aead: local, twin, suite } = tested;
  const request = requestOf(tested);
  const expected = twin.encrypt(request);
  const long = { ...request, plaintext: text(1 << 20) };
  const longCalls = (own: Pool) => [
    (options?: object) => own.aead(local).encrypt(long, options),
    (options?: object) => own.aead(local).encryptMany([long, request, request], options),
    (options?: object) => own.seal({ key, plaintext: long.plaintext, mode: local }, options),
  ];

  it('has the module with the first job of the suite, once, and does the work of all calls', async () => {
    const { pool: own, sent } = await observed({ threads: 2 });
    expect(sent.map(typesOf)).toEqual([['start'], ['start']]);
    const aead = own.aead(local);
    const short = { ...request, plaintext: text(10) };
    expectSame(await aead.encrypt(short), twin.encrypt(short));
    expect(sent.map(typesOf)).toEqual([['start'], ['start']]);
    expectSame(await aead.encrypt(request), expected);
    expect(sent.map(typesOf)).toEqual([['start', 'suite', 'work'], ['start']]);
    await own.unseal({ key, sealed: await own.seal({ key, plaintext: text(9000), mode: local }), mode: aead });
    await aead.decryptMany(new Array(20).fill({ ...request, ciphertext: expected }));
    for (const orders of sent) expect(orders.filter(({ type }) => type === 'suite')).toHaveLength(1);
    expect(sent.flat().filter(({ type }) => type === 'work').length).toBeGreaterThan(4);
    const [, first] = sent[0]!;
    expect(first?.suite).toEqual({ name: suite.row.name, key: suite.row.key });
    expect(first?.module).toBeInstanceOf(WebAssembly.Module);
  });

  it('that ends rejects its jobs, and the one in its place has the module again', async () => {
    const { pool: own, workers, sent } = await observed();
    const aead = own.aead(local);
    expectSame(await aead.encrypt(request), expected);
    for (const call of longCalls(own)) {
      const worker = workers.at(-1)!;
      atNextJob(worker, () => void worker.terminate());
      expect(await rejection(call)).toBeInstanceOf(WorkerError);
      expectSame(await aead.encrypt(request), expected);
      expect(typesOf(sent.at(-1))).toEqual(['start', 'suite', 'work']);
    }
    expect(workers).toHaveLength(4);
  });

  it('that may not load the module rejects the job with a LoadError, and works on', async () => {
    const refusing = `
      const { instantiate: load } = WebAssembly;
      let tries = 0;
      WebAssembly.instantiate = async (...values) => {
        if (++tries === 2) throw new WebAssembly.CompileError('of the test');
        return load(...values);
      };`;
    const { pool: own } = await observed({ before: refusing });
    const aead = own.aead(local);
    const error = await rejection(() => aead.encrypt(request));
    expect(error).toBeInstanceOf(LoadError);
    expect(error).toMatchObject({ hint: expect.any(String), message: expect.stringContaining(suite.row.name) });
    expect(String(error.cause)).toContain('of the test');
    // The next call loads the module again.
    expectSame(await aead.encrypt(request), expected);
  });
});

it('refuses a value that is no mode, as seal does', async () => {
  for (const mode of [undefined, null, 'X', 'toString', 3, {}, { ...romulusN }] as never[]) {
    const error = thrown(() => pool.aead(mode));
    expect(error).toBeInstanceOf(UsageError);
    if (mode !== undefined)
      expect(error.message).toBe((await rejection(() => seal({ key, plaintext: key, mode }))).message);
  }
  // A mode of another copy of the package.
  const { romulusN: foreign } = await freshPackage();
  expect(thrown(() => pool.aead(foreign))).toBeInstanceOf(UsageError);
});

it("Romulus' modes go by their letters too", async () => {
  const request = { key, nonce: text(16), plaintext: text(10_000) };
  for (const mode of ['N', romulusN, pool.romulusN] as const)
    expectSame(await pool.aead(mode).encrypt(request), await romulusN.encrypt(request));
});

it("a suite's own limit on lengths holds", async () => {
  const { aead: limited } = others.find(({ aead }) => aead.name === 'Romulus-M3') as TestedMode;
  // All zeros: the system gives no memory to pages that nobody writes.
  const request = { key, nonce: text(12), plaintext: new Uint8Array(28 * 2 ** 23) };
  const local = await rejection(() => limited.encrypt(request));
  expect(local).toMatchObject({ code: 'ERR_ROMULUS_LENGTH' });
  for (const call of [
    () => pool.aead(limited).encrypt(request),
    () => pool.aead(limited).encryptMany([request]),
    () => pool.seal({ key, plaintext: request.plaintext, mode: limited }),
  ])
    expect(await rejection(call)).toMatchObject({ code: 'ERR_ROMULUS_LENGTH' });
  expect(String(await rejection(() => pool.aead(limited).encrypt(request)))).toBe(String(local));
});
