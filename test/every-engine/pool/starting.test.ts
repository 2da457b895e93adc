/** The start of a pool: the number of workers, their module, and the error where workers cannot start. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LoadError, UsageError } from '../../../ts/index.js';
import { createPool, type PoolOptions, WorkerError } from '../../../ts/pool/index.js';
import { expectAllSame, expectSame, key, rejection, text, throwing } from '../../fixtures/bytes.js';
import { sync } from '../../fixtures/modes.js';
import { node } from '../../fixtures/runtime.js';
import { loadModes } from '../../fixtures/suites.js';
import { atNextJob, collected, endingBy, pooled, worker, workerOf } from './workers.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const works = async (options: PoolOptions) => {
  const pool = await createPool(options);
  expectSame(await pool.romulusH(text(100_000)), sync.romulusH(text(100_000)));
  await pool.close();
};

describe('the number of workers', () => {
  it.each([0, 1.5, 257, '2', null] as never[])('may not be %s', async (threads) => {
    const error = await rejection(() => createPool({ threads, worker }));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain('threads');
  });

  it.each([
    { cores: 1, threads: 1 },
    { cores: 3, threads: 3 },
    { cores: 64, threads: 16 },
  ])('is $threads for $cores cores', async ({ cores, threads }) => {
    if (node) vi.spyOn(process.getBuiltinModule('node:os'), 'availableParallelism').mockReturnValue(cores);
    else vi.stubGlobal('navigator', { hardwareConcurrency: cores });
    const { pool, workers } = await pooled({});
    expect([pool.threads, workers.length]).toEqual([threads, threads]);
  });
});

it('a worker that a pool has already is refused, and that pool still gives each caller their own', async () => {
  const only = worker();
  const pool = await createPool({ threads: 1, worker: () => only });
  const another = worker();
  for (const [threads, given] of [
    [1, only],
    [2, another],
  ] as const) {
    const refused = { code: 'ERR_ROMULUS_USAGE', message: expect.stringContaining('a new worker at each call') };
    expect(await rejection(() => createPool({ threads, worker: () => given }))).toMatchObject(refused);
  }
  const messages = [text(10_000), text(20_000)];
  const digests = await Promise.all(messages.map((message) => pool.romulusH(message)));
  expectAllSame(digests, messages.map(sync.romulusH), 'digests');
  await pool.close();
});

it('messages of a worker that mean nothing to the pool are ignored', async () => {
  const before = "for (const message of [null, undefined, 1, 'text', {}]) (port ?? self).postMessage(message);";
  await works({ threads: 1, worker: collected({ before }).worker });
});

const typesOf = ({ sent }: Pick<ReturnType<typeof collected>, 'sent'>, worker: number) =>
  sent.filter(({ to }) => to === worker).map(({ type }) => type);

describe('the module of another suite', async () => {
  const { aead: local, twin, suite } = (await loadModes()).at(-1)!;
  const request = { key, nonce: text(local.nonceLength), plaintext: text(300_000) };
  const expected = twin.encrypt(request);

  it('comes with the first job of the suite, once', async () => {
    const made = await pooled({ threads: 2 });
    const { pool, workers, sent } = made;
    const aead = pool.aead(local);
    const short = { ...request, plaintext: text(10) };
    expectSame(await aead.encrypt(short), twin.encrypt(short));
    expect([0, 1].map((i) => typesOf(made, i))).toEqual([['start'], ['start']]);
    expectSame(await aead.encrypt(request), expected);
    expect([0, 1].map((i) => typesOf(made, i))).toEqual([['start', 'suite', 'work'], ['start']]);
    const first = sent.find(({ type }) => type === 'suite');
    expect(first).toMatchObject({ suite: { name: suite.row.name, key: suite.row.key } });
    expect(first?.module).toBeInstanceOf(WebAssembly.Module);
    await aead.decryptMany(new Array(20).fill({ ...request, ciphertext: expected }));
    for (const types of [0, 1].map((i) => typesOf(made, i))) {
      expect(types).toContain('work');
      expect(types.filter((type) => type === 'suite')).toHaveLength(1);
    }
    // A worker in the place of another gets it again.
    atNextJob(workers[0]!, () => void workers[0]!.terminate());
    expect(await rejection(() => aead.encrypt(request))).toBeInstanceOf(WorkerError);
    for (const each of await Promise.all(Array.from({ length: 8 }, () => aead.encrypt(request))))
      expectSame(each, expected);
    expect(typesOf(made, 2).slice(0, 3)).toEqual(['start', 'suite', 'work']);
  });

  it('that may not be loaded rejects the job with a LoadError, and the next job tries again', async () => {
    const before = `
      const { instantiate: load } = WebAssembly;
      let tries = 0;
      WebAssembly.instantiate = async (...values) => {
        if (++tries === 2) throw new WebAssembly.CompileError('of the test');
        return load(...values);
      };`;
    const { pool } = await pooled({ threads: 1 }, { before });
    const error = await rejection(() => pool.aead(local).encrypt(request));
    expect(error).toBeInstanceOf(LoadError);
    expect(error).toMatchObject({ hint: expect.any(String), message: expect.stringContaining(suite.row.name) });
    expect(String(error.cause)).toContain('of the test');
    expectSame(await pool.aead(local).encrypt(request), expected);
  });
});

const missing = node ? new URL('missing.mjs', 'file:///nowhere/') : new URL('/nowhere/missing.js', location.href);

const refusing = `WebAssembly.instantiate = async () => {
  throw new WebAssembly.CompileError("Refused to compile or instantiate WebAssembly module because 'unsafe-eval'");
};`;

const failures: [what: string, worker: PoolOptions['worker'], cause?: RegExp, hint?: string][] = [
  ['a function that throws', throwing(new Error('of the function')), /of the function/],
  [
    'a page with Trusted Types',
    throwing(new TypeError("This document requires 'TrustedScriptURL' assignment.")),
    /TrustedScriptURL/,
    'createScriptURL(address)',
  ],
  [
    'a script of another origin',
    throwing(new DOMException('cannot be accessed from this origin', 'SecurityError')),
    /this origin/,
    'come from the origin of the page',
  ],
  ['a function that gives no worker', () => undefined as never],
  ['a worker that may compile nothing', collected({ before: refusing }).worker, /Refused/, "'wasm-unsafe-eval'"],
  ['a script that throws', () => workerOf("throw new Error('of the script')"), /of the script/],
  [
    'a script that throws, of a worker whose terminate() throws too',
    () => endingBy(workerOf("throw new Error('of the script')"), new Error('of terminate')),
    /of the script/,
  ],
  ['an address with no script', missing],
  ['no address', 'http://'],
];

describe('a start that fails', () => {
  it.each(failures)('for %s rejects with a remedy', async (_, source, cause = /./, hint = 'esbuild') => {
    const error = await rejection(() => createPool({ threads: 2, worker: source }));
    expect(error).toBeInstanceOf(LoadError);
    expect(error).toMatchObject({ hint: expect.stringContaining(hint), cause: expect.any(Error) });
    expect(String(error.cause)).toMatch(cause);
    await works({ threads: 1, worker });
  });

  it('for a script that does not answer rejects after half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const rejected = rejection(() =>
        createPool({ threads: 2, worker: () => workerOf('setInterval(() => {}, 1000)') }),
      );
      await vi.advanceTimersByTimeAsync(29_000);
      await vi.advanceTimersByTimeAsync(2000);
      expect(await rejected).toMatchObject({ code: 'ERR_ROMULUS_LOAD', cause: { message: 'no answer in 30 seconds' } });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('for want of workers, beside a `process` whose every part throws, names the alternative', async () => {
    const getBuiltinModule = throwing(new Error('not supported'));
    if (node) vi.spyOn(process, 'getBuiltinModule').mockImplementation(getBuiltinModule);
    else vi.stubGlobal('process', { getBuiltinModule });
    vi.stubGlobal('Worker', undefined);
    const hint = expect.stringContaining('runtimes without workers have the functions of romulus-wasm itself');
    expect(await rejection(() => createPool())).toMatchObject({ code: 'ERR_ROMULUS_LOAD', hint });
  });

  it('of a worker in place of another rejects the job, and the next job tries again', async () => {
    const { workers, worker: good } = collected();
    let broken = false;
    const pool = await createPool({
      threads: 1,
      worker: () => (broken ? workerOf("throw new Error('broken')") : good()),
    });
    const first = rejection(() => pool.romulusH(text(3_000_000)));
    workers[0]?.terminate();
    expect(await first).toMatchObject({ code: 'ERR_ROMULUS_WORKER' });
    broken = true;
    for (let tries = 0; tries < 2; tries++)
      expect(await rejection(() => pool.romulusH(text(10_000)))).toMatchObject({ code: 'ERR_ROMULUS_LOAD' });
    broken = false;
    expectSame(await pool.romulusH(text(10_000)), sync.romulusH(text(10_000)));
    await pool.close();
  });
});
