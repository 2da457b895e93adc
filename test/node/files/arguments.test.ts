/** Options and Blobs that are not as they should be: told by name, before anything is done, by a throw or a rejection. */
import { describe, expect, it } from 'vitest';
import {
  decryptBlob,
  decryptStream,
  encryptBlob,
  encryptStream,
  openEncrypted,
  readHeader,
} from '../../../ts/stream/index.js';
import { expectSame, key, rejection, text, thrown } from '../../fixtures/bytes.js';

const passphrase = text(20);
const blob = new Blob(['text']);
const type = (argument: string) => ({ name: 'ByteTypeError', code: 'ERR_ROMULUS_TYPE', argument });
const length = (argument: string, expected: number, received: number) => ({
  name: 'ByteLengthError',
  code: 'ERR_ROMULUS_LENGTH',
  argument,
  expected,
  received,
});
const usage = (message: string | RegExp) => ({
  code: 'ERR_ROMULUS_USAGE',
  message: typeof message === 'string' ? message : expect.stringMatching(message),
});

const encryptions = [
  { name: 'encryptStream', failure: async (options: never) => thrown(() => encryptStream(options)) },
  { name: 'encryptBlob', failure: (options: never) => rejection(() => encryptBlob(blob, options)) },
];
const decryptions = [
  { name: 'decryptStream', failure: async (options: never) => thrown(() => decryptStream(options)) },
  { name: 'decryptBlob', failure: (options: never) => rejection(() => decryptBlob(blob, options)) },
  { name: 'openEncrypted', failure: (options: never) => rejection(() => openEncrypted(blob, options)) },
];
const all = [...encryptions, ...decryptions];

const cases: { what: string; options: unknown; error: object; of?: typeof all }[] = [
  { what: 'a key of 15 bytes', options: { key: text(15) }, error: length('key', 16, 15) },
  { what: 'a key of 32 bytes', options: { key: text(32) }, error: length('key', 16, 32) },
  { what: 'a key that is text', options: { key: '0123456789abcdef' }, error: type('key') },
  { what: 'a key that is null', options: { key: null }, error: type('key') },
  { what: 'no secret', options: {}, error: type('key') },
  {
    what: 'a passphrase that is a list',
    options: { passphrase: [1, 2] },
    error: { ...type('passphrase'), message: 'passphrase must be text or a Uint8Array, received Array' },
  },
  { what: 'a passphrase that is a text object', options: { passphrase: new String('a') }, error: type('passphrase') },
  { what: 'a passphrase of 16-bit numbers', options: { passphrase: new Uint16Array(9) }, error: type('passphrase') },
  { what: 'a passphrase that is null', options: { passphrase: null }, error: type('passphrase') },
  { what: 'an empty passphrase', options: { passphrase: text(0) }, error: length('passphrase', 1, 0) },
  { what: 'both', options: { key, passphrase }, error: usage('give a key or a passphrase, not both') },
  { what: 'associated data that is text', options: { key, associatedData: 'a' }, error: type('associatedData') },
  { what: 'associated data that is null', options: { key, associatedData: null }, error: type('associatedData') },
  ...['H', 'n', '', 'toString', 0, null, ['N'], new String('N'), { toString: () => 'N' }, Symbol('N')].map((mode) => ({
    what: `mode ${typeof mode} ${String(mode)}`,
    options: { key, mode },
    error: usage("mode must be 'N', 'M' or 'T'"),
    of: encryptions,
  })),
  ...[0, 512, 1023, 1025, 65_535, 2 ** 25, -1024, Number.NaN, '65536', null].map((chunkLength) => ({
    what: `chunks of ${chunkLength}`,
    options: { key, chunkLength },
    error: usage(/^chunkLength must be a power of two/),
  })),
  ...[0, 512, 1_000_000, 2 ** 21, Number.POSITIVE_INFINITY, '1024', null].map((cost) => ({
    what: `a cost of ${cost}`,
    options: { passphrase, cost },
    error: usage(/^cost must be a power of two/),
    of: encryptions,
  })),
  {
    what: 'a cost for a key',
    options: { key, cost: 1024 },
    error: usage('cost is for a passphrase, not for a key'),
    of: encryptions,
  },
  ...[-1, Number.NaN, '1024', null].map((maxMemory) => ({
    what: `at most ${maxMemory} bytes of memory`,
    options: { passphrase, maxMemory },
    error: usage('maxMemory must be a number, zero or more'),
    of: decryptions,
  })),
];

describe.each(cases)('$what', ({ options, error, of = all }) => {
  it.each(of)('is refused by $name', async ({ failure }) => {
    expect(await failure(options as never)).toMatchObject(error);
  });
});

describe('each option is read once', () => {
  it.each([
    ['a key', { key }],
    ['a passphrase and a cost', { passphrase, cost: 1024 }],
    ['a key and a cost, which is refused', { key, cost: 1024 }],
  ])('beside %s', async (_, secret) => {
    for (const { failure } of all) {
      const reads: string[] = [];
      const given = { mode: 'N', chunkLength: 1024, maxMemory: 0, ...secret, associatedData: undefined };
      const options = Object.defineProperties(
        {},
        Object.fromEntries(
          Object.entries(given).map(([name, value]) => {
            const get = () => {
              reads.push(name);
              return value;
            };
            return [name, { get, enumerable: true }];
          }),
        ),
      );
      await failure(options as never).catch(() => {});
      expect(reads.length).toBeGreaterThan(2);
      expect(reads.length).toBe(new Set(reads).size);
    }
  });
});

