/** Records: what the same messages give one by one, in every mode and at every edge; what is refused; what is read, and when. */
import { describe, expect, it } from 'vitest';
import { hashMany, romulusN } from '../../../ts/index.js';
import * as records from '../../../ts/records/index.js';
import { ad, concatenate, expectSame, flipBit, key, rejection, text, thrown } from '../../fixtures/bytes.js';
import { pausingEverywhere } from '../../fixtures/clock.js';
import { loadModes, type TestedMode, triedOf } from '../../fixtures/suites.js';

const { encryptRecords, decryptRecords, hashRecords } = records;
const byPromise = { encryptRecords, decryptRecords };
const sync = await records.load();
const modes = triedOf(await loadModes());

/** About the blocks of all modes, with every remainder of a word, and beyond what goes side by side. */
const lengths = [0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 19, 20, 21, 22, 24, 25, 31, 32, 33, 44, 47, 48, 49, 50, 100, 1024];
const counts = [0, 1, 2, 3, 4, 5, 8, 9, 31, 32, 33, 65];
const adLengths = [0, 1, 4, 12, 16, 33];

interface Shape {
  recordLength: number;
  count: number;
  adLength: number;
}

/** Records of a mode with what they must give. All arrays are at odd places of longer ones if `shift` is. */
function recordsOf({ mode, aead, twin }: TestedMode, { recordLength, count, adLength }: Shape, shift = 0) {
  const { nonceLength } = mode;
  const placed = (bytes: Uint8Array) => concatenate(new Uint8Array(shift), bytes).subarray(shift);
  const common = {
    key: placed(key),
    nonces: placed(Uint8Array.from({ length: count * nonceLength }, (_, i) => (i * 167) >> 3)),
    associatedData: placed(ad(adLength)),
  };
  const plaintexts = placed(text(count * recordLength));
  const ciphertexts = Array.from({ length: count }, (_, i) =>
    twin.encrypt({
      key,
      nonce: common.nonces.subarray(i * nonceLength, (i + 1) * nonceLength),
      plaintext: plaintexts.subarray(i * recordLength, (i + 1) * recordLength),
      associatedData: common.associatedData,
    }),
  );
  const request = { ...common, recordLength, mode: aead };
  return { request, plaintexts, each: ciphertexts, ciphertexts: concatenate(...ciphertexts) };
}

const shapes = [
  ...lengths.map((recordLength, i) => ({
    recordLength,
    count: counts[i % counts.length] as number,
    adLength: adLengths[i % adLengths.length] as number,
  })),
  ...counts.map((count, i) => ({ recordLength: 21 + i, count, adLength: adLengths[(i * 5) % 6] as number })),
  ...adLengths.map((adLength) => ({ recordLength: 16, count: 40, adLength })),
  { recordLength: 2100, count: 9, adLength: 5 },
  { recordLength: 20, count: 9, adLength: 2100 },
  { recordLength: 17_000, count: 3, adLength: 700 },
];

