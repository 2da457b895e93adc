/** Changed files: each is refused, and no chunk comes out before it is authentic. The vectors have one file for each rule of the format. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AuthenticationError } from '../../../ts/base/errors.js';
import * as stream from '../../../ts/stream/index.js';
import { ad, concatenate, expectSame, flipBit, key, nonce, rejection, same, text } from '../../fixtures/bytes.js';
import { casesOf } from '../../fixtures/suites.js';
import { allThrough, blobOf, chunkLength, cut, headerLength, modes, reference, through, written } from './files.js';

const { decryptBlob, decryptBytes, decryptStream, encryptStream, openEncrypted } = stream;
type Options = Parameters<typeof decryptStream>[0];

const tagLength = 16;
const stride = chunkLength + tagLength;
const forged = { name: 'AuthenticationError', code: 'ERR_ROMULUS_AUTH' };
const otherVersion = { name: 'VersionError', code: 'ERR_ROMULUS_VERSION' };
const malformed = { name: 'FormatError', code: 'ERR_ROMULUS_FORMAT' };

/** Expects that the functions for whole files refuse the file, after exactly these bytes. */
async function expectRefused(
  file: Uint8Array,
  released: Uint8Array,
  error: object,
  what: string,
  options: Options = { key },
): Promise<void> {
  // Pieces that end at no boundary.
  const outcome = await through(decryptStream(options), cut(file, [30, 30, 1000, 1111]));
  expect(outcome.error, what).toMatchObject(error);
  expectSame(outcome.bytes(), released, what);
  expect(await rejection(() => decryptBlob(blobOf(file), options)), what).toMatchObject(error);
  expect(await rejection(() => decryptBytes(file, options)), what).toMatchObject(error);
}

/** Expects that each function refuses the file, and that nothing comes out. */
async function expectClosed(file: Uint8Array, error: object, what: string, options: Options = { key }): Promise<void> {
  await expectRefused(file, text(0), error, what, options);
  expect(await rejection(() => openEncrypted(blobOf(file), options)), what).toMatchObject(error);
}

/** Expects that random access refuses to open the file, or gives each unchanged chunk and refuses all others. */
async function expectNothingForged(file: Uint8Array, plaintext: Uint8Array, bad: number, what: string): Promise<void> {
  const opened = await openEncrypted(blobOf(file), { key }).catch((error) => error);
  if (opened instanceof Error) return expect(opened, what).toMatchObject(forged);
  for (let start = 0; start < opened.size; start += chunkLength) {
    if (start > 2 * chunkLength && start < 29 * chunkLength) continue;
    const end = Math.min(start + chunkLength, opened.size);
    const part = await opened.read(start, end).catch((error: unknown) => error);
    if (part instanceof Error) expect(part, what).toMatchObject(forged);
    else expectSame(part, plaintext.subarray(start, end), what);
    if (start === bad * chunkLength) expect(part, what).toBeInstanceOf(Error);
  }
}

/** The number of the first chunk that has changed, or has become the last one, or is no longer the last one. */
function firstBad(body: Uint8Array, chunks: Uint8Array[]): number {
  const now = cut(body, new Array(Math.max(0, Math.ceil(body.length / stride) - 1)).fill(stride));
  return now.findIndex((chunk, i) => {
    const was = chunks[i];
    return !was || !same(chunk, was) || (i === now.length - 1) !== (i === chunks.length - 1);
  });
}

