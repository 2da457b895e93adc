/** Options and Blobs that are wrong: the error names them before anything is done. test/every-engine/rejection has byte arrays of all types. */
import { describe, expect, it } from 'vitest';
import * as stream from '../../../ts/stream/index.js';
import { key, rejection, text, throwing, thrown } from '../../fixtures/bytes.js';

const { decryptBlob, decryptBytes, decryptStream, encryptBlob, encryptBytes, encryptStream, openEncrypted } = stream;
const passphrase = text(20);
const blob = new Blob(['text']);
const type = (argument: string) => ({ name: 'ArgumentError', code: 'ERR_ROMULUS_TYPE', argument });
const usage = (message: unknown) => ({ code: 'ERR_ROMULUS_USAGE', message });
const powerOfTwo = (name: string) => usage(expect.stringMatching(`^${name} must be a power of two`));

const encryptions = [
  async (options: never) => thrown(() => encryptStream(options)),
  (options: never) => rejection(() => encryptBlob(blob, options)),
  (options: never) => rejection(() => encryptBytes(text(4), options)),
];
const decryptions = [
  async (options: never) => thrown(() => decryptStream(options)),
  (options: never) => rejection(() => decryptBlob(blob, options)),
  (options: never) => rejection(() => decryptBytes(text(4), options)),
  (options: never) => rejection(() => openEncrypted(blob, options)),
];
const all = [...encryptions, ...decryptions];

const noModes = ['H', 'n', '', 'toString', 0, null, ['N'], new String('N'), { toString: () => 'N' }, Symbol('N')];
const noChunkLengths = [0, 512, 1023, 1025, 65_535, 2 ** 25, -1024, Number.NaN, '65536', null];
const noCosts = [0, 512, 1_000_000, 2 ** 21, Number.POSITIVE_INFINITY, '1024', null];
const noNumbers = [-1, Number.NaN, '1024', null];
const cases: [name: string, values: unknown[], secret: object, error: object, of?: typeof all][] = [
  ['passphrase', [passphrase], { key }, usage('give a key or a passphrase, not both')],
  ['mode', noModes, { key }, usage("mode must be 'N', 'M' or 'T'"), encryptions],
  ['chunkLength', noChunkLengths, { key }, powerOfTwo('chunkLength')],
  ['cost', noCosts, { passphrase }, powerOfTwo('cost'), encryptions],
  ['cost', [1024], { key }, usage('cost is for a passphrase, not for a key'), encryptions],
  ['maxMemory', noNumbers, { passphrase }, usage('maxMemory must be a number, zero or more'), decryptions],
];

it.each(cases)('%s may not be one of %o beside %o', async (name, values, secret, error, of = all) => {
  for (const value of values)
    for (const failure of of)
      expect(await failure({ ...secret, [name]: value } as never), String(value)).toMatchObject(error);
});

it.each([{ key }, { passphrase, cost: 1024 }])('each option is read once beside %o', async (secret) => {
  for (const failure of all) {
    const reads: PropertyKey[] = [];
    const given = { mode: 'N', chunkLength: 1024, maxMemory: 0, ...secret, associatedData: undefined };
    const noting = { get: (target: object, name: PropertyKey) => [Reflect.get(target, name), reads.push(name)][0] };
    await failure(new Proxy(given, noting) as never).catch(() => {});
    expect(reads.length).toBeGreaterThan(2);
    expect(reads.length).toBe(new Set(reads).size);
  }
});

// jsdom's Blob has no stream().
const old = { size: 5, [Symbol.toStringTag]: 'Blob' };
it.each([undefined, null, 5, 'text', text(5), {}, old].map((value) => [value]))('%o is no Blob', async (value) => {
  for (const convert of [encryptBlob, decryptBlob, openEncrypted])
    expect(await rejection(() => convert(value as never, { key }))).toMatchObject(type('blob'));
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

  it('is refused if its size is no length', async () => {
    const slice = sealed.slice.bind(sealed);
    for (const size of [Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY, '100', 100n, null])
      expect(await rejection(() => openEncrypted({ size, slice } as never, { key }))).toMatchObject(type('blob'));
  });
});

it('a Blob that fails, to open, to be read or in its middle, rejects with its error', async () => {
  const cause = new Error('of the file');
  const failing = (...chunks: Uint8Array[]) => {
    const left = [...chunks];
    const pull = async (controller: ReadableStreamDefaultController) => {
      const chunk = left.shift();
      if (!chunk) throw cause;
      controller.enqueue(chunk);
    };
    return () => new ReadableStream<Uint8Array>({ pull });
  };
  for (const stream of [throwing(cause), failing(), failing(text(100_000))])
    expect(await rejection(() => encryptBlob({ size: 5, stream }, { key }))).toBe(cause);
  expect(await rejection(() => decryptBlob({ size: 5, stream: failing() }, { key }))).toBe(cause);
});
