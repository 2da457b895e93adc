/** Outputs of lists: the caller's arrays receive the results at the end, all of them or none. */
import { describe, expect, inject, it } from 'vitest';
import type { WorkOptions } from '../../../ts/api/platform.js';
import * as romulus from '../../../ts/index.js';
import { made } from '../../fixtures/arrays.js';
import { ad, expectSame, flipBit, key, nonce, nonEmpty, outcomeOf, rejection, text } from '../../fixtures/bytes.js';
import { pausingEverywhere } from '../../fixtures/clock.js';
import { sync } from '../../fixtures/modes.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { loadModes, triedOf } from '../../fixtures/suites.js';
import { poolOf } from '../pool/workers.js';

/** Undefined for romulus-wasm/js, which has no pool. */
const pool = inject('isJavaScript') ? undefined : await poolOf(2);

/** Lengths that share lanes, that fill them, and that come in pieces. */
const short = [0, 1, 16, 47, 48, 64, 0, 1000];
const lengths = [...short, 16_300, 20_000];
const long = Array.from({ length: 40 }, () => 9000);
const untouched = 0xc3;
const filled = (length: number) => new Uint8Array(length).fill(untouched);

type Outputs = (Uint8Array | undefined)[];
type Results = (Uint8Array | null)[];
interface List {
  name: string;
  expected: Results;
  /** The lengths of the outputs. They differ from the results only where a message is forged. */
  room: number[];
  forms: Record<string, (outputs: Outputs, options?: WorkOptions) => Results | Promise<Results>>;
}

/** Places of these lengths in one buffer, one after the other, with some bytes before, between and behind them. */
function places(room: readonly number[]): { buffer: Uint8Array; outputs: Uint8Array[] } {
  const buffer = filled(room.reduce((sum, length) => sum + length + 3, 3));
  let end = 0;
  const outputs = room.map((length) => {
    end += length + 3;
    return buffer.subarray(end - length, end);
  });
  return { buffer, outputs };
}

const replaced = (outputs: Uint8Array[], place: number, by: Uint8Array) =>
  outputs.map((output, i) => (i === place ? by : output));

const hashing = (lengths: readonly number[]): List[] => {
  const messages = lengths.map(text);
  return [
    {
      name: 'hashMany',
      expected: messages.map((message) => sync.romulusH(message)),
      room: messages.map(() => 32),
      forms: {
        sync: (outputs) => sync.hashMany(messages, { outputs }),
        promise: (outputs, options) => romulus.hashMany(messages, { ...options, outputs }),
        ...(pool && { pool: (outputs, options) => pool.hashMany(messages, { ...options, outputs }) }),
      },
    },
  ];
};

const inPool = (name: string) =>
  pool && [pool.romulusN, pool.romulusM, pool.romulusT].find((aead) => aead.name === name);

const modes = triedOf(await loadModes()).map(({ aead, twin }) => ({
  name: aead.name,
  listsOf: (lengths: readonly number[]): List[] => {
    const nonce = text(twin.nonceLength);
    const requests = lengths.map((length, i) => ({ key, nonce, plaintext: text(length), associatedData: ad(i % 5) }));
    const ciphertexts = requests.map((request) => twin.encrypt(request));
    const sealed = ciphertexts.map((ciphertext, i) => (i % 3 === 2 ? flipBit(ciphertext, 7 * i) : ciphertext));
    const toOpen = requests.map(({ plaintext: _, ...common }, i) => ({ ...common, ciphertext: sealed[i]! }));
    const withEach = <Request extends object>(all: Request[], outputs: Outputs) =>
      all.map((request, i) => (outputs[i] ? { ...request, output: outputs[i] } : request));
    const shared = inPool(aead.name);
    return [
      {
        name: 'encryptMany',
        expected: ciphertexts,
        room: ciphertexts.map(({ length }) => length),
        forms: {
          sync: (outputs) => twin.encryptMany(withEach(requests, outputs)),
          promise: (outputs, options) => aead.encryptMany(withEach(requests, outputs), options),
          ...(shared && {
            pool: (outputs, options) => shared.encryptMany(withEach(requests, outputs), options),
          }),
        },
      },
      {
        name: 'decryptMany',
        expected: requests.map(({ plaintext }, i) => (i % 3 === 2 ? null : plaintext)),
        room: lengths.slice(),
        forms: {
          sync: (outputs) => twin.decryptMany(withEach(toOpen, outputs)),
          promise: (outputs, options) => aead.decryptMany(withEach(toOpen, outputs), options),
          ...(shared && {
            pool: (outputs, options) => shared.decryptMany(withEach(toOpen, outputs), options),
          }),
        },
      },
    ];
  },
}));