/** The changes to the chunk at a place. Some change nothing in some places. */
const corruptions: [how: string, corrupt: (chunks: Uint8Array[], i: number, chunk: Uint8Array) => void][] = [
  ...[0, 0.3, 0.99].map((part): (typeof corruptions)[number] => [
    `has a bit flipped at ${part} of its length`,
    (chunks, i, chunk) => chunks.splice(i, 1, flipBit(chunk, Math.floor(8 * chunk.length * part))),
  ]),
  ['is zeros', (chunks, i, { length }) => chunks.splice(i, 1, new Uint8Array(length))],
  ['has changed places with the next', (chunks, i) => chunks.splice(i, 2, ...chunks.slice(i, i + 2).reverse())],
  ['has changed places with the last', (chunks, i, chunk) => chunks.splice(i, 1, ...chunks.splice(-1, 1, chunk))],
  ['is there twice', (chunks, i, chunk) => chunks.splice(i, 0, chunk)],
  ['is missing', (chunks, i) => chunks.splice(i, 1)],
  ['is the last', (chunks, i) => chunks.splice(i + 1)],
  ...[1, 15, 16, 17, 500, chunkLength + 15].map((left): (typeof corruptions)[number] => [
    `is the last, and of it only ${left} bytes`,
    (chunks, i, chunk) => chunks.splice(i, chunks.length - i, chunk.subarray(0, left)),
  ]),
  ...[1, 16, 17, chunkLength + tagLength, 3 * chunkLength].map((length): (typeof corruptions)[number] => [
    `has ${length} bytes behind it`,
    (chunks, i) => chunks.splice(i + 1, 0, ad(length)),
  ]),
];

const files = [
  { mode: 'N', length: 34 * chunkLength + 100 },
  { mode: 'N', length: 33 * chunkLength },
  { mode: 'M', length: 3 * chunkLength },
  { mode: 'T', length: 2 * chunkLength + 1 },
  ...modes.flatMap((mode) => [0, 1, chunkLength].map((length) => ({ mode, length }))),
] as const;

describe.each(files)('a file of $length bytes, mode $mode, of which the chunk', async ({ mode, length }) => {
  const plaintext = text(length);
  const { header, chunks } = reference(mode, plaintext);
  const original = concatenate(...chunks);

  // The chunks inside of a batch are alike.
  const places = [...chunks.keys()].filter((i) => i < 2 || i > 29);

  it.each(corruptions)('%s', async (how, corrupt) => {
    for (const i of places) {
      const changed = [...chunks];
      corrupt(changed, i, chunks[i]!);
      const body = concatenate(...changed);
      if (same(body, original)) continue;
      const what = `chunk ${i} of ${chunks.length} ${how}`;
      const bad = Math.max(0, firstBad(body, chunks));
      const file = concatenate(header, body);
      const message = `chunk ${bad} is not authentic: the file was changed, or is not whole`;
      await expectRefused(file, plaintext.subarray(0, bad * chunkLength), { ...forged, message }, what);
      await expectNothingForged(file, plaintext, bad, what);
    }
  });

  it('comes of a file with another salt', async () => {
    const other = reference(mode, plaintext, { salt: nonce });
    for (const i of places) {
      const changed = [...chunks];
      changed[i] = other.chunks[i]!;
      const released = plaintext.subarray(0, i * chunkLength);
      await expectRefused(concatenate(header, ...changed), released, forged, `chunk ${i}`);
    }
  });
});

describe('a header', async () => {
  const { header } = reference('N', text(100));
  /** True if flipping this bit gives a valid header of another file. */
  const isHeader = (bit: number) => {
    const byte = bit >> 3;
    return byte >= 16 || (byte === 9 && (header[9]! ^ (1 << (bit & 7))) >= 10 && (header[9]! ^ (1 << (bit & 7))) <= 24);
  };

  it.each([
    ['a key', { key }, { key }],
    ['a passphrase', { passphrase: text(20), costLog: 10 }, { passphrase: text(20) }],
  ])('of a file with %s, with a bit flipped, is refused', async (_, secret, options) => {
    const file = reference('N', text(100), { secret });
    const whole = concatenate(file.header, ...file.chunks);
    for (let bit = 0; bit < 8 * headerLength; bit++) {
      const byte = bit >> 3;
      // Each changed salt or commitment costs a key derivation, so `npm test` flips one bit of each of their bytes.
      const isUsual = byte < 16 || bit % 8 === byte % 8;
      if ('passphrase' in secret && !casesOf({ usual: isUsual, all: true })) continue;
      // 2^11 and 2^14 are valid costs too; 2^26 and the others are not.
      const isCost = 'passphrase' in secret && byte === 11 && [1, 4].includes(1 << (bit & 7));
      const error = byte === 7 ? otherVersion : isHeader(bit) || isCost ? forged : malformed;
      await expectClosed(flipBit(whole, bit), error, `bit ${bit}`, options as Options);
    }
  });
});

