/** `output` of encrypt and decrypt: where it may be, and when it is written. ../rejection/arguments.test.ts has wrong ones. */
import { describe, expect, it } from 'vitest';
import { romulusN } from '../../../ts/index.js';
import { made } from '../../fixtures/arrays.js';
import { ad, expectSame, flipBit, key, nonce, nonEmpty, outcomeOf, text } from '../../fixtures/bytes.js';
import { freshPackage } from '../../fixtures/instance.js';
import { modesOf, sync } from '../../fixtures/modes.js';
import { onNextTurn, pausingEverywhere } from '../../fixtures/runtime.js';
import { casesOf, loadModes, triedOf } from '../../fixtures/suites.js';
import { byteOffsetOf, hostileArray, kinds, type Make, memoryOf, reentry } from '../matrix/hostile-inputs.js';
import { poolOf } from '../pool/workers.js';

const pool = await poolOf(1);
const inPool = new Map(modesOf(pool, sync).map(({ aead }) => [aead.name, aead]));
const allLengths = casesOf({ usual: [0, 64, 20_000], all: [0, 1, 64, 16_300, 20_000, 100_000] });
const associatedData = ad(33);
const filled = (length: number) => new Uint8Array(length).fill(0xc3);

/** The module may not be called while an output is written into. */
const watched = reentry(sync);
const places: Record<string, Make> = {
  ...kinds,
  'that call the package again': (bytes) => hostileArray(bytes, watched.act),
};

describe.each(triedOf(await loadModes()))('$aead.name', ({ suite, aead, twin }) => {
  const lengths = suite.key === 'romulus' ? allLengths : casesOf({ usual: [64, 20_000], all: allLengths });
  const nonce = text(twin.nonceLength);
  const local = [aead, twin];
  const forms = [...local, ...[inPool.get(aead.name) ?? []].flat()];

  const callsOf = (length: number) => {
    const plaintext = text(length);
    const ciphertext = twin.encrypt({ key, nonce, associatedData, plaintext });
    return [
      { name: 'encrypt', given: { key, nonce, associatedData, plaintext }, expected: ciphertext },
      { name: 'decrypt', given: { key, nonce, associatedData, ciphertext }, expected: plaintext },
    ] as const;
  };
  type Call = ReturnType<typeof callsOf>[number];
  const run = (form: (typeof forms)[number], { name, given }: Call, parameters: object, options?: object) =>
    (form[name] as (request: object, options?: object) => unknown)({ ...given, ...parameters }, options);

  it('is the only array for the result of a short message', async () => {
    for (const call of callsOf(64)) {
      const output = filled(call.expected.length);
      expect(await made(async () => run(twin, call, { output }))).toEqual({ arrays: [], outcome: output });
    }
  });

  it.each(Object.entries(places))('is written whole in arrays %s, and nothing beside it', async (_, make) => {
    for (const call of lengths.flatMap(callsOf))
      for (const form of forms) {
        const output = make(filled(call.expected.length));
        const after = memoryOf(output).slice();
        after.set(call.expected, byteOffsetOf(output));
        expect(await run(form, call, { output })).toBe(output);
        expectSame(memoryOf(output), after);
      }
    expect(watched.inTheMiddle).toBe(0);
  });

  it('is written whole if the message before had other associated data, and a text of this length', () => {
    for (const adLength of [0, 33, 5]) {
      const request = { key, nonce, associatedData: ad(adLength), plaintext: text(64) };
      const ciphertext = twin.encrypt(request);
      expectSame(twin.encrypt({ ...request, output: filled(ciphertext.length) }), ciphertext);
    }
  });

  it('may be taken away meanwhile: the call fails, and no result stays behind', async () => {
    for (const call of callsOf(100_000)) {
      const output = filled(call.expected.length);
      const onProgress = () => {
        if (output.length > 0) structuredClone(output, { transfer: [output.buffer] });
      };
      const { arrays, outcome } = await made(() =>
        pausingEverywhere(async () => run(aead, call, { output }, { onProgress })),
      );
      expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
      expect(nonEmpty(arrays)).toEqual([]);
    }
  });

  it.each([64, 20_000])('with a byte of an input is refused, and may touch it: of %i', async (length) => {
    const refused = { code: 'ERR_ROMULUS_TYPE', argument: 'output' };
    for (const call of callsOf(length)) {
      const right = call.expected.length;
      for (const [name, bytes] of Object.entries(call.given)) {
        // With the input's first byte, with its last byte, with as much of it as there is; right before it, and behind it.
        for (const at of [1, right + bytes.length - 1, right, 0, right + bytes.length]) {
          const overlaps = at > 0 && at < right + bytes.length;
          const memory = filled(2 * right + bytes.length);
          const input = memory.subarray(right, right + bytes.length);
          input.set(bytes);
          const after = memory.slice();
          if (!overlaps) after.set(call.expected, at);
          const parameters = { [name]: input, output: memory.subarray(at, at + right) };
          for (const form of forms) {
            const outcome = await outcomeOf(() => run(form, call, parameters));
            if (overlaps) expect(outcome, `${name} at ${at}`).toMatchObject(refused);
            else expect(outcome, `${name} at ${at}`).toBe(parameters.output);
          }
          expectSame(memory, after);
        }
      }
    }
  });

  it.each(lengths)('gets no byte of a forged message, not even for a moment: %i bytes', async (length) => {
    const [, call] = callsOf(length);
    const ciphertext = flipBit(call.given.ciphertext, 8 * call.given.ciphertext.length - 1);
    for (const buffer of [ArrayBuffer, SharedArrayBuffer])
      for (const form of forms) {
        const output = new Uint8Array(new buffer(length)).fill(0xc3);
        const untouched = () => expectSame(output, filled(length));
        const options = form === twin ? undefined : { onProgress: untouched };
        const refused = () => outcomeOf(() => run(form, call, { ciphertext, output }, options));
        expect(await pausingEverywhere(refused)).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
        untouched();
      }
  });

  it('is written when all is done, and the result is nowhere else', async () => {
    for (const call of callsOf(100_000))
      for (const form of local) {
        const output = filled(call.expected.length);
        const untouched = filled(output.length);
        let told = 0;
        const onProgress = () => {
          told++;
          expectSame(output, untouched);
        };
        const options = form === twin ? undefined : { onProgress };
        const { arrays, outcome } = await made(() =>
          pausingEverywhere(async () => run(form, call, { output }, options)),
        );
        expect(outcome).toBe(output);
        expectSame(output, call.expected);
        if (form === aead) expect(told).toBeGreaterThan(2);
        expect(nonEmpty(arrays)).toEqual([]);
      }
  });
});

it('may be taken away while the module loads: the call fails', async () => {
  const { romulusN } = await freshPackage();
  const output = filled(80);
  const call = romulusN.encrypt({ key, nonce, plaintext: text(64), output });
  structuredClone(output, { transfer: [output.buffer] });
  expect(await outcomeOf(() => call)).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
});

it('of a long result is written in slices', async () => {
  const request = { key, nonce, plaintext: text(6 << 20) };
  const expected = sync.romulusN.encrypt(request);
  const output = filled(expected.length);
  let running = true;
  let partly = 0;
  const look = () => {
    // The package writes the last byte last.
    if (output[0] === expected[0] && output.at(-1) !== expected.at(-1)) partly++;
    if (running) onNextTurn(look);
  };
  onNextTurn(look);
  await pausingEverywhere(() => romulusN.encrypt({ ...request, output }));
  running = false;
  expectSame(output, expected);
  expect(partly).toBeGreaterThan(2);
});
