/** What long work takes besides its input: a signal that stops it, and a function that is told how far it is. */
import { describe, expect, it } from 'vitest';
import { hashMany, hashStream, load, romulusH, romulusM, romulusN, romulusT, seal, unseal } from '../../../ts/index.js';
import { ad, expectSame, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { freshPackage, type Romulus } from '../../fixtures/instance.js';
import { modesOf } from '../../fixtures/modes.js';
import { nextTurn, onNextTurn } from '../../fixtures/runtime.js';
import { referenceEncrypt, referenceHash } from '../../reference/romulus.js';
import { expectAbortedBefore, expectAbortedUnderWay, expectProgress, type LongCall } from './work.js';

const sync = await load();

/** Odd, and more than twice the 64 pieces of 16 KiB that a slice has at most: two pauses, however fast the module is. */
const length = 2_200_001;
const message = text(length);
const request = { key, nonce, plaintext: message, associatedData: ad(70_001) };
const forms = modesOf({ romulusN, romulusM, romulusT }, sync);

async function* chunks() {
  for (let start = 0; start < length; start += 300_000) yield message.subarray(start, start + 300_000);
}

const works: LongCall[] = [
  ...forms.flatMap(({ aead, twin, mode }): LongCall[] => {
    const ciphertext = twin.encrypt(request);
    const sealed = sync.seal(key, message, { mode });
    const both = length + 70_001;
    return [
      { name: `${mode} encrypt`, total: both, work: (options) => aead.encrypt(request, options) },
      {
        name: `${mode} decrypt`,
        total: both + 16,
        work: (options) => aead.decrypt({ ...request, ciphertext }, options),
      },
      { name: `${mode} encryptDetached`, total: both, work: (options) => aead.encryptDetached(request, options) },
      {
        name: `${mode} decryptDetached`,
        total: both,
        work: (options) =>
          aead.decryptDetached(
            { ...request, ciphertext: ciphertext.subarray(0, length), tag: ciphertext.subarray(length) },
            options,
          ),
      },
      {
        name: `${mode} encryptMany`,
        total: 2 * both,
        work: (options) => aead.encryptMany([request, request], options),
      },
      {
        name: `${mode} decryptMany`,
        total: 2 * (both + 16),
        work: (options) => aead.decryptMany(new Array(2).fill({ ...request, ciphertext }), options),
      },
      { name: `${mode} seal`, total: length, work: (options) => seal(key, message, { mode, ...options }) },
      { name: `${mode} unseal`, total: length + 16, work: (options) => unseal(key, sealed, { mode, ...options }) },
    ];
  }),
  { name: 'romulusH', total: length, work: (options) => romulusH(message, options) },
  { name: 'hashMany', total: 2 * length, work: (options) => hashMany([message, message], options) },
  {
    name: 'hashMany of short messages',
    total: 16_000_000,
    work: (options) => hashMany(new Array(80_000).fill(text(200)), options),
  },
];

const streamed = { name: 'hashStream', work: (options?: object) => hashStream(chunks(), options) };

async function expectLaterCallsRight(): Promise<void> {
  const small = { key, nonce, plaintext: text(45), associatedData: ad(21) };
  for (const { aead, twin, mode } of forms) {
    expectSame(await aead.encrypt(small), referenceEncrypt(mode, small));
    const longer = { ...small, plaintext: text(30_000) };
    expectSame(await aead.encrypt(longer), twin.encrypt(longer));
  }
  expectSame(await romulusH(text(99)), referenceHash(text(99)));
}

describe('onProgress', () => {
  it.each(works)('is told by $name how much of all is done', expectProgress);

  it('is not called for short work', async () => {
    const onProgress = () => expect.fail('it was called');
    for (const { aead } of forms) await aead.encrypt({ key, nonce, plaintext: text(100) }, { onProgress });
    await romulusH(text(16_384), { onProgress });
  });

  it('may be left undefined, and so may the signal', async () => {
    for (const options of [undefined, {}, { signal: undefined, onProgress: undefined }]) {
      expectSame(await romulusH(message, options), sync.romulusH(message));
      expectSame(await romulusN.encrypt(request, options), sync.romulusN.encrypt(request));
      expectSame(await hashStream(chunks(), options), sync.romulusH(message));
    }
  });
});

describe('a signal', () => {
  const all = [...works, streamed];

  it.each(all)('aborted before rejects $name with its reason', async (call) => {
    await expectAbortedBefore(call);
    await expectLaterCallsRight();
  });

  it.each(all)('aborted between two slices rejects $name with its reason', async (call) => {
    await expectAbortedUnderWay(call);
    await expectLaterCallsRight();
  });

  it.each(all)('aborted by a timer rejects $name', async ({ work }) => {
    const controller = new AbortController();
    onNextTurn(() => controller.abort());
    const error = await rejection(() => work({ signal: controller.signal }));
    expect(error.name).toBe('AbortError');
  });

  const each = all.filter(({ name }) => !/Many|Detached|seal/.test(name));
  it.each(each)('aborted afterwards changes nothing in what $name gave', async ({ work }) => {
    const controller = new AbortController();
    const { signal } = controller;
    const result = await work({ signal });
    const copy = structuredClone(result);
    controller.abort();
    await nextTurn();
    const flat = (value: unknown): Uint8Array[] =>
      ArrayBuffer.isView(value) ? [value as Uint8Array] : Object.values(value as object).flatMap(flat);
    for (const [i, bytes] of flat(result).entries()) expectSame(bytes, flat(copy)[i] as Uint8Array);
  });

  it('aborted before rejects short work too', async () => {
    const signal = AbortSignal.abort('reason');
    const short = { key, nonce, plaintext: text(9) };
    const ciphertext = sync.romulusN.encrypt(short);
    expect(await rejection(() => romulusN.encrypt(short, { signal }))).toBe('reason');
    expect(await rejection(() => romulusN.decrypt({ ...short, ciphertext }, { signal }))).toBe('reason');
    expect(await rejection(() => romulusN.encryptMany([short], { signal }))).toBe('reason');
    expect(await rejection(() => romulusN.decryptMany([{ ...short, ciphertext }], { signal }))).toBe('reason');
    expect(await rejection(() => romulusH(text(9), { signal }))).toBe('reason');
    expect(await rejection(() => hashMany([text(9)], { signal }))).toBe('reason');
    expect(await rejection(() => seal(key, text(9), { signal }))).toBe('reason');
  });

  it('aborted while the module is loading rejects', async () => {
    const calls: ((fresh: Romulus, signal: AbortSignal) => Promise<unknown>)[] = [
      (fresh, signal) => fresh.romulusH(text(9), { signal }),
      (fresh, signal) => fresh.romulusM.encrypt({ key, nonce, plaintext: text(9) }, { signal }),
      (fresh, signal) => fresh.hashMany([text(9)], { signal }),
      (fresh, signal) => fresh.hashStream(new Blob([text(9)]), { signal }),
    ];
    for (const call of calls) {
      const fresh = await freshPackage();
      const controller = new AbortController();
      const rejected = rejection(() => call(fresh, controller.signal));
      controller.abort('reason');
      expect(await rejected).toBe('reason');
      expectSame(await fresh.romulusH(text(9)), referenceHash(text(9)));
    }
  });

  it('stops one call and not those beside it', async () => {
    const controller = new AbortController();
    const stopped = rejection(() => romulusT.encrypt(request, { signal: controller.signal }));
    const others = [romulusT.encrypt(request), romulusH(message), romulusM.encrypt(request)];
    onNextTurn(() => controller.abort('reason'));
    expect(await stopped).toBe('reason');
    const [one, two, three] = await Promise.all(others);
    expectSame(one, sync.romulusT.encrypt(request));
    expectSame(two, sync.romulusH(message));
    expectSame(three, sync.romulusM.encrypt(request));
  });

  it('of any number of calls keeps no listeners', async () => {
    const { signal } = new AbortController();
    const counts = { add: 0, remove: 0 };
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener: (...values: Parameters<typeof add>) => {
        counts.add++;
        add(...values);
      },
      removeEventListener: (...values: Parameters<typeof remove>) => {
        counts.remove++;
        remove(...values);
      },
    });
    await hashStream(chunks(), { signal });
    await rejection(() => hashStream(new ReadableStream({ start: (c) => c.enqueue('text' as never) }), { signal }));
    await romulusN.encrypt(request, { signal });
    expect(counts.remove).toBe(counts.add);
  });
});
