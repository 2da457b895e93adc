/** Modes of other suites than Romulus in a pool: the same results and errors as the local functions', and who has which module. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { AuthenticationError, LoadError, romulusN, seal, UsageError, unseal } from '../../../ts/index.js';
import { createPool, WorkerError } from '../../../ts/pool/index.js';
import { ad, expectAllSame, expectSame, flipBit, key, rejection, text, thrown } from '../../fixtures/bytes.js';
import { messageCalls } from '../../fixtures/calls.js';
import { freshPackage } from '../../fixtures/instance.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { casesOf, loadModes, type TestedMode } from '../../fixtures/suites.js';
import { expectOthersOpened } from './forged-lists.js';
import { atNextJob, collected, expectGone, poolOf, type TestWorker } from './workers.js';

const others = (await loadModes()).filter(({ suite }) => suite.key !== 'romulus');
const last = others.filter(({ suite, mode }) => mode === suite.modes.at(-1));
const named = (modes: TestedMode[]) => modes.map((each) => ({ ...each, name: each.aead.name }));
const pool = await poolOf(2);

interface SentOrder {
  type: string;
  suite?: { name: string; mark: string };
  module?: WebAssembly.Module;
}

/** A pool for one test, its workers, and what was sent to each, which goes on to it. */
async function observed({ size = 1, before = '', signal = undefined as AbortSignal | undefined } = {}) {
  const { workers, worker } = collected({ before });
  const sent: SentOrder[][] = [];
  const own = await createPool({
    size,
    signal,
    worker: () => {
      const one = worker();
      const orders: SentOrder[] = [];
      sent.push(orders);
      const post = one.postMessage.bind(one);
      one.postMessage = (message, transfer) => {
        orders.push(message as SentOrder);
        post(message, transfer);
      };
      return one;
    },
  });
  onTestFinished(() => own.close());
  return { pool: own, workers, sent };
}

const typesOf = (orders: SentOrder[] | undefined) => orders?.map(({ type }) => type);

const requestOf = ({ aead }: TestedMode, length = 300_000) => ({
  key,
  nonce: text(aead.nonceLength),
  plaintext: text(length),
  associatedData: ad(33),
});

describe.each(named(casesOf({ usual: last, all: others })))('$name', (tested) => {
  const { aead: local, twin } = tested;
  const aead = pool.aead(local);

  it('has the parameters and the methods of the local one, and is frozen', () => {
    const { name, keyLength, nonceLength, tagLength } = local;
    expect(aead).toMatchObject({ name, keyLength, nonceLength, tagLength });
    expect(Object.keys(aead).sort()).toEqual(Object.keys(local).sort());
    expect(Object.isFrozen(aead)).toBe(true);
    expect(aead.generateNonce()).toHaveLength(nonceLength);
  });

  it.each(
    casesOf<[number, number][]>({
      usual: [
        [0, 0],
        [4096, 0],
        [300_001, 40_000],
      ],
      all: [
        [0, 0],
        [4095, 0],
        [4096, 0],
        [0, 5000],
        [16_385, 17],
        [300_001, 40_000],
      ],
    }),
  )('%i bytes, %i of associated data', async (length, adLength) => {
    const request = { ...requestOf(tested, length), associatedData: ad(adLength) };
    const { plaintext, associatedData } = request;
    for (const { name, given, call, expected } of messageCalls(twin, request))
      expectAllSame(await call(aead, given), expected, name);
    for (const mode of [local, aead]) {
      const sealed = await pool.seal({ key, plaintext, mode, associatedData });
      expectSame(await unseal({ key, sealed, mode: local, associatedData }), plaintext);
      expectSame(await pool.unseal({ key, sealed, mode, associatedData }), plaintext);
      const forged = flipBit(sealed, 8 * sealed.length - 1);
      const refused = await rejection(() => pool.unseal({ key, sealed: forged, mode, associatedData }));
      expect(refused).toBeInstanceOf(AuthenticationError);
    }
    const ciphertext = flipBit(twin.encrypt(request), 3);
    const toDecrypt = { key, nonce: request.nonce, associatedData };
    const [body, tag] = [ciphertext.slice(0, -twin.tagLength), ciphertext.slice(-twin.tagLength)];
    for (const call of [
      () => aead.decrypt({ ...toDecrypt, ciphertext }),
      () => aead.decryptDetached({ ...toDecrypt, ciphertext: body, tag }),
    ])
      expect(await rejection(call)).toBeInstanceOf(AuthenticationError);
  });

  it.each([
    { what: 'short ones', sizes: Array.from({ length: 500 }, (_, i) => i % 60) },
    { what: 'two messages', sizes: [500_000, 700_000] },
    { what: 'a few', sizes: [3, 20_000, 0, 16_384, 16_385, 1_400_000, 5, 16_368, 16_369, 16_376] },
    { what: 'many', sizes: Array.from({ length: 400 }, (_, i) => (i * 37) % 900) },
  ])('lists: $what', async ({ sizes }) => {
    const requests = sizes.map((size, i) => ({ ...requestOf(tested, size), associatedData: ad(i % 40) }));
    const expected = twin.encryptMany(requests);
    expectAllSame(await aead.encryptMany(requests), expected, 'ciphertexts');
    await expectOthersOpened(aead, requests, expected);
  });

  it('rejects wrong arguments as the local one does', async () => {
    const good = requestOf(tested, 5000);
    for (const wrong of [
      undefined,
      {},
      { ...good, key: text(15) },
      { ...good, nonce: text(7) },
      { ...good, plaintext: 'text' },
    ])
      for (const call of ['encrypt', 'encryptDetached'] as const) {
        const [mine, its] = [
          await rejection(() => aead[call](wrong as never)),
          await rejection(() => local[call](wrong as never)),
        ];
        expect(String(mine)).toBe(String(its));
        expect(Object.getPrototypeOf(mine)).toBe(Object.getPrototypeOf(its));
      }
  });
});