describe.each([{ name: 'Romulus-H', listsOf: hashing }, ...modes])('$name', ({ listsOf }) => {
  const each = (lengths: readonly number[]) =>
    listsOf(lengths).flatMap(({ forms, ...list }) =>
      Object.entries(forms).map(([form, run]) => ({ ...list, what: `${list.name}, ${form}`, form, run })),
    );

  it('are written whole, and nothing beside them, and are the results', async () => {
    for (const { what, expected, room, run } of [...each(lengths), ...each(long)]) {
      const { buffer, outputs } = places(room);
      const after = places(room);
      for (const [i, result] of expected.entries()) if (result) after.outputs[i]!.set(result);
      const results = await run(outputs);
      expect(
        results.map((result, i) => result && result === outputs[i]),
        what,
      ).toEqual(expected.map((result) => result && true));
      expectSame(buffer, after.buffer, what);
    }
  });

  it('may be given for some messages, in any order of their places', async () => {
    for (const { what, expected, room, run } of each(lengths)) {
      const backwards = places([...room].reverse()).outputs.reverse();
      const results = await run(backwards.map((output, i) => (i % 2 === 0 ? output : undefined)));
      for (const [i, result] of results.entries()) {
        if (result) expect(result === backwards[i], `${what} ${i}`).toBe(i % 2 === 0);
        if (result && i % 2 === 1) expect(result.buffer.byteLength, `${what} ${i}`).toBe(result.length);
        if (expected[i]) expectSame(result, expected[i], `${what} ${i}`);
        else expect(result).toBeNull();
      }
    }
  });

  it('that overlap are refused before anything is written', async () => {
    for (const { what, room, run } of each(short)) {
      const memory = filled(4000);
      const overlapping = (order: readonly number[]) =>
        room.map((length, i) => {
          const start = order.includes(i) ? 100 + 20 * order.indexOf(i) : 500 + 1100 * i;
          return order.includes(i) || i > 2 ? memory.subarray(start, start + length) : undefined;
        });
      for (const order of [
        [3, 5],
        [5, 3],
      ]) {
        const outcome = await outcomeOf(() =>
          run(overlapping(order).map((each, i) => (order.includes(i) ? each : undefined))),
        );
        expect(outcome, what).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'output' });
      }
      expectSame(memory, filled(4000), what);
    }
  });

  it('of a wrong length or type are refused, and named', async () => {
    for (const { what, room, run } of each(short)) {
      const { buffer, outputs } = places(room);
      const argument = what.startsWith('hash') ? 'outputs[3]' : 'requests[3].output';
      const wrong: [unknown, string][] = [
        [filled(room[3]! + 1), 'ERR_ROMULUS_LENGTH'],
        [filled(room[3]! - 1), 'ERR_ROMULUS_LENGTH'],
        [new Int8Array(room[3]!), 'ERR_ROMULUS_TYPE'],
        ['', 'ERR_ROMULUS_TYPE'],
      ];
      for (const [output, code] of wrong)
        if (output || what.startsWith('hash'))
          expect(await outcomeOf(() => run(replaced(outputs, 3, output as Uint8Array))), what).toMatchObject({
            argument,
            code,
          });
      expectSame(buffer, places(room).buffer, what);
    }
  });

  it('are left as they were by a list that is aborted', async () => {
    for (const { what, form, room, run } of each([...long, ...lengths])) {
      if (form === 'sync') continue;
      const { buffer, outputs } = places(room);
      const watched = watchedSignal(1);
      expect(await pausingEverywhere(() => rejection(() => run(outputs, watched.options))), what).toBe(watched.reason);
      expectSame(buffer, places(room).buffer, what);
    }
  });

  it('are left as they were if one is taken away meanwhile, and no result stays behind', async () => {
    for (const { what, form, room, run } of each(lengths)) {
      if (form !== 'promise') continue;
      const { buffer, outputs } = places(room);
      const taken = filled(room[4]!);
      const onProgress = () => {
        if (taken.length > 0) structuredClone(taken, { transfer: [taken.buffer] });
      };
      const { arrays, outcome } = await made(() =>
        pausingEverywhere(async () => run(replaced(outputs, 4, taken), { onProgress })),
      );
      expect(outcome, what).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
      expectSame(buffer, places(room).buffer, what);
      // A copy of a received tag is no secret.
      expect(nonEmpty(arrays).filter(({ length }) => length > 16)).toEqual([]);
    }
  });
});

it('must not overlap an input of its own request', async () => {
  const memory = text(200);
  const request = { key, nonce, plaintext: memory.subarray(0, 20), output: memory.subarray(10, 46) };
  const list = [{ key, nonce, plaintext: text(1) }, request];
  for (const { encryptMany } of [sync.romulusN, romulus.romulusN, pool?.romulusN ?? []].flat())
    expect(await outcomeOf(() => encryptMany(list))).toMatchObject({
      code: 'ERR_ROMULUS_TYPE',
      argument: 'requests[1].output',
    });
  const hashed = () =>
    romulus.hashMany([text(1), memory.subarray(0, 20)], { outputs: [undefined, memory.subarray(19, 51)] });
  expect(await rejection(hashed)).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'outputs[1]' });
  expectSame(memory, text(200));
});