describe.each(modes.map((each) => ({ ...each, name: each.aead.name })))('$name', (tested) => {
  const { mode, aead, twin } = tested;

  it.each([0, 1, 4])('gives what its messages give one by one, from arrays %i bytes into others', async (shift) => {
    for (const shape of shapes) {
      const { request, plaintexts, ciphertexts } = recordsOf(tested, shape, shift);
      const what = JSON.stringify(shape);
      expectSame(await encryptRecords({ ...request, plaintexts }), ciphertexts, what);
      expectSame(sync.encryptRecords({ ...request, mode: twin, plaintexts }), ciphertexts, what);
      expectSame(await decryptRecords({ ...request, ciphertexts }), plaintexts, what);
      expectSame(sync.decryptRecords({ ...request, mode: twin, ciphertexts }), plaintexts, what);
    }
  });

  it.each([[0], [5], [39], [3, 31, 32, 33], Array.from({ length: 40 }, (_, i) => i)])(
    'gives no plaintext where records are forged, and names them: %i, ...',
    async (...forged) => {
      for (const recordLength of [0, 32, 2100]) {
        const { request, each } = recordsOf(tested, { recordLength, count: 40, adLength: 3 });
        const ciphertexts = concatenate(
          ...each.map((ciphertext, i) =>
            forged.includes(i) ? flipBit(ciphertext, (i * 29) % (8 * ciphertext.length)) : ciphertext,
          ),
        );
        const promised = await rejection(() => decryptRecords({ ...request, ciphertexts }));
        for (const error of [promised, thrown(() => sync.decryptRecords({ ...request, ciphertexts }))]) {
          expect(error).toBeInstanceOf(records.RecordAuthenticationError);
          expect(error).toBeInstanceOf(records.AuthenticationError);
          expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH', indexes: forged });
        }
      }
    },
  );

  it('refuses arrays of other lengths', async () => {
    const { nonceLength, tagLength } = mode;
    const request = { key, nonces: new Uint8Array(3 * nonceLength), recordLength: 8, mode: aead };
    const plaintexts = new Uint8Array(24);
    const ciphertexts = new Uint8Array(3 * (8 + tagLength));
    const wrong: [argument: string, request: object, expected: number, received: number][] = [
      ['key', { ...request, key: text(15), plaintexts }, 16, 15],
      ['nonces', { ...request, nonces: text(3 * nonceLength - 1), plaintexts }, 2 * nonceLength, 3 * nonceLength - 1],
      ['plaintexts', { ...request, plaintexts: text(23) }, 24, 23],
      ['plaintexts', { ...request, plaintexts: text(25) }, 24, 25],
      ['plaintexts', { ...request, nonces: text(0), plaintexts }, 0, 24],
      ['ciphertexts', { ...request, ciphertexts: plaintexts }, ciphertexts.length, 24],
      ['ciphertexts', { ...request, recordLength: 9, ciphertexts }, ciphertexts.length + 3, ciphertexts.length],
    ];
    for (const [argument, given, expected, received] of wrong) {
      const name = 'ciphertexts' in given ? 'decryptRecords' : 'encryptRecords';
      const promised = await rejection(() => byPromise[name](given as never));
      for (const error of [promised, thrown(() => sync[name](given as never))])
        expect(error).toMatchObject({ code: 'ERR_ROMULUS_LENGTH', argument, expected, received });
    }
  });

  it('goes by what its inputs were at the call, and tells how much is done', async () => {
    for (const shape of [
      { recordLength: 32, count: 300, adLength: 20 },
      { recordLength: 2100, count: 40, adLength: 0 },
    ]) {
      const { request, plaintexts, ciphertexts } = recordsOf(tested, shape);
      const given = plaintexts.slice();
      const told: number[] = [];
      const total = shape.count * (shape.recordLength + shape.adLength);
      const onProgress = (processed: number, of: number) => {
        expect(of).toBe(total);
        told.push(processed);
      };
      const result = await pausingEverywhere(() => {
        const promise = encryptRecords({ ...request, plaintexts: given }, { onProgress });
        for (const bytes of [given, request.nonces, request.associatedData]) bytes.fill(0xa5);
        return promise;
      });
      expectSame(result, ciphertexts);
      expect(told.length).toBeGreaterThanOrEqual(2);
      expect(told).toEqual([...told].sort((a, b) => a - b));
      expect(told.at(-1)).toBeLessThanOrEqual(total);
    }
  });
});

