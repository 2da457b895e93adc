/** Loading the module: by itself and once, again after a failure, and from every source that a caller may have. */
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { EngineExports } from '../../ts/engine/memory-map.js';
import { bytesOf, relaxed } from '../../ts/engine/module-text.js';
import type { LoadError } from '../../ts/index.js';
import * as simd128 from '../../ts/suites/romulus/simd128.generated.js';
import { unusableArrays } from '../fixtures/arrays.js';
import { ad, expectSame, key, nonce, rejection, sha256, text } from '../fixtures/bytes.js';
import { afterEachCall, freshPackage, type Romulus } from '../fixtures/instance.js';
import { deferred } from '../fixtures/runtime.js';
import { importSuite, suites } from '../fixtures/suites.js';
import { referenceEncrypt, referenceHash } from '../reference/romulus.js';

type Instantiate = (source: unknown, imports?: unknown) => Promise<unknown>;

const builds = { simd128, relaxed: { text: relaxed(simd128.text), sha256: simd128.relaxedSha256 } };
const bytes = bytesOf(simd128.text);
const response = (body: BodyInit | null, init?: ResponseInit) =>
  new Response(body, { headers: { 'content-type': 'application/wasm' }, ...init });

let romulus: Romulus;

beforeEach(async () => {
  romulus = await freshPackage();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const spyOnInstantiate = () => vi.spyOn(WebAssembly as { instantiate: Instantiate }, 'instantiate');

/** The number of instances that this package made. Node makes instances too, but with imports; ours have none. */
const countOf = ({ mock }: ReturnType<typeof spyOnInstantiate>) =>
  mock.calls.filter(([, imports]) => imports === undefined).length;

async function expectWorks(romulus: Romulus): Promise<void> {
  const request = { key, nonce, plaintext: text(40), associatedData: ad(9) };
  expectSame(await romulus.romulusH(text(40)), referenceHash(text(40)));
  expectSame(await romulus.romulusN.encrypt(request), referenceEncrypt('N', request));
}

/** Promise functions that load the module if they are the first, each by a way of its own. The matrix has all others. */
const first: ((romulus: Romulus) => Promise<unknown>)[] = [
  (r) => r.romulusH(text(3)),
  (r) => r.hashStream(new Blob([text(3)])),
  (r) => r.createHasher(),
  (r) => r.romulusN.encrypt({ key, nonce, plaintext: text(3) }),
  (r) => r.load(),
];

describe('the module', () => {
  it('has its SHA-256 in each build, and is that of the build that the project names', async () => {
    for (const { text, sha256: expected } of Object.values(builds)) expect(await sha256(bytesOf(text))).toBe(expected);
    const instantiate = spyOnInstantiate();
    await romulus.romulusH(text(0));
    const [loaded] = instantiate.mock.calls.filter(([, imports]) => imports === undefined);
    expect(await sha256(loaded![0] as Uint8Array)).toBe(builds[inject('build')].sha256);
  });

  it('is not loaded before it is needed, and once for any number of first calls', async () => {
    const instantiate = spyOnInstantiate();
    romulus.generateKey();
    romulus.timingSafeEqual(text(2), text(2));
    await rejection(() => romulus.romulusH('text' as never));
    expect(countOf(instantiate)).toBe(0);
    await Promise.all([...first, ...first].map((call) => call(romulus)));
    await expectWorks(romulus);
    expect(countOf(instantiate)).toBe(1);
  });
});

/** `what` of WebAssembly fails. */
const refusing = (what: 'Module' | 'Instance', message: string) => () =>
  void vi.spyOn(WebAssembly, what).mockImplementation(function refuse() {
    throw new RangeError(message);
  });
const rejecting = (message: string) => () =>
  void spyOnInstantiate().mockRejectedValue(new WebAssembly.CompileError(message));
const withoutWebAssembly = () => void vi.stubGlobal('WebAssembly', undefined);
const withoutSimd = () => {
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  rejecting('of the engine')();
  refusing('Module', 'of the engine')();
};
const none = 'this runtime has no WebAssembly; romulus-wasm/js needs none';
const noSimd = 'this engine has no SIMD in WebAssembly; romulus-wasm/js needs none';
const policy = /'wasm-unsafe-eval'.*load\(module\)/s;

describe('a load that fails', () => {
  type Call = (romulus: Romulus) => unknown;
  const calls: Record<'by promise' | 'at once', Call[]> = { 'by promise': first, 'at once': [(r) => r.loadSync()] };
  const refused = "Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source";
  const byOnlyPromise = 'WebAssembly.Module is disallowed on the main thread';
  const tooLittle = 'Out of memory: Cannot allocate Wasm memory for new instance';
  it.each<[how: keyof typeof calls, where: string, hint: string | RegExp, refuse: () => void]>([
    ['by promise', 'any other case', /.{20}/, rejecting('of the engine')],
    ['by promise', 'a page whose policy refuses', policy, rejecting(refused)],
    ['by promise', 'an edge runtime', policy, rejecting('Wasm code generation disallowed by embedder')],
    ['by promise', 'a page of Safari or Firefox', policy, rejecting('call to instantiate() blocked by CSP')],
    ['by promise', 'a runtime without WebAssembly', none, withoutWebAssembly],
    ['by promise', 'an engine without SIMD', noSimd, withoutSimd],
    ['at once', 'an engine that compiles only by promise', /await load\(\)/, refusing('Module', byOnlyPromise)],
    ['at once', 'too little address space', /--disable-wasm-trap-handler/, refusing('Instance', tooLittle)],
    ['at once', 'a runtime without WebAssembly', none, withoutWebAssembly],
    ['at once', 'an engine without SIMD', noSimd, withoutSimd],
  ])(
    '%s in %s says what to do, to all who wait and each later call, until one succeeds',
    async (how, _, hint, refuse) => {
      refuse();
      const failed = (call: Call) => rejection(async () => call(romulus));
      const waiting = await Promise.all(calls[how].map(failed));
      for (const error of [...waiting, ...(await Promise.all(calls[how].map(failed)))]) {
        expect(error).toBeInstanceOf(romulus.LoadError);
        expect(error).toMatchObject({ name: 'LoadError', code: 'ERR_ROMULUS_LOAD', cause: expect.any(Error) });
        expect((error as LoadError).hint).toMatch(hint);
        expect(error.message).toContain((error as LoadError).hint);
      }
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      for (const call of calls[how]) await call(romulus);
      await expectWorks(romulus);
    },
  );
});

describe('load()', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const sources: Record<string, () => unknown> = {
    bytes: () => bytes,
    'an ArrayBuffer': () => bytes.slice().buffer,
    'a SharedArrayBuffer': () => shared.buffer,
    'a DataView': () => new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    'a subarray': () => new Uint8Array([...text(5), ...bytes, ...text(5)]).subarray(5, 5 + bytes.length),
    'a WebAssembly.Module': () => new WebAssembly.Module(bytes),
    'a Response of another type': () => new Response(bytes),
    'a promise of a Response': async () => response(bytes),
  };

  it.each(Object.entries(sources))('takes %s, also for the promise functions', async (_, source) => {
    const given = source();
    const instantiate = spyOnInstantiate();
    const sync = await romulus.load(given as never);
    expect(countOf(instantiate)).toBe(1);
    expectSame(sync.romulusH(text(40)), referenceHash(text(40)));
    await expectWorks(romulus);
    expect(countOf(instantiate)).toBe(1);
    if (ArrayBuffer.isView(given)) expect(given.byteLength).toBe(bytes.length);
  });

  const otherModule = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const wanted = '; it must be romulus-wasm/romulus.wasm of this version';
  const notWebAssembly = (what: string) => `it is not WebAssembly, but ${what}${wanted}`;
  const other = `it is the module of another suite or version${wanted}`;
  const notFetched = `it could not be fetched: check address and network${wanted}`;
  const notRead = `its bytes could not be read: they were lost on the way, or read or transferred before${wanted}`;
  const page = '<!doctype html>';
  const [noModule, said] = ['not\na module of any kind', '24 bytes that begin with "not\\na module of any "'];
  const bad: [name: string, source: () => unknown, hint: string][] = [
    ['bytes of no module', () => new TextEncoder().encode(noModule), notWebAssembly(said)],
    ['another module', () => otherModule, other],
    ['a compiled other module', () => new WebAssembly.Module(otherModule), other],
    ['a Response that is not ok', () => response(bytes, { status: 404 }), `the response has status 404${wanted}`],
    ['a Response with a page', () => response(page), notWebAssembly(`15 bytes that begin with "${page}"`)],
    ['a promise that rejects', () => Promise.reject(new Error('of the network')), notFetched],
    ['bytes that were transferred', () => unusableArrays(8)[0], notRead],
    ['null', () => null, notWebAssembly('null')],
    ['an object', () => ({}), notWebAssembly('an object')],
  ];

  it.each(bad)('refuses %s, and the loaded module goes on', async (_, source, hint) => {
    // Once before anything is loaded, and once after.
    for (let round = 0; round < 2; round++) {
      const error = await rejection(() => romulus.load(source() as never));
      expect(error).toBeInstanceOf(romulus.LoadError);
      expect(error).toMatchObject({ code: 'ERR_ROMULUS_LOAD', cause: expect.any(Error), hint });
      await expectWorks(romulus);
    }
    const sync = await romulus.load();
    const hasher = sync.createHasher().update(text(20));
    await rejection(() => romulus.load(source() as never));
    // An object goes on with its own module when another is loaded.
    await romulus.load(bytes);
    expectSame(hasher.update(text(40).subarray(20)).digest(), referenceHash(text(40)));
  });

  it('with a source wins over a load that was under way', async () => {
    const module = new WebAssembly.Module(bytes);
    const original = WebAssembly.instantiate as Instantiate;
    const held = deferred();
    let calls = 0;
    spyOnInstantiate().mockImplementation(async (source, imports) => {
      if (source !== module) await held.promise;
      const result = await original.call(WebAssembly, source, imports);
      if (source !== module) return result;
      return { exports: afterEachCall((result as { exports: EngineExports }).exports, () => calls++) };
    });
    const early = romulus.romulusH(text(5));
    await romulus.load(module);
    held.resolve();
    expectSame(await early, referenceHash(text(5)));
    calls = 0;
    await expectWorks(romulus);
    expect(calls).toBeGreaterThan(0);
  });
});

describe('loadSync()', () => {
  it('gives at once what load() gives, with an engine that the promise functions use too', async () => {
    const sync = romulus.loadSync();
    expectSame(sync.romulusH(text(40)), referenceHash(text(40)));
    expect(Object.keys(sync)).toEqual(Object.keys(await romulus.load()));
    withoutWebAssembly();
    await expectWorks(romulus);
  });

  it('takes the engine that is loaded', async () => {
    await romulus.load();
    withoutWebAssembly();
    expectSame(romulus.loadSync().romulusH(text(9)), referenceHash(text(9)));
  });
});

it('the module of Romulus is refused by another suite', async () => {
  const suite = suites.at(-1)!;
  const { load } = await importSuite(suite);
  const hint = `it is the module of another suite or version; it must be romulus-wasm/${suite.key}.wasm of this version`;
  expect(await rejection(() => load(bytes))).toMatchObject({ code: 'ERR_ROMULUS_LOAD', hint });
});
