/** Callers whose arrays, requests and options call the package again while it reads them: the result is that of plain ones, and nothing is left. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { ad, bytesIn, expectAllSame, expectSame, key, nonce, text } from '../../fixtures/bytes.js';
import { messageCalls } from '../../fixtures/calls.js';
import { hostileArray, hostileList, hostileObject, hostileOptions, reentry } from '../../fixtures/hostile.js';
import { cleanCheck, loadedPackage } from '../../fixtures/instance.js';
import { modesOf } from '../../fixtures/modes.js';
import { poolOf } from '../pool/workers.js';

const loaded = await loadedPackage();
const pool = await poolOf(2);
const ofPool = await romulus.load();

/** The functions of a package or a pool, by promises; those of the same module at once; and a look at its memory, where the test has it. */
const packages = {
  promises: { functions: loaded.romulus, twins: loaded.sync, expectClean: cleanCheck(loaded) },
  sync: { functions: loaded.sync, twins: loaded.sync, expectClean: cleanCheck(loaded) },
  pool: { functions: pool, twins: ofPool, expectClean: () => {} },
};

type Arguments = Record<string, unknown>;
interface Call {
  name: string;
  given: Arguments;
  call: (given: never, options?: object) => unknown;
}

const lengths: [text: number, ad: number][] = [
  [64, 32],
  [0, 0],
  [20_000, 20_000],
];

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** Fails unless the call gives the same for plain arguments and for hostile ones, each by itself and all together. */
async function expectSameResult(
  { name, given, call }: Call,
  { twins, expectClean }: Pick<(typeof packages)['sync'], 'twins' | 'expectClean'>,
): Promise<void> {
  const expected = await bytesIn(await call(given as never));
  const watched = reentry(twins);
  const hostile = (value: unknown): unknown => {
    if (isBytes(value)) return hostileArray(value, watched.act);
    return Array.isArray(value) ? hostileList(value.map(hostile), watched.act) : value;
  };
  const each = Object.entries(given).map(([argument, value]): [string, Arguments] => [
    argument,
    { ...given, [argument]: hostile(value) },
  ]);
  const all = Object.fromEntries(Object.entries(given).map(([argument, value]) => [argument, hostile(value)]));
  const rows: [what: string, given: Arguments, options?: object][] = [
    ...each,
    ['all', all],
    ['request', hostileObject(all, watched.act)],
    ['options', given, hostileOptions(watched.act)],
  ];
  for (const [what, hostile, options] of rows) {
    expectAllSame(await bytesIn(await call(hostile as never, options)), expected, `${name}, ${what}`);
    expectClean(`${name}, ${what}`);
  }
  expect(watched.calls, name).toBeGreaterThan(0);
  expect(watched.inTheMiddle, name).toBe(0);
}

describe.each(Object.entries(packages))('by the functions of: %s', (form, { functions, twins, expectClean }) => {
  const aeads = modesOf(functions as never, twins);
  const modes = form === 'pool' ? aeads.filter(({ mode }) => mode === 'M') : aeads;

  describe.each(lengths)('%i bytes, %i of associated data', (textLength, adLength) => {
    const message = { key, nonce, plaintext: text(textLength), associatedData: ad(adLength) };

    it.each(modes)('$aead.name gives the same', async ({ mode, aead, twin }) => {
      const { plaintext, associatedData } = message;
      const sealed = twins.seal({ key, plaintext, associatedData, mode });
      const calls: Call[] = [
        ...messageCalls(twin, message).map(({ name, given }) => ({
          name,
          given,
          call: (given: never, options?: object) =>
            (aead[name as 'encrypt'] as (given: unknown, options?: object) => unknown)(
              name.endsWith('Many') ? [given, given, given] : given,
              options,
            ),
        })),
        {
          name: 'unseal',
          given: { key, sealed, associatedData, mode },
          call: (r, o) => functions.unseal(r, o as never),
        },
      ];
      for (const call of calls) await expectSameResult(call, { twins, expectClean });

      // Each seal gives other bytes: they must open, and not under zeros.
      const watched = reentry(twins);
      const toSeal = { key, plaintext, associatedData };
      for (const name of ['key', 'plaintext', 'associatedData'] as const) {
        const request = { ...toSeal, [name]: hostileArray(toSeal[name], watched.act), mode };
        const opened = twins.unseal({ key, sealed: await functions.seal(request), associatedData, mode });
        expectSame(opened, plaintext, `seal, ${name}`);
        expectClean(`seal, ${name}`);
      }
      expect(watched).toMatchObject({ inTheMiddle: 0 });
    });

    it('Romulus-H gives the same', async () => {
      const bytes = text(textLength);
      const calls: Call[] = [
        {
          name: 'romulusH',
          given: { bytes },
          call: ({ bytes }: { bytes: Uint8Array }, o) => functions.romulusH(bytes, o as never),
        },
        {
          name: 'hashMany',
          given: { list: [bytes, text(7), bytes, text(20_000)] },
          call: ({ list }: { list: Uint8Array[] }, o) => functions.hashMany(list, o as never),
        },
        {
          name: 'a hasher',
          given: { state: twins.createHasher().update(text(40)).export(), bytes },
          call: async ({ state, bytes }: Record<'state' | 'bytes', Uint8Array>) => {
            const hasher = (await functions.createHasher(state)).update(bytes);
            return [hasher.export(), hasher.clone().update(bytes).digest(), hasher.digest()];
          },
        },
      ];
      for (const call of calls) await expectSameResult(call, { twins, expectClean });
    });
  });
});