describe.each([[undefined], [null], [5], ['text']])('options that are %o', (options) => {
  it.each(all)('are refused by $name', async ({ failure }) => {
    expect(await failure(options as never)).toMatchObject({ code: 'ERR_ROMULUS_TYPE' });
  });
});

describe.each([[undefined], [null], [5], ['text'], [text(5)], [{}]])('a Blob that is %o', (value) => {
  it.each([
    { name: 'encryptBlob', call: () => encryptBlob(value as never, { key }) },
    { name: 'decryptBlob', call: () => decryptBlob(value as never, { key }) },
    { name: 'openEncrypted', call: () => openEncrypted(value as never, { key }) },
  ])('is refused by $name', async ({ call }) => {
    expect(await rejection(call)).toMatchObject(type('blob'));
  });
});

describe('a source that is wrong', async () => {
  const sealed = await encryptBlob(new Blob([text(3000)]), { key, chunkLength: 1024 });
  /** Right so many times, and then what `slice` gives. */
  const source = (right: number, slice: () => unknown) => {
    let asked = 0;
    const given = (start: number, end: number) => (asked++ < right ? sealed.slice(start, end) : slice());
    return { size: sealed.size, slice: given } as Blob;
  };
  const wrong = [null, undefined, 'text', 5, [1, 2], {}, { byteLength: 64 }];

  it.each(wrong.map((value) => [value]))('is told when slice() gives %o', async (value) => {
    const error = {
      ...type('blob'),
      message: expect.stringMatching(/^blob must be a Blob whose slice\(\) gives a Blob, received /),
    };
    for (const right of [0, 1])
      expect(
        await rejection(() =>
          openEncrypted(
            source(right, () => value),
            { key },
          ),
        ),
      ).toMatchObject(error);
    const file = await openEncrypted(
      source(2, () => value),
      { key },
    );
    expect(await rejection(() => file.read(0))).toMatchObject(error);
  });

  it.each([...wrong, new Uint16Array(32)].map((value) => [value]))(
    'is told when arrayBuffer() gives %o',
    async (value) => {
      const error = {
        ...type('blob'),
        message: expect.stringMatching(/^blob must be a Blob whose arrayBuffer\(\) gives an ArrayBuffer, received /),
      };
      const part = { arrayBuffer: async () => value };
      for (const right of [0, 1])
        expect(
          await rejection(() =>
            openEncrypted(
              source(right, () => part),
              { key },
            ),
          ),
        ).toMatchObject(error);
      const file = await openEncrypted(
        source(2, () => part),
        { key },
      );
      expect(await rejection(() => file.read(0))).toMatchObject(error);
    },
  );

  it.each([Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY, '100', 100n, null])(
    'is told when its size is %s',
    async (size) => {
      const slice = sealed.slice.bind(sealed);
      expect(await rejection(() => openEncrypted({ size, slice } as never, { key }))).toMatchObject(type('blob'));
    },
  );

  it('is not one that gives shared memory, or answers at once', async () => {
    const bytes = new Uint8Array(await sealed.arrayBuffer());
    const slice = (start: number, end: number) => {
      const shared = new SharedArrayBuffer(end - start);
      new Uint8Array(shared).set(bytes.subarray(start, end));
      return { arrayBuffer: () => shared };
    };
    const file = await openEncrypted({ size: bytes.length, slice } as never, { key });
    expectSame(await file.read(0), text(3000));
  });
});

describe('a Blob that fails', () => {
  const cause = new Error('of the file');
  const broken = [
    {
      how: 'to open',
      stream: () => {
        throw cause;
      },
    },
    { how: 'to be read', stream: () => new ReadableStream<Uint8Array>({ pull: () => Promise.reject(cause) }) },
    {
      how: 'in its middle',
      stream: () =>
        new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(text(100_000)),
          pull: () => Promise.reject(cause),
        }),
    },
  ];

  it.each(broken)('$how rejects with its error', async ({ stream }) => {
    expect(await rejection(() => encryptBlob({ size: 5, stream }, { key }))).toBe(cause);
  });

  it.each(broken.slice(0, 2))('$how rejects with its error when it is decrypted', async ({ stream }) => {
    expect(await rejection(() => decryptBlob({ size: 5, stream }, { key }))).toBe(cause);
  });
});

it('a header that is too short, or no bytes, is refused by readHeader', () => {
  expect(thrown(() => readHeader(text(63)))).toMatchObject(length('bytes', 64, 63));
  expect(thrown(() => readHeader('ROMULUS' as never))).toMatchObject(type('bytes'));
  expect(thrown(() => readHeader(text(64)))).toMatchObject({ name: 'FormatError', code: 'ERR_ROMULUS_FORMAT' });
});
