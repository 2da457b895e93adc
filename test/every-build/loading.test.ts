/** Loading the module: by itself and once, again after a failure, and from every source that a caller may have. */
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type EngineExports, mapOf } from '../../ts/engine/memory-map.js';
import { bytesOf, relaxed } from '../../ts/engine/module-text.js';
import * as simd128 from '../../ts/suites/romulus/simd128.generated.js';
import { ad, concatenate, expectSame, key, nonce, rejection, sha256, text, thrown } from '../fixtures/bytes.js';
import { freshPackage, type Romulus } from '../fixtures/instance.js';
import { deferred, node } from '../fixtures/runtime.js';
import { casesOf, importSuite, suites } from '../fixtures/suites.js';
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

const message = { key, nonce, plaintext: text(3) };
const sealedOf = (mode: 'N' | 'M') => referenceEncrypt(mode, { ...message, associatedData: text(0) });
const toDecrypt = { key, nonce, ciphertext: sealedOf('N') };

/** Every promise function, each of which loads the module if it is the first. */
const callsThatLoad = Object.entries({
  romulusH: (r) => r.romulusH(text(3)),
  hashMany: (r) => r.hashMany([text(3)]),
  hashStream: (r) => r.hashStream(new Blob([text(3)])),
  createHasher: (r) => r.createHasher(),
  encrypt: (r) => r.romulusN.encrypt(message),
  encryptDetached: (r) => r.romulusM.encryptDetached(message),
  encryptMany: (r) => r.romulusT.encryptMany([message]),
  decrypt: (r) => r.romulusN.decrypt(toDecrypt),
  decryptMany: (r) => r.romulusN.decryptMany([toDecrypt]),
  seal: (r) => r.seal({ key, plaintext: text(3) }),
  unseal: (r) => r.unseal({ key, sealed: concatenate(nonce, sealedOf('M')) }),
  load: (r) => r.load(),
} satisfies Record<string, (romulus: Romulus) => Promise<unknown>>);
const first = callsThatLoad.map(([, call]) => call);

describe('the module', () => {
  it('has its SHA-256 in each build, and is that of the build that the project names', async () => {
    for (const { text, sha256: expected } of Object.values(builds)) expect(await sha256(bytesOf(text))).toBe(expected);
    const instantiate = spyOnInstantiate();
    await romulus.romulusH(text(0));
    const [loaded] = instantiate.mock.calls.filter(([, imports]) => imports === undefined);
    expect(await sha256(loaded![0] as Uint8Array)).toBe(builds[inject('build')].sha256);
  });

  it('is not loaded before it is needed', async () => {
    const instantiate = spyOnInstantiate();
    await freshPackage();
    romulus.generateKey();
    romulus.timingSafeEqual(text(2), text(2));
    await rejection(() => romulus.romulusH('text' as never));
    expect(countOf(instantiate)).toBe(0);
  });

  it.each(callsThatLoad)('is loaded by %s', async (_, call) => {
    const instantiate = spyOnInstantiate();
    await call(romulus);
    const count = countOf(instantiate);
    expect(count).toBeGreaterThan(0);
    await expectWorks(romulus);
    expect(countOf(instantiate)).toBe(count);
  });

  it('is loaded once for any number of first calls', async () => {
    const instantiate = spyOnInstantiate();
    await romulus.romulusH(text(1));
    const once = countOf(instantiate);
    const fresh = await freshPackage();
    instantiate.mockClear();
    await Promise.all([...first, ...first, ...first].map((call) => call(fresh)));
    await fresh.load();
    await expectWorks(fresh);
    expect(countOf(instantiate)).toBe(once);
  });
});

