/** `output` of encrypt and decrypt: an array of the caller's gets the result, and nothing that is not the result. */
import { describe, expect, it } from 'vitest';
import { romulusN } from '../../../ts/index.js';
import { made, madeOrCut } from '../../fixtures/arrays.js';
import { hasResizable, ResizableArrayBuffer } from '../../fixtures/buffers.js';
import { ad, expectSame, flipBit, key, rejection, text } from '../../fixtures/bytes.js';
import { pausingEverywhere } from '../../fixtures/clock.js';
import { freshPackage } from '../../fixtures/instance.js';
import { modesOf, sync } from '../../fixtures/modes.js';
import { Foreign, onNextTurn } from '../../fixtures/runtime.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { casesOf, loadModes, triedOf } from '../../fixtures/suites.js';
import { poolOf } from '../pool/workers.js';

const pool = await poolOf(1);
const inPool = new Map(modesOf(pool, sync).map(({ aead }) => [aead.name, aead]));

/** In one call of the engine; by pieces; and, by some bytes, with more pieces than are moved to the output at once. */
const allLengths = [0, 1, 64, 16_300, 20_000, 270_000];

const associatedData = ad(33);
const filled = (length: number) => new Uint8Array(length).fill(0xc3);

/** Where a Uint8Array may lie. */
const places: Record<string, (length: number) => Uint8Array> = {
  'an array of its own': filled,
  'the middle of a larger buffer': (length) => filled(length + 40).subarray(17, 17 + length),
  'shared memory': (length) => new Uint8Array(new SharedArrayBuffer(length + 3), 3).fill(0xc3),
  'another realm': (length) => new Foreign(length).fill(0xc3),
  'a class with methods of its own': (length) => {
    const array = filled(length);
    const lying = { set: () => {}, fill: () => {}, length: 3, byteOffset: 1, buffer: key.buffer, constructor: Array };
    return Object.defineProperties(array, Object.getOwnPropertyDescriptors(lying));
  },
};

/** The byte array as it is, whatever it tells of itself. */
const plain = (array: Uint8Array) => {
  const getter = (name: string) => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name);
  const [buffer, offset, length] = ['buffer', 'byteOffset', 'length'].map((name) => getter(name)?.get?.call(array));
  return new Uint8Array(buffer, offset, length);
};

const outcomeOf = async (call: () => unknown): Promise<unknown> => {
  try {
    return await call();
  } catch (error) {
    return error;
  }
};