it.each([
  [1, 'version 1 of the format is no longer read: it was a draft, which no release wrote'],
  [3, 'version 3 of the format is not known, only 2'],
])('a file of version %i is refused as one', async (version, message) => {
  const { header } = reference('N', text(100));
  header[7] = version;
  await expectClosed(header, { ...otherVersion, message }, 'version');
});

it('a file of a key source that is not known is refused, though its cost is right', async () => {
  const passphrase = text(20);
  const { header } = reference('N', text(100), { secret: { passphrase, costLog: 10 } });
  header[10] = 2;
  await expectClosed(header, malformed, 'key source 2', { passphrase });
});

describe('chunks that no writer writes, though they are authentic', async () => {
  const { header, chunkAt: chunk } = written('N');

  const batch = Array.from({ length: 32 }, (_, i) => chunk(i, false));

  it.each([
    ['an empty last one behind thirty-two', 32, [...batch, chunk(32, true, 0)]],
    ['an empty one that is not the last', 0, [chunk(0, false, 0), chunk(1, true, 0)]],
    ['one marked as the last before the last', 0, [chunk(0, true), chunk(1, true)]],
    ['numbers from 1', 0, [chunk(1, false), chunk(2, true)]],
    ['a number twice', 1, [chunk(0, false), chunk(0, true)]],
    ['one in another mode', 0, [chunk(0, true, 5, 'M')]],
    ['one longer than the header says', 0, [chunk(0, true, chunkLength + 1)]],
  ] as const)('%s', async (what, bad, chunks) => {
    const released = concatenate(...Array.from({ length: bad }, () => text(chunkLength)));
    await expectRefused(concatenate(header, ...chunks), released, forged, what);
  });
});

describe('a file', () => {
  const associatedData = ad(40);
  const passphrase = text(20);
  const seal = (options: Parameters<typeof encryptStream>[0]) => allThrough(encryptStream(options), text(5000));
  const byKey = seal({ key, associatedData });
  const byPassphrase = seal({ passphrase, associatedData, cost: 1024 });

  const cutPassphrases = [passphrase.subarray(1), concatenate(passphrase, text(1)), text(1)];
  it.each([
    ['key', byKey, { key }, [0, 7, 64, 127].map((bit) => ({ key: flipBit(key, bit) }))],
    [
      'passphrase',
      byPassphrase,
      { passphrase },
      [flipBit(passphrase, 0), ...cutPassphrases].map((wrong) => ({ passphrase: wrong })),
    ],
  ] as [string, typeof byKey, { key: Uint8Array }, { key: Uint8Array }[]][])(
    'opens with its %s and its associated data, and with no others',
    async (name, file, secret, wrongSecrets) => {
      expectSame(await allThrough(decryptStream({ ...secret, associatedData }), await file), text(5000));
      const message = `the ${name}, the associated data or the header is not what the file was encrypted with`;
      for (const wrong of wrongSecrets)
        await expectClosed(await file, { ...forged, message }, 'secret', { ...wrong, associatedData });
      for (const wrong of [undefined, text(0), flipBit(associatedData, 100), ad(39), ad(41), new Uint8Array(40)])
        await expectClosed(await file, { ...forged, message }, String(wrong), { ...secret, associatedData: wrong });
    },
  );
});

describe('a limit on memory', () => {
  const passphrase = text(20);
  const { header, chunks } = reference('N', text(10), { secret: { passphrase, costLog: 10 } });
  const whole = concatenate(header, ...chunks);

  it.each([
    { log: 11, maxMemory: 2 ** 20 },
    { log: 20, maxMemory: 2 ** 30 - 1 },
    { log: 19, maxMemory: undefined },
  ])('is kept without a derivation: cost 2^$log, limit $maxMemory', async ({ log, maxMemory }) => {
    const file = whole.slice();
    file[11] = log;
    const scrypt = vi.spyOn(process.getBuiltinModule('node:crypto'), 'scrypt');
    onTestFinished(() => scrypt.mockRestore());
    const tooMuch = { name: 'MemoryError', code: 'ERR_ROMULUS_MEMORY', needed: 2 ** (10 + log) };
    await expectClosed(file, tooMuch, '', { passphrase, maxMemory });
    expect(scrypt).not.toHaveBeenCalled();
  });

  it('lets a file at the limit open', async () => {
    expectSame(await allThrough(decryptStream({ passphrase, maxMemory: 2 ** 20 }), whole), text(10));
  });
});