describe.each(named(last))('a worker and $name', (tested) => {
  const { aead: local, twin, suite } = tested;
  const request = requestOf(tested);
  const expected = twin.encrypt(request);

  it('has the module with the first job of the suite, once, and does the work of all calls', async () => {
    const { pool: own, sent } = await observed({ size: 2 });
    expect(sent.map(typesOf)).toEqual([['start'], ['start']]);
    const aead = own.aead(local);
    expectSame(
      await aead.encrypt({ ...request, plaintext: text(10) }),
      twin.encrypt({ ...request, plaintext: text(10) }),
    );
    expect(sent.map(typesOf)).toEqual([['start'], ['start']]);
    expectSame(await aead.encrypt(request), expected);
    expect(sent.map(typesOf)).toEqual([['start', 'suite', 'work'], ['start']]);
    await own.unseal({ key, sealed: await own.seal({ key, plaintext: text(9000), mode: local }), mode: aead });
    await aead.decryptMany(new Array(20).fill({ ...request, ciphertext: expected }));
    for (const orders of sent) expect(orders.filter(({ type }) => type === 'suite')).toHaveLength(1);
    expect(sent.flat().filter(({ type }) => type === 'work').length).toBeGreaterThan(4);
    const [, first] = sent[0] as SentOrder[];
    expect(first?.suite).toEqual({ name: suite.row.name, mark: suite.row.mark });
    expect(first?.module).toBeInstanceOf(WebAssembly.Module);
  });

  it('that ends rejects its jobs, and the one in its place has the module again', async () => {
    const { pool: own, workers, sent } = await observed();
    const aead = own.aead(local);
    expectSame(await aead.encrypt(request), expected);
    for (const call of [
      () => aead.encrypt({ ...request, plaintext: text(4 << 20) }),
      () => aead.encryptMany(new Array(40).fill(request)),
      () => own.seal({ key, plaintext: text(4 << 20), mode: local }),
    ]) {
      const worker = workers.at(-1) as TestWorker;
      atNextJob(worker, () => void worker.terminate());
      expect(await rejection(call)).toBeInstanceOf(WorkerError);
      expectSame(await aead.encrypt(request), expected);
      expect(typesOf(sent.at(-1))).toEqual(['start', 'suite', 'work']);
    }
    expect(workers).toHaveLength(4);
  });

  it('gives work up at a signal, and goes on', async () => {
    const { pool: own } = await observed();
    const aead = own.aead(local);
    const long = { ...request, plaintext: text(4 << 20) };
    for (const call of [
      (options: object) => aead.encrypt(long, options),
      (options: object) => aead.encryptMany([long, request, request], options),
      (options: object) => own.seal({ key, plaintext: long.plaintext, mode: local }, options),
    ]) {
      const watched = watchedSignal(1);
      expect(await rejection(() => call(watched.options))).toBe(watched.reason);
      expect(watched.listeners.size).toBe(0);
      expectSame(await aead.encrypt(request), expected);
    }
  });

  it('ends what has begun when the pool is closed, and nothing begins', async () => {
    const { pool: own, workers } = await observed();
    const aead = own.aead(local);
    const begun = aead.encrypt(request);
    const closing = own.close();
    for (const call of [() => aead.encrypt(request), () => own.seal({ key, plaintext: text(9000), mode: local })])
      expect(await rejection(call)).toBeInstanceOf(UsageError);
    expect(thrown(() => own.aead(local))).toBeInstanceOf(UsageError);
    expectSame(await begun, expected);
    await closing;
    await expectGone(workers);
  });

  it("rejects with the pool's reason when its signal aborts", async () => {
    const controller = new AbortController();
    const { pool: own } = await observed({ signal: controller.signal });
    const rejected = rejection(() => own.aead(local).encrypt(request));
    controller.abort('reason');
    expect(await rejected).toBe('reason');
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
    expect(error.message).toContain(`the ${suite.row.name} module could not be loaded`);
    expect(error).toMatchObject({ code: 'ERR_ROMULUS_LOAD', hint: expect.any(String) });
    expect(String(error.cause)).toContain('of the test');
    // The next call tries again.
    expectSame(await aead.encrypt(request), expected);
  });
});

it('what is no mode is refused as seal refuses it', async () => {
  for (const mode of [undefined, null, 'X', 'toString', 3, {}, { ...romulusN }] as never[]) {
    const error = thrown(() => pool.aead(mode));
    expect(error).toBeInstanceOf(UsageError);
    if (mode !== undefined)
      expect(error.message).toBe((await rejection(() => seal({ key, plaintext: key, mode }))).message);
  }
  // Of another copy of the package.
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
  // Zeros, of which nobody makes pages.
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