describe.each(triedOf(await loadModes()))('$mode.name of $suite.key', ({ suite, aead, twin }) => {
  const lengths = suite.key === 'romulus' ? allLengths : casesOf({ usual: [64, 20_000], all: allLengths });
  const nonce = text(twin.nonceLength);
  const local = [aead, twin];
  const forms = [...local, ...[inPool.get(aead.name) ?? []].flat()];

  /** Each function with what it takes and gives, for a text of some length. */
  const callsOf = (length: number) => {
    const plaintext = text(length);
    const ciphertext = twin.encrypt({ key, nonce, associatedData, plaintext });
    return [
      { name: 'encrypt', given: { key, nonce, associatedData, plaintext }, expected: ciphertext },
      { name: 'decrypt', given: { key, nonce, associatedData, ciphertext }, expected: plaintext },
    ] as const;
  };
  type Call = ReturnType<typeof callsOf>[number];
  const run = (form: (typeof forms)[number], { name }: Call, request: object, options?: object) =>
    (form[name] as (request: object, options?: object) => unknown)(request, options);

  it.each(lengths)('%i bytes are written to it, and nothing beside it', async (length) => {
    for (const call of callsOf(length)) {
      for (const [place, make] of Object.entries(places)) {
        for (const form of forms) {
          const output = make(call.expected.length);
          const { buffer, byteOffset } = plain(output);
          const around = new Uint8Array(buffer).slice();
          around.set(call.expected, byteOffset);
          expect(await run(form, call, { ...call.given, output })).toBe(output);
          expectSame(new Uint8Array(buffer), around, `${call.name} to ${place}`);
        }
      }
    }
  });

  it('is the only array for the result of a short message', async () => {
    for (const call of callsOf(64)) {
      const output = filled(call.expected.length);
      const { arrays, outcome } = await madeOrCut(async () => run(twin, call, { ...call.given, output }));
      expect(outcome).toBe(output);
      expect(arrays).toEqual([]);
    }
  });

  it('may be used again and again, and touch the inputs', async () => {
    const row = filled(400);
    for (const call of callsOf(64)) {
      // key || output || nonce || text: neighbours, with no byte in common.
      const keyAt = row.subarray(0, 16);
      const output = row.subarray(16, 16 + call.expected.length);
      const nonceAt = row.subarray(16 + output.length, 16 + output.length + nonce.length);
      keyAt.set(key);
      nonceAt.set(nonce);
      for (const form of local) {
        for (let i = 0; i < 3; i++) {
          output.fill(i);
          await run(form, call, { ...call.given, key: keyAt, nonce: nonceAt, output });
          expectSame(output, call.expected);
        }
      }
    }
  });

  it.each([64, 20_000])('of another length is refused, and left as it was: for %i bytes', async (length) => {
    for (const call of callsOf(length)) {
      const right = call.expected.length;
      for (const wrong of [0, right - 1, right + 1, right + 16, 2 * right]) {
        const output = filled(wrong);
        for (const form of forms)
          expect(await outcomeOf(() => run(form, call, { ...call.given, output }))).toMatchObject({
            code: 'ERR_ROMULUS_LENGTH',
            argument: 'output',
            expected: right,
            received: wrong,
          });
        expectSame(output, filled(wrong));
      }
    }
  });

  it('of another type is refused', async () => {
    for (const call of callsOf(64)) {
      const length = call.expected.length;
      const detached = new Uint8Array(length);
      structuredClone(detached, { transfer: [detached.buffer] });
      const wrong = [null, 0, '', 'x', [], {}, new ArrayBuffer(length), new Int8Array(length), detached];
      if (hasResizable) {
        const buffer = new ResizableArrayBuffer(length + 8, { maxByteLength: length + 8 });
        wrong.push(new Uint8Array(buffer, 8, length));
        buffer.resize(length);
      }
      for (const output of wrong)
        for (const form of forms)
          expect(await outcomeOf(() => run(form, call, { ...call.given, output }))).toMatchObject({
            code: 'ERR_ROMULUS_TYPE',
            argument: 'output',
          });
    }
  });

  it.each([64, 20_000])('with a byte of an input is refused, and no byte changes: of %i', async (length) => {
    for (const call of callsOf(length)) {
      const right = call.expected.length;
      for (const [name, bytes] of Object.entries(call.given)) {
        // From before the input to its first byte, from its last byte on, and as much of it as there is.
        for (const at of [1, right + bytes.length - 1, right]) {
          const memory = filled(2 * right + bytes.length);
          const input = memory.subarray(right, right + bytes.length);
          input.set(bytes);
          const before = memory.slice();
          const request = { ...call.given, [name]: input, output: memory.subarray(at, at + right) };
          for (const form of forms)
            expect(await outcomeOf(() => run(form, call, request)), `${name} at ${at}`).toMatchObject({
              code: 'ERR_ROMULUS_TYPE',
              argument: 'output',
            });
          expectSame(memory, before);
        }
      }
      const [input] = Object.values(call.given).slice(-1) as [Uint8Array];
      for (const form of forms)
        expect(await outcomeOf(() => run(form, call, { ...call.given, output: input }))).toMatchObject({
          argument: 'output',
        });
    }
  });

  it.each(lengths)('gets nothing of a message that is not authentic, not even in between: %i bytes', async (length) => {
    const [, call] = callsOf(length);
    const { ciphertext } = call.given;
    const request = { ...call.given, ciphertext: flipBit(ciphertext, 8 * ciphertext.length - 1) };
    for (const make of [places['an array of its own'], places['shared memory']] as (typeof filled)[]) {
      const output = make(length);
      const untouched = () => expectSame(output, filled(length));
      for (const form of forms) {
        const options = form === twin ? undefined : { onProgress: untouched };
        const refused = () => outcomeOf(() => run(form, call, { ...request, output }, options));
        expect(await pausingEverywhere(refused)).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
        untouched();
      }
    }
  });

  it('is written when all is done, and the result is nowhere else', async () => {
    for (const call of callsOf(270_000)) {
      for (const form of local) {
        const output = filled(call.expected.length);
        const untouched = filled(output.length);
        let told = 0;
        const onProgress = () => {
          told++;
          expectSame(output, untouched);
        };
        const request = { ...call.given, output };
        const { arrays, outcome } = await made(() =>
          pausingEverywhere(async () => run(form, call, request, form === twin ? undefined : { onProgress })),
        );
        expect(outcome).toBe(output);
        expectSame(output, call.expected);
        if (form === aead) expect(told).toBeGreaterThan(2);
        expect(arrays.filter((array) => array.length > 16 && array.some((byte) => byte !== 0))).toEqual([]);
      }
    }
  });

  it('of no bytes leaves the progress as it is', async () => {
    const request = { key, nonce: text(aead.nonceLength), associatedData: ad(300_000) };
    const ciphertext = twin.encrypt({ ...request, plaintext: text(0) });
    const told: number[] = [];
    const onProgress = (processed: number) => void told.push(processed);
    const output = new Uint8Array(0);
    await pausingEverywhere(() => aead.decrypt({ ...request, ciphertext, output }, { onProgress }));
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });

  it('is left as it was by a call that is aborted', async () => {
    for (const call of callsOf(270_000)) {
      for (const at of [1, 2, 5]) {
        const watched = watchedSignal(at);
        const output = filled(call.expected.length);
        const aborted = () => rejection(() => run(aead, call, { ...call.given, output }, watched.options));
        expect(await pausingEverywhere(aborted)).toBe(watched.reason);
        expectSame(output, filled(output.length));
      }
    }
  });

  it('that is taken away meanwhile fails the call, which leaves nothing', async () => {
    for (const call of callsOf(270_000)) {
      const output = filled(call.expected.length);
      let told = 0;
      const onProgress = () => void (++told === 2 && structuredClone(output, { transfer: [output.buffer] }));
      const { arrays, outcome } = await made(() =>
        pausingEverywhere(async () => run(aead, call, { ...call.given, output }, { onProgress })),
      );
      expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
      expect(arrays.filter((array) => array.length > 16 && array.some((byte) => byte !== 0))).toEqual([]);
    }
  });

  it('is a name that lists and detached tags do not have', async () => {
    const [toEncrypt, toDecrypt] = callsOf(64);
    const output = filled(64 + twin.tagLength);
    const encryption = { ...toEncrypt.given, output };
    const decryption = { ...toDecrypt.given, output: output.subarray(0, 64) };
    const tag = text(twin.tagLength);
    for (const form of forms) {
      const refused: [string, () => unknown][] = [
        ['requests[1]', () => form.encryptMany([toEncrypt.given, encryption])],
        ['requests[0]', () => form.decryptMany([decryption])],
        ['request', () => form.encryptDetached(encryption)],
        ['request', () => form.decryptDetached({ ...decryption, tag })],
      ];
      for (const [argument, call] of refused) {
        const error = (await outcomeOf(call)) as Error;
        expect(error).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument });
        expect(error.message).toContain('has no parameter "output"');
      }
    }
    expectSame(output, filled(output.length));
  });
});