describe('a load that fails', () => {
  it('rejects all calls that wait for it with its cause and a hint, and each later call tries again', async () => {
    const cause = new WebAssembly.CompileError('of the engine');
    const instantiate = spyOnInstantiate().mockRejectedValue(cause);
    const expectFailed = (error: Error) => {
      expect(error).toBeInstanceOf(romulus.LoadError);
      expect(error).toMatchObject({ name: 'LoadError', code: 'ERR_ROMULUS_LOAD', cause });
      const { hint } = error as InstanceType<Romulus['LoadError']>;
      expect(hint.length).toBeGreaterThan(20);
      expect(error.message).toContain(hint);
    };
    for (const error of await Promise.all(first.map((call) => rejection(() => call(romulus))))) expectFailed(error);
    for (const call of first) expectFailed(await rejection(() => call(romulus)));
    instantiate.mockRestore();
    for (const call of first) await call(romulus);
  });

  it.each([
    "WebAssembly.instantiate(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script",
    'WebAssembly.instantiate(): Wasm code generation disallowed by embedder',
    'call to WebAssembly.instantiate() blocked by CSP',
  ])('for the policy of a page says what to change: %s', async (message) => {
    spyOnInstantiate().mockRejectedValue(new WebAssembly.CompileError(message));
    const hint = expect.stringMatching(/'wasm-unsafe-eval'.*load\(module\)/s);
    expect(await rejection(() => romulus.romulusH(text(1)))).toMatchObject({ hint, cause: { message } });
  });

  it('for want of WebAssembly says so', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    const hint = 'this runtime has no WebAssembly; romulus-wasm/js needs none';
    const error = { code: 'ERR_ROMULUS_LOAD', hint, cause: expect.any(Error) };
    expect(await rejection(() => romulus.load())).toMatchObject(error);
    vi.unstubAllGlobals();
    await expectWorks(romulus);
  });
});

describe('load()', () => {
  const shared = () => {
    const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
    copy.set(bytes);
    return copy;
  };
  const sources: Record<string, () => unknown> = {
    bytes: () => bytes,
    ...(node && { 'a Buffer': () => Buffer.from(bytes) }),
    'an ArrayBuffer': () => bytes.slice().buffer,
    'a SharedArrayBuffer': () => shared().buffer,
    'a DataView': () => new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    'a subarray': () => new Uint8Array([...text(5), ...bytes, ...text(5)]).subarray(5, 5 + bytes.length),
    'a WebAssembly.Module': () => new WebAssembly.Module(bytes),
    'a Response': () => response(bytes),
    'a Response of another type': () => new Response(bytes),
    'a promise of bytes': () => Promise.resolve(bytes),
    'a promise of a Response': async () => response(bytes),
    // biome-ignore lint/suspicious/noThenProperty: the test is about a promise that is not the platform's
    'a thenable': () => ({ then: (resolve: (value: unknown) => void) => resolve(bytes) }),
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
  /** Its only function does nothing. */
  const otherVersion = () => {
    const exported = [1, 13, ...new TextEncoder().encode('suite_romulus'), 0, 0];
    const code = [10, 4, 1, 2, 0, 0x0b];
    return Uint8Array.of(...otherModule, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 7, exported.length, ...exported, ...code);
  };
  const wanted = '; it must be romulus-wasm/romulus.wasm of this version';
  const notWebAssembly = (what: string) => `it is not WebAssembly, but ${what}${wanted}`;
  const other = `it is the module of another suite or version${wanted}`;
  const notFetched = `it could not be fetched: check address and network${wanted}`;
  const page = '<!doctype html>';
  const [noModule, said] = ['not\na module of any kind', '24 bytes that begin with "not\\na module of any "'];
  const half = bytes.length >> 1;
  const beginning = JSON.stringify(String.fromCharCode(...bytes.slice(0, 20)));
  const bad: [name: string, source: () => unknown, hint: string][] = [
    ['no bytes', () => new Uint8Array(0), notWebAssembly('0 bytes that begin with ""')],
    ['bytes of no module', () => new TextEncoder().encode(noModule), notWebAssembly(said)],
    ['half a module', () => bytes.subarray(0, half), notWebAssembly(`${half} bytes that begin with ${beginning}`)],
    ['another module', () => otherModule, other],
    ['a compiled other module', () => new WebAssembly.Module(otherModule), other],
    ["another version's module", otherVersion, other],
    ['a Response that is not ok', () => response(bytes, { status: 404 }), `the response has status 404${wanted}`],
    ['a Response with a page', () => response(page), notWebAssembly(`15 bytes that begin with "${page}"`)],
    ['a promise that rejects', () => Promise.reject(new Error('of the network')), notFetched],
    ['a function', () => () => bytes, notWebAssembly('function')],
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
    const instances: unknown[] = [];
    const held = deferred();
    spyOnInstantiate().mockImplementation(async (source, imports) => {
      if (source !== module) await held.promise;
      const result = await original.call(WebAssembly, source, imports);
      if (source === module) instances.push(result);
      return result;
    });
    const early = romulus.romulusH(text(5));
    await romulus.load(module);
    held.resolve();
    expectSame(await early, referenceHash(text(5)));
    expect(instances).toHaveLength(1);
    const { exports } = instances[0] as { exports: EngineExports };
    // A mark that shows which engine worked: the engine wipes its window when it works.
    const memory = new Uint8Array(exports.memory.buffer);
    const [, window] = mapOf(exports);
    memory.fill(0xee, window, window + 8);
    await romulus.romulusH(text(8));
    expect(memory[window]).toBe(0);
  });
});

