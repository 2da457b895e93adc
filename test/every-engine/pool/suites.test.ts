/** Modes of other suites than Romulus in a pool, and which worker has which module. Results equal the local ones. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { LoadError, romulusN, seal, UsageError } from '../../../ts/index.js';
import { createPool, type Pool, WorkerError } from '../../../ts/pool/index.js';
import { ad, expectSame, key, rejection, text, thrown } from '../../fixtures/bytes.js';
import { freshPackage } from '../../fixtures/instance.js';
import { loadModes, type TestedMode } from '../../fixtures/suites.js';
import { atNextJob, collected, type Order, onOrders, poolOf } from './workers.js';

const others = (await loadModes()).filter(({ suite }) => suite.key !== 'romulus');
const last = others.filter(({ suite, mode }) => mode === suite.modes.at(-1));
const pool = await poolOf(2);

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
  const long = { ...request, plaintext: text(4 << 20) };
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