const changedLengths = [0, 1, chunkLength - 1, chunkLength, chunkLength + 1, 2 * chunkLength, 3500];
const changedFiles = modes.flatMap((mode, i) =>
  changedLengths.flatMap((length, j) =>
    [0, 21].map((adLength) => {
      const [plaintext, associatedData] = [text(length), ad(adLength)];
      const { header, chunks } = reference(mode, plaintext, {
        associatedData,
        salt: text(20 * i + j + 16).slice(-16),
      });
      return { file: concatenate(header, ...chunks), plaintext, associatedData };
    }),
  ),
);

/** A likely place of faults: anywhere, in the header, or near the start of a chunk. */
const place = fc.oneof(
  fc.nat(headerLength + 4 * stride),
  fc.nat(headerLength),
  fc.tuple(fc.nat(3), fc.integer({ min: -17, max: 17 })).map(([i, by]) => headerLength + i * stride + by),
);
const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const kinds: ((
  file: Uint8Array,
  given: { at: number; by: number; put: Uint8Array; order: number[]; other: Uint8Array },
) => Uint8Array)[] = [
  (file, { at, by }) => (at < file.length ? flipBit(file, 8 * at + (by % 8)) : file),
  // Bytes replaced, removed, added and repeated; the end of another file in the place of the end; chunks reordered.
  (file, { at, put }) => concatenate(file.slice(0, at), put.slice(0, 20), file.slice(at + Math.min(20, put.length))),
  (file, { at, by }) => concatenate(file.slice(0, at), file.slice(at + (by % 2000))),
  (file, { at, put }) => concatenate(file.slice(0, at), put, file.slice(at)),
  (file, { at, by }) => concatenate(file.slice(0, Math.max(at, by)), file.slice(Math.min(at, by))),
  (file, { at, other }) => concatenate(file.slice(0, at), other.slice(at)),
  (file, { order }) => {
    const chunks = cut(file.slice(headerLength), Array(4).fill(stride));
    return concatenate(file.slice(0, headerLength), ...order.map((i) => chunks[i] as Uint8Array));
  },
];
const change = fc.tuple(
  fc.constantFrom(...kinds),
  fc.record({
    ...{ at: place, by: place, put: bytes(1100), order: fc.shuffledSubarray([0, 1, 2, 3]) },
    other: fc.constantFrom(...changedFiles).map(({ file }) => file),
  }),
);
const refusals = [AuthenticationError, stream.FormatError, stream.VersionError, stream.SecretKindError];

it('a file that is changed at random is refused, after whole chunks of its plaintext', { timeout: 240_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...changedFiles),
      fc.array(change, { maxLength: 3 }),
      fc.option(bytes(20), { freq: 16 }),
      fc.array(fc.oneof(fc.nat(1), fc.nat(100), fc.nat(5000)), { maxLength: 40 }),
      async ({ file, plaintext, associatedData: own }, changes, otherAd, pieces) => {
        const changed = changes.reduce<Uint8Array>((changed, [apply, given]) => apply(changed, given), file);
        const associatedData = otherAd ?? own;
        const outcome = await through(decryptStream({ key, associatedData }), cut(changed, pieces));
        const released = outcome.bytes();
        // The changes may give another of these files.
        const became = changedFiles.find(
          (other) => same(other.file, changed) && same(other.associatedData, associatedData),
        );
        if (became) {
          expect(outcome.error).toBeUndefined();
          return expectSame(released, became.plaintext);
        }
        expect(refusals).toContain((outcome.error as Error | undefined)?.constructor);
        expect(released.length % chunkLength).toBe(0);
        const wholes = [plaintext, ...changedFiles.map((other) => other.plaintext)];
        expect(wholes.some((whole) => same(released, whole.subarray(0, released.length)))).toBe(true);
      },
    ),
    { numRuns: casesOf({ usual: 1000, all: 50_000 }) },
  ),
);