it('refuses every module where the engine has no SIMD, and names romulus-wasm/js', async () => {
  const loads = (await Promise.all(suites.map((suite) => importSuite(suite)))).map(
    ({ load }) =>
      () =>
        load(bytes),
  );
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  spyOnInstantiate().mockRejectedValue(new WebAssembly.CompileError('of the engine'));
  vi.spyOn(WebAssembly, 'Module').mockImplementation(function refuse() {
    throw new WebAssembly.CompileError('of the engine');
  });
  const hint = 'this engine has no SIMD in WebAssembly; romulus-wasm/js needs none';
  for (const call of [...first, () => romulus.load(bytes), async () => romulus.loadSync(), ...loads])
    expect(await rejection(() => call(romulus))).toMatchObject({ code: 'ERR_ROMULUS_LOAD', hint });
});

describe('loadSync()', () => {
  it('gives at once what load() gives, with an engine that the promise functions use too', async () => {
    const sync = romulus.loadSync();
    expectSame(sync.romulusH(text(40)), referenceHash(text(40)));
    expect(Object.keys(sync)).toEqual(Object.keys(await romulus.load()));
    const instantiate = spyOnInstantiate();
    await expectWorks(romulus);
    expect(countOf(instantiate)).toBe(0);
  });

  it('takes the engine that is loaded', async () => {
    await romulus.load();
    vi.stubGlobal('WebAssembly', undefined);
    expectSame(romulus.loadSync().romulusH(text(9)), referenceHash(text(9)));
  });

  it.each<[where: string, hint: string, refuse: () => unknown]>([
    [
      'an engine that compiles only by promise',
      'await load()',
      () =>
        vi.spyOn(WebAssembly, 'Module').mockImplementation(function refuse() {
          throw new RangeError('WebAssembly.Module is disallowed on the main thread');
        }),
    ],
    [
      'a process with too little address space',
      '--disable-wasm-trap-handler',
      () =>
        vi.spyOn(WebAssembly, 'Instance').mockImplementation(function refuse() {
          throw new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance');
        }),
    ],
    ['a runtime without WebAssembly', 'romulus-wasm/js', () => vi.stubGlobal('WebAssembly', undefined)],
  ])('throws a LoadError in %s, and the next call tries again', (_, hint, refuse) => {
    refuse();
    const error = thrown(() => romulus.loadSync());
    expect(error).toBeInstanceOf(romulus.LoadError);
    expect(error).toMatchObject({ cause: expect.any(Error), hint: expect.stringContaining(hint) });
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    expectSame(romulus.loadSync().romulusH(text(9)), referenceHash(text(9)));
  });
});

const here = import.meta.url;

describe.each(suites)('$key', (suite) => {
  const others = suites.filter((other) => other !== suite);
  it.each(casesOf({ usual: others.slice(-1), all: others }))('refuses the module of $key', async ({ key }) => {
    const file = new URL(`../../ts/suites/${key}/simd128.generated.ts`, here).href;
    const { text }: { text: string } = await import(/* @vite-ignore */ file);
    const { load } = await importSuite(suite);
    expect(await rejection(() => load(bytesOf(text)))).toMatchObject({
      code: 'ERR_ROMULUS_LOAD',
      hint: `it is the module of another suite or version; it must be romulus-wasm/${suite.key}.wasm of this version`,
    });
  });
});
