/** Wrong options and Blobs: the error names them before anything is done, by a throw or a rejection. */
import { describe, expect, it } from 'vitest';
import * as stream from '../../../ts/stream/index.js';
import { poolOf } from '../../every-engine/pool/workers.js';
import { expectSame, key, rejection, text, throwing, thrown } from '../../fixtures/bytes.js';

const { decryptBlob, encryptBlob, openEncrypted } = stream;
const forms = [stream, await poolOf(1)];
const passphrase = text(20);
const blob = new Blob(['text']);
const type = (argument: string) => ({ name: 'ArgumentError', code: 'ERR_ROMULUS_TYPE', argument });
const length = (argument: string, expected: number, received: number) =>
  ({ name: 'LengthError', code: 'ERR_ROMULUS_LENGTH', ...{ argument, expected, received } }) as const;
const usage = (message: unknown) => ({ code: 'ERR_ROMULUS_USAGE', message });
const powerOfTwo = (name: string) => usage(expect.stringMatching(`^${name} must be a power of two`));
/** A case for each of these values of an option. */
const valuesOf = (name: string, values: unknown[], secret: object, ...rest: [error: object, of?: typeof all]) =>
  values.map((value): Case => [`${name}: ${typeof value} ${String(value)}`, { ...secret, [name]: value }, ...rest]);

const encryptions = forms.flatMap(({ encryptStream, encryptBlob, encryptBytes }) => [
  { name: 'encryptStream', failure: async (options: never) => thrown(() => encryptStream(options)) },
  { name: 'encryptBlob', failure: (options: never) => rejection(() => encryptBlob(blob, options)) },
  { name: 'encryptBytes', failure: (options: never) => rejection(() => encryptBytes(text(4), options)) },
]);
const decryptions = forms.flatMap(({ decryptStream, decryptBlob, decryptBytes, openEncrypted }) => [
  { name: 'decryptStream', failure: async (options: never) => thrown(() => decryptStream(options)) },
  { name: 'decryptBlob', failure: (options: never) => rejection(() => decryptBlob(blob, options)) },
  { name: 'decryptBytes', failure: (options: never) => rejection(() => decryptBytes(text(4), options)) },
  { name: 'openEncrypted', failure: (options: never) => rejection(() => openEncrypted(blob, options)) },
]);
const all = [...encryptions, ...decryptions];

type Case = [what: string, options: unknown, error: object, of?: typeof all];
const noModes = ['H', 'n', '', 'toString', 0, null, ['N'], new String('N'), { toString: () => 'N' }, Symbol('N')];
const noChunkLengths = [0, 512, 1023, 1025, 65_535, 2 ** 25, -1024, Number.NaN, '65536', null];
const noCosts = [0, 512, 1_000_000, 2 ** 21, Number.POSITIVE_INFINITY, '1024', null];
const noNumbers = [-1, Number.NaN, '1024', null];

const cases: Case[] = [
  ['a key of 15 bytes', { key: text(15) }, length('key', 16, 15)],
  ['a key that is text', { key: '0123456789abcdef' }, type('key')],
  [
    'no secret',
    {},
    { ...type('key'), message: 'key must be a Uint8Array, received undefined, unless a passphrase is given' },
  ],
  ['a passphrase that is null', { passphrase: null }, type('passphrase')],
  [
    'an empty passphrase',
    { passphrase: text(0) },
    { ...length('passphrase', 1, 0), message: 'passphrase must be at least 1 byte, received 0' },
  ],
  ['both', { key, passphrase }, usage('give a key or a passphrase, not both')],
  ['associated data that is null', { key, associatedData: null }, type('associatedData')],
  ...valuesOf('mode', noModes, { key }, usage("mode must be 'N', 'M' or 'T'"), encryptions),
  ...valuesOf('chunkLength', noChunkLengths, { key }, powerOfTwo('chunkLength')),
  ...valuesOf('cost', noCosts, { passphrase }, powerOfTwo('cost'), encryptions),
  ['a cost for a key', { key, cost: 1024 }, usage('cost is for a passphrase, not for a key'), encryptions],
  ...valuesOf('maxMemory', noNumbers, { passphrase }, usage('maxMemory must be a number, zero or more'), decryptions),
  ...[undefined, null, 5, 'text'].map((value): Case => [`options: ${value}`, value, { code: 'ERR_ROMULUS_TYPE' }]),
];

describe.each(cases)('%s', (_, options, error, of = all) => {
  it.each(of)('is refused by $name', async ({ failure }) => {
    expect(await failure(options as never)).toMatchObject(error);
  });
});