describe('hashRecords', () => {
  it.each([1, 3, 4, 31, 32, 33, 64, 100, 2048, 2049, 17_000])('of %i bytes', async (recordLength) => {
    for (const count of [0, 1, 2, 8, 33]) {
      const bytes = text(count * recordLength + 1).subarray(1);
      const each = Array.from({ length: count }, (_, i) => bytes.slice(i * recordLength, (i + 1) * recordLength));
      const digests = concatenate(...(await hashMany(each)));
      expectSame(await hashRecords(bytes, recordLength), digests);
      expectSame(sync.hashRecords(bytes, recordLength), digests);
    }
  });

  it('refuses records of no length, and parts of one', async () => {
    for (const [bytes, recordLength, code] of [
      [text(8), 0, 'ERR_ROMULUS_USAGE'],
      [text(8), 1.5, 'ERR_ROMULUS_USAGE'],
      [text(8), -8, 'ERR_ROMULUS_USAGE'],
      [text(8), '8', 'ERR_ROMULUS_USAGE'],
      [text(8), undefined, 'ERR_ROMULUS_USAGE'],
      [text(8), 3, 'ERR_ROMULUS_LENGTH'],
      ['text', 1, 'ERR_ROMULUS_TYPE'],
    ] as [Uint8Array, number, string][]) {
      expect(await rejection(() => hashRecords(bytes, recordLength))).toMatchObject({ code });
      expect(thrown(() => sync.hashRecords(bytes, recordLength))).toMatchObject({ code });
    }
  });
});

describe('the request', () => {
  const request = { key, nonces: text(32), plaintexts: text(10), recordLength: 5, mode: romulusN };

  it('has the default mode of seal', async () => {
    const { mode: _, ...without } = request;
    expectSame(await encryptRecords(without), await encryptRecords({ ...request, mode: 'M' }));
  });

  it.each([
    ['plaintext', { plaintext: text(10) }, 'ERR_ROMULUS_TYPE'],
    ['nonce', { nonce: text(16) }, 'ERR_ROMULUS_TYPE'],
    ['mode', { mode: 'Q' }, 'ERR_ROMULUS_USAGE'],
    ['recordLength', { recordLength: 2.5 }, 'ERR_ROMULUS_USAGE'],
    ['recordLength', { recordLength: -1 }, 'ERR_ROMULUS_USAGE'],
    ['recordLength', { recordLength: undefined }, 'ERR_ROMULUS_USAGE'],
    ['nonces', { nonces: [1, 2] }, 'ERR_ROMULUS_TYPE'],
    ['associatedData', { associatedData: 'table' }, 'ERR_ROMULUS_TYPE'],
  ])('with a wrong %s is refused', async (name, wrong, code) => {
    const given = { ...request, ...wrong } as never;
    for (const error of [await rejection(() => encryptRecords(given)), thrown(() => sync.encryptRecords(given))]) {
      expect(error).toMatchObject({ code });
      expect(error.message).toContain(name);
    }
  });

  it('is aborted before and between slices', async () => {
    const many = { ...request, nonces: text(16 * 400), plaintexts: text(400 * 2000), recordLength: 2000 };
    expect(await rejection(() => encryptRecords(request, { signal: AbortSignal.abort('before') }))).toBe('before');
    const aborting = new AbortController();
    const onProgress = () => aborting.abort('between');
    const call = () => encryptRecords(many, { signal: aborting.signal, onProgress });
    expect(await pausingEverywhere(() => rejection(call))).toBe('between');
  });

  it('may have all its arrays in one buffer, shared too, and the result is of its own', async () => {
    const expected = await encryptRecords(request);
    for (const buffer of [new ArrayBuffer(100), new SharedArrayBuffer(100)]) {
      const all = new Uint8Array(buffer);
      const place = (at: number, bytes: Uint8Array) => {
        all.set(bytes, at);
        return all.subarray(at, at + bytes.length);
      };
      const shared = { ...request, key: place(1, request.key), nonces: place(17, request.nonces) };
      const result = await encryptRecords({ ...shared, plaintexts: place(51, request.plaintexts) });
      expectSame(result, expected);
      expect(result.buffer).not.toBe(buffer);
      // Overlapping inputs: the plaintexts are part of the nonces.
      const overlapping = all.subarray(20, 30);
      const copy = overlapping.slice();
      expectSame(
        sync.encryptRecords({ ...shared, plaintexts: overlapping }),
        await encryptRecords({ ...request, plaintexts: copy }),
      );
    }
  });
});