describe('while the module loads', () => {
  const nonce = text(16);
  it.each([64, 20_000])('it is left alone, and may shrink: %i bytes', async (length) => {
    const { romulusN } = await freshPackage();
    const request = { key, nonce, plaintext: text(length) };
    const expected = sync.romulusN.encrypt(request);
    const [output, taken] = [filled(expected.length), filled(expected.length)];
    const results = [output, taken].map((output) => romulusN.encrypt({ ...request, output }));
    structuredClone(taken, { transfer: [taken.buffer] });
    expectSame(output, filled(output.length));
    const [first, second] = await Promise.allSettled(results);
    expect(first).toMatchObject({ status: 'fulfilled' });
    expectSame(output, expected);
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'ERR_ROMULUS_USAGE' } });
  });
});

it('of a long result is written in slices', async () => {
  const length = 6 << 20;
  const request = { key, nonce: text(16), plaintext: text(length) };
  const expected = sync.romulusN.encrypt(request);
  const output = filled(expected.length);
  let running = true;
  let partly = 0;
  const look = () => {
    // The last byte is written last.
    if (output[0] === expected[0] && output.at(-1) !== expected.at(-1)) partly++;
    if (running) onNextTurn(look);
  };
  onNextTurn(look);
  await pausingEverywhere(() => romulusN.encrypt({ ...request, output }));
  running = false;
  expectSame(output, expected);
  expect(partly).toBeGreaterThan(2);
});

it('is no parameter of seal and unseal', async () => {
  for (const form of [sync, pool]) {
    for (const call of [
      () => form.seal({ key, plaintext: text(1), output: filled(33) } as never),
      () => form.unseal({ key, sealed: text(33), output: filled(1) } as never),
    ])
      expect(((await outcomeOf(call)) as Error).message).toContain('has no parameter "output"');
  }
});