it.each([
  ['a key', { key }],
  ['a passphrase and a cost', { passphrase, cost: 1024 }],
  ['a key and a cost, which is refused', { key, cost: 1024 }],
])('each option is read once beside %s', async (_, secret) => {
  for (const { failure } of all) {
    const reads: PropertyKey[] = [];
    const given = { mode: 'N', chunkLength: 1024, maxMemory: 0, ...secret, associatedData: undefined };
    const noting = { get: (target: object, name: PropertyKey) => [Reflect.get(target, name), reads.push(name)][0] };
    await failure(new Proxy(given, noting) as never).catch(() => {});
    expect(reads.length).toBeGreaterThan(2);
    expect(reads.length).toBe(new Set(reads).size);
  }
});

it.each([undefined, null, 5, 'text', text(5), {}].map((value) => [value]))('%o is no Blob', async (value) => {
  for (const convert of forms.flatMap((form) => [form.encryptBlob, form.decryptBlob, form.openEncrypted]))
    expect(await rejection(() => convert(value as never, { key }))).toMatchObject(type('blob'));
});

it('a Blob without its methods is told from a Blob, and a text gets a Blob to encrypt', async () => {
  // jsdom's Blob has no stream().
  const old = { size: 5, [Symbol.toStringTag]: 'Blob' } as never;
  for (const { decryptBlob, encryptBlob, openEncrypted } of forms) {
    const errors = [
      [encryptBlob, old, 'a Blob that has stream(), received Blob'],
      [decryptBlob, old, 'a Blob that has stream(), received Blob'],
      [openEncrypted, old, 'a Blob that has slice() and a size, received Blob'],
      [encryptBlob, 'text', 'a Blob that has stream(), received string: for a text, new Blob([text])'],
      [decryptBlob, 'text', 'a Blob that has stream(), received string'],
    ] as const;
    for (const [convert, value, expected] of errors)
      expect(await rejection(() => convert(value as never, { key }))).toMatchObject({
        message: `blob must be ${expected}`,
      });
  }
});

describe('a source that is wrong', async () => {
  const sealed = await encryptBlob(new Blob([text(3000)]), { key, chunkLength: 1024 });
  /** Gives right bytes for the header and the last chunk, or fewer, then the result of `slice`. Expects errors. */
  const expectTold = async (slice: () => unknown, what: string) => {
    const source = (right: number) => {
      let asked = 0;
      const given = (start: number, end: number) => (asked++ < right ? sealed.slice(start, end) : slice());
      return { size: sealed.size, slice: given } as Blob;
    };
    const message = expect.stringContaining(`blob must be a Blob whose ${what}, received `);
    for (const right of [0, 1])
      expect(await rejection(() => openEncrypted(source(right), { key }))).toMatchObject({ ...type('blob'), message });
    const file = await openEncrypted(source(2), { key });
    expect(await rejection(() => file.read(0))).toMatchObject({ ...type('blob'), message });
  };
  const wrong = [null, undefined, 'text', 5, [1, 2], {}, { byteLength: 64 }, new Uint16Array(32)];

  it.each(wrong.map((value) => [value]))('is refused if slice() or arrayBuffer() gives %o', async (value) => {
    await expectTold(() => value, 'slice() gives a Blob');
    await expectTold(() => ({ arrayBuffer: async () => value }), 'arrayBuffer() gives an ArrayBuffer');
  });

  it.each([Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY, '100', 100n, null])(
    'is refused if its size is %s',
    async (size) => {
      const slice = sealed.slice.bind(sealed);
      expect(await rejection(() => openEncrypted({ size, slice } as never, { key }))).toMatchObject(type('blob'));
    },
  );

  it('is refused if it gives shared memory, or answers without a promise', async () => {
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

const cause = new Error('of the file');
const streamOf = (start?: (controller: ReadableStreamDefaultController) => void) => () =>
  new ReadableStream<Uint8Array>({ ...(start ? { start } : {}), pull: () => Promise.reject(cause) });
const broken: [how: string, stream: () => ReadableStream<Uint8Array>, of: (typeof encryptBlob)[]][] = [
  ['to open', throwing(cause), [encryptBlob, decryptBlob]],
  ['to be read', streamOf(), [encryptBlob, decryptBlob]],
  ['in its middle', streamOf((controller) => controller.enqueue(text(100_000))), [encryptBlob]],
];

it.each(broken)('a Blob that fails %s rejects with its error', async (_, stream, of) => {
  for (const convert of of) expect(await rejection(() => convert({ size: 5, stream }, { key }))).toBe(cause);
});