describe.each(['promises', 'sync'] as const)('by the functions of: %s', (form) => {
  const { functions, twins, expectClean } = packages[form];

  it.each([
    [16, 64],
    [40, 20_000],
  ])('HMAC and HKDF give the same with a key of %i bytes, for %i', async (keyLength, length) => {
    const calls: Call[] = [
      {
        name: 'romulusHmac',
        given: { key: text(keyLength), message: text(length) },
        call: (r, o) => functions.romulusHmac(r, o as never),
      },
      {
        name: 'romulusHkdf',
        given: { key: text(length), salt: text(keyLength), info: text(length), length: 100 },
        call: (r, o) => functions.romulusHkdf(r, o as never),
      },
    ];
    for (const call of calls) await expectSameResult(call, { twins, expectClean });
  });
});

describe('a list that goes side by side', () => {
  it.each(modesOf(loaded.romulus, loaded.sync))('$aead.name gives the same', async ({ aead, twin }) => {
    const watched = reentry(loaded.sync);
    const requests = Array.from({ length: 33 }, (_, i) => ({
      key,
      nonce,
      plaintext: text(i === 5 ? 20_000 : 40 + i),
      associatedData: ad(3 * i),
    }));
    const expected = twin.encryptMany(requests);
    const hostile = <Request extends Record<string, Uint8Array>>(request: Request) =>
      hostileObject(
        Object.fromEntries(Object.entries(request).map(([name, bytes]) => [name, hostileArray(bytes, watched.act)])),
        watched.act,
      ) as Request;
    for (const form of [aead, twin]) {
      const list = hostileList(requests.map(hostile), watched.act);
      expectAllSame(await form.encryptMany(list), expected, 'encryptMany');
      const toDecrypt = requests.map((request, i) => hostile({ ...request, ciphertext: expected[i] as Uint8Array }));
      const opened = (await form.decryptMany(hostileList(toDecrypt, watched.act))) as Uint8Array[];
      expectAllSame(
        opened,
        requests.map(({ plaintext }) => plaintext),
        'decryptMany',
      );
    }
    expect(watched.calls).toBeGreaterThan(0);
    expect(watched.inTheMiddle).toBe(0);
    packages.sync.expectClean('lists');
  });
});

describe.each([
  ['a package', { ...loaded.romulus }, loaded.sync],
  ['a pool', { ...stream, ...pool }, ofPool],
] as const)('files by %s', (_, functions, twins) => {
  const plaintext = text(70_000);
  const associatedData = ad(100);
  const passphrase = new TextEncoder().encode('a passphrase, with a sign: u\u0308');

  it.each([
    ['a key', { key }, {}],
    ['a passphrase', { passphrase }, { cost: 1024 }],
  ])('open with %s as those of plain arrays', async (_, secret, { cost }: { cost?: number }) => {
    const watched = reentry(twins);
    const given = { ...secret, associatedData } as { key: Uint8Array; associatedData: Uint8Array };
    const rows: object[] = [
      ...Object.entries(given).map(([name, bytes]) => ({ ...given, [name]: hostileArray(bytes, watched.act) })),
      hostileObject(given, watched.act),
      { ...given, ...hostileOptions(watched.act) },
    ];
    for (const hostile of rows as (typeof given)[]) {
      const encrypting = {
        ...Object.getOwnPropertyDescriptors(hostile),
        ...(cost && { cost: { value: cost, enumerable: true } }),
      };
      const file = await functions.encryptBlob(new Blob([plaintext]), Object.defineProperties({}, encrypting) as never);
      const opened = await functions.decryptBlob(file, given);
      expectSame(new Uint8Array(await opened.arrayBuffer()), plaintext, 'encryptBlob');
      const back = await functions.decryptBlob(file, hostile);
      expectSame(new Uint8Array(await back.arrayBuffer()), plaintext, 'decryptBlob');
      const { onProgress: _, ...withoutProgress } = Object.getOwnPropertyDescriptors(hostile) as Record<
        string,
        PropertyDescriptor
      >;
      const sealed = await functions.openEncrypted(file, Object.defineProperties({}, withoutProgress) as never);
      expectSame(await sealed.read(10, 66_000, hostileOptions(watched.act)), plaintext.slice(10, 66_000), 'read');
    }
    expect(watched.calls).toBeGreaterThan(0);
    expect(watched.inTheMiddle).toBe(0);
  });

  it('take chunks that are read as they are', async () => {
    const watched = reentry(twins);
    const chunks = [text(10), text(40_000), plaintext];
    async function* hostile() {
      for (const chunk of chunks) yield hostileArray(chunk, watched.act);
    }
    const expected = await functions.hashStream(new Blob(chunks as Uint8Array<ArrayBuffer>[]));
    expectSame(await functions.hashStream(hostile(), hostileOptions(watched.act)), expected, 'hashStream');
    const { readable, writable } = functions.encryptStream({ key });
    const writer = writable.getWriter();
    const writing = (async () => {
      for await (const chunk of hostile()) await writer.write(chunk);
      await writer.close();
    })();
    const file = await new Response(readable).blob();
    await writing;
    const opened = new Uint8Array(await (await functions.decryptBlob(file, { key })).arrayBuffer());
    expectSame(twins.romulusH(opened), expected, 'encryptStream');
    const header = hostileArray(new Uint8Array(await file.slice(0, 64).arrayBuffer()), watched.act);
    expect(stream.readHeader(header)).toMatchObject({ mode: 'N' });
    expect(watched.inTheMiddle).toBe(0);
  });
});

describe('in a pool', () => {
  it('lists and long messages are read as they are', async () => {
    const watched = reentry(ofPool);
    const long = text(1_200_000);
    expectSame(await pool.romulusH(hostileArray(long, watched.act)), ofPool.romulusH(long));
    const list = [long, text(100), long];
    expectAllSame(
      await pool.hashMany(
        hostileList(
          list.map((each) => hostileArray(each, watched.act)),
          watched.act,
        ),
      ),
      ofPool.hashMany(list),
      'hashMany',
    );
    const request = { key, nonce, plaintext: long, associatedData: ad(100) };
    const expected = ofPool.romulusN.encrypt(request);
    for (const [name, bytes] of Object.entries(request)) {
      const hostile = { ...request, [name]: hostileArray(bytes, watched.act) };
      expectSame(await pool.romulusN.encrypt(hostile, hostileOptions(watched.act)), expected, `encrypt, ${name}`);
      expectAllSame(await pool.romulusN.encryptMany([hostile, hostile]), [expected, expected], `encryptMany, ${name}`);
    }
    expect(watched.calls).toBeGreaterThan(0);
    expect(watched.inTheMiddle).toBe(0);
  });
});

describe('functions of bytes alone', () => {
  it('read arrays as they are', () => {
    const watched = reentry(loaded.sync);
    const hostile = () => hostileArray(text(40), watched.act);
    expect(loaded.romulus.toHex(hostile())).toBe(loaded.romulus.toHex(text(40)));
    expect(loaded.romulus.toBase64(hostile())).toBe(loaded.romulus.toBase64(text(40)));
    expect(loaded.romulus.timingSafeEqual(hostile(), text(40))).toBe(true);
    const output = hostileArray(text(56), watched.act);
    const request = { key, nonce, plaintext: text(40) };
    expect(loaded.sync.romulusN.encrypt({ ...request, output })).toBe(output);
    expectSame(
      Uint8Array.prototype.slice.call(Object.setPrototypeOf(output, Uint8Array.prototype)),
      loaded.sync.romulusN.encrypt(request),
    );
    const wiped = hostile();
    loaded.romulus.wipe(wiped);
    expectSame(Object.setPrototypeOf(wiped, Uint8Array.prototype), new Uint8Array(40));
    expect(watched.inTheMiddle).toBe(0);
  });
});
