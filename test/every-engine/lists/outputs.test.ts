/** Outputs of single messages and of lists: the caller's arrays receive the results at the end, all of them or none. */
import { describe, expect, inject, it } from 'vitest';
import type { WorkOptions } from '../../../ts/api/platform.js';
import * as romulus from '../../../ts/index.js';
import { made } from '../../fixtures/arrays.js';
import { unusableArrays } from '../../fixtures/buffers.js';
import { ad, expectSame, flipBit, key, nonEmpty, outcomeOf, rejection, text } from '../../fixtures/bytes.js';
import { modesOf, sync } from '../../fixtures/modes.js';
import { pausingEverywhere } from '../../fixtures/platform.js';
import { Foreign } from '../../fixtures/runtime.js';
import { watchedSignal } from '../../fixtures/signals.js';
import { casesOf, loadModes, type TestedMode, triedOf } from '../../fixtures/suites.js';
import { poolOf } from '../pool/workers.js';

/** Undefined for romulus-wasm/js, which has no pool. */
const pool = inject('isJavaScript') ? undefined : await poolOf(2);
const inPool = new Map(pool && modesOf(pool, sync).map(({ aead }) => [aead.name, aead]));

/** Lengths that share lanes, that fill them, and that come in pieces. */
const short = [0, 1, 16, 47, 48, 64, 0, 1000];
const lengths = [...short, 16_300, 20_000];
const long = Array.from({ length: 40 }, () => 9000);
/** These need one call of the engine, several pieces, or (by some bytes) more pieces than go to the output at once. */
const ofSingles = [0, 1, 64, 20_000, ...(inject('isJavaScript') ? [] : [270_000])];
const filled = (length: number) => new Uint8Array(length).fill(0xc3);

type Outputs = (Uint8Array | undefined)[];
type Results = (Uint8Array | null)[];
/** Work on a list, or on the single message of a list of one. */
interface Task {
  name: string;
  isSingle: boolean;
  expected: Results;
  /** The lengths of the outputs. They differ from the results only where a message is forged. */
  room: number[];
  argument(i: number): string;
  forms: Record<string, (outputs: Outputs, options?: WorkOptions) => Results | Promise<Results>>;
}

/** Outputs of these lengths in one buffer, one after the other, with some bytes before, between and behind them. */
function neighbours(room: readonly number[]): Uint8Array[] {
  const buffer = filled(room.reduce((sum, length) => sum + length + 3, 3));
  let end = 0;
  return room.map((length) => {
    end += length + 3;
    return buffer.subarray(end - length, end);
  });
}

const eachIn = (make: (length: number) => Uint8Array) => (room: readonly number[]) => room.map(make);
const shared = eachIn((length) => new Uint8Array(new SharedArrayBuffer(length + 3), 3).fill(0xc3));
const places = {
  'arrays of their own': eachIn(filled),
  'a larger buffer': neighbours,
  'shared memory': shared,
  'another realm': eachIn((length) => new Foreign(length).fill(0xc3)),
  'a class with methods of its own': eachIn((length) => {
    const lying = { set: () => {}, fill: () => {}, length: 3, byteOffset: 1, buffer: key.buffer, constructor: Array };
    return Object.defineProperties(filled(length), Object.getOwnPropertyDescriptors(lying));
  }),
};

/** Makes a check that the outputs get these results, and that no byte beside them changes. */
function expecting(outputs: readonly (Uint8Array | undefined)[], results: Results = []): (what?: string) => void {
  const memories = new Map<ArrayBuffer, Uint8Array>();
  for (const [i, output] of outputs.entries()) {
    // The platform's getters tell the truth.
    const read = (name: string) => Reflect.get(Object.getPrototypeOf(Uint8Array.prototype), name, output);
    const after = memories.get(read('buffer')) ?? new Uint8Array(read('buffer')).slice();
    if (results[i]) after.set(results[i], read('byteOffset'));
    memories.set(read('buffer'), after);
  }
  return (what) => {
    for (const [buffer, after] of memories) expectSame(new Uint8Array(buffer), after, what);
  };
}

const replaced = (outputs: Uint8Array[], place: number, by: unknown) =>
  outputs.map((output, i) => (i === place ? (by as Uint8Array) : output));

function hashing(lengths: readonly number[]): Task[] {
  const messages = lengths.map(text);
  const ofForm =
    ({ hashMany }: Pick<typeof romulus, 'hashMany'>) =>
    (outputs: Outputs, options?: WorkOptions) =>
      hashMany(messages, { ...options, outputs });
  return [
    {
      ...{ name: 'hashMany', isSingle: false, argument: (i) => `outputs[${i}]` },
      expected: messages.map((message) => sync.romulusH(message)),
      room: messages.map(() => 32),
      forms: {
        sync: (outputs) => sync.hashMany(messages, { outputs }),
        promise: ofForm(romulus),
        ...(pool && { pool: ofForm(pool) }),
      },
    },
  ];
}

const tasksOf =
  ({ aead, twin }: TestedMode, isSingle = false) =>
  (lengths: readonly number[]): Task[] => {
    const own = inPool.get(aead.name);
    const nonce = text(twin.nonceLength);
    const requests = lengths.map((length, i) => ({ key, nonce, plaintext: text(length), associatedData: ad(i % 5) }));
    const ciphertexts = requests.map((request) => twin.encrypt(request));
    const sealed = ciphertexts.map((ciphertext, i) => (i % 3 === 2 ? flipBit(ciphertext, 7 * i) : ciphertext));
    const toOpen = requests.map(({ plaintext: _, ...common }, i) => ({ ...common, ciphertext: sealed[i]! }));
    const task = (name: 'encrypt' | 'decrypt', given: object[], expected: Results, room: number[]): Task => {
      const run =
        (form: object): Task['forms'][string] =>
        (outputs, options) => {
          const call = Reflect.get(form, isSingle ? name : `${name}Many`);
          const list = given.map((request, i) =>
            outputs[i] === undefined ? request : { ...request, output: outputs[i] },
          );
          if (!isSingle) return call(list, options);
          const result = call(list[0], options);
          return result instanceof Promise ? result.then((bytes) => [bytes]) : [result];
        };
      const argument = (i: number) => (isSingle ? 'output' : `requests[${i}].output`);
      const forms = { sync: run(twin), promise: run(aead), ...(own && { pool: run(own) }) };
      return { ...{ name: `${name}${isSingle ? '' : 'Many'}`, isSingle, argument }, ...{ expected, room, forms } };
    };
    const plaintexts = requests.map(({ plaintext }, i) => (i % 3 === 2 ? null : plaintext));
    return [
      task(
        'encrypt',
        requests,
        ciphertexts,
        ciphertexts.map(({ length }) => length),
      ),
      task('decrypt', toOpen, plaintexts, lengths.slice()),
    ];
  };

const modes = triedOf(await loadModes());
const algorithms = modes.map((mode) => {
  const few = mode.suite.key === 'romulus' ? ofSingles : casesOf({ usual: [64, 20_000], all: ofSingles });
  const ofSingle = tasksOf(mode, true);
  return {
    ...{ name: mode.aead.name, listsOf: tasksOf(mode), few },
    singlesOf: (all: number[]) => all.flatMap((one) => ofSingle([one])),
  };
});
const ofHash = { name: 'Romulus-H', listsOf: hashing, few: [], singlesOf: (): Task[] => [] };

describe.each([ofHash, ...algorithms])('$name', ({ listsOf, few, singlesOf }) => {
  const each = (...tasks: Task[]) =>
    tasks.flatMap(({ forms, ...task }) =>
      Object.entries(forms).map(([form, run]) => ({ ...task, what: `${task.name}, ${form}`, form, run })),
    );

  it.each(Object.entries(places))(
    'are written whole in %s, and nothing beside them, and are the results',
    async (_, make) => {
      for (const { what, expected, room, run } of each(...listsOf(lengths), ...listsOf(long), ...singlesOf(few))) {
        const outputs = make(room);
        const expectWritten = expecting(outputs, expected);
        const results = await run(outputs);
        const areOutputs = results.map((result, i) => result && result === outputs[i]);
        expect(areOutputs, what).toEqual(expected.map((result) => result && true));
        expectWritten(what);
      }
    },
  );

  it('may be given for some messages, in any order of their places', async () => {
    for (const { what, expected, room, run } of each(...listsOf(lengths))) {
      const backwards = neighbours([...room].reverse()).reverse();
      const results = await run(backwards.map((output, i) => (i % 2 === 0 ? output : undefined)));
      for (const [i, result] of results.entries()) {
        if (result) expect(result === backwards[i], `${what} ${i}`).toBe(i % 2 === 0);
        if (result && i % 2 === 1) expect(result.buffer.byteLength, `${what} ${i}`).toBe(result.length);
        if (expected[i]) expectSame(result, expected[i], `${what} ${i}`);
        else expect(result).toBeNull();
      }
    }
  });

  it.each([[[3, 5]], [[5, 3]]])('that overlap are refused before anything is written: %o', async (order) => {
    for (const { what, room, run } of each(...listsOf(short))) {
      const memory = filled(4000);
      const outputs = room.map((length, i) => {
        const start = 100 + 20 * order.indexOf(i);
        return order.includes(i) ? memory.subarray(start, start + length) : undefined;
      });
      expect(await outcomeOf(() => run(outputs)), what).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: 'output' });
      expectSame(memory, filled(4000), what);
    }
  });

  it('of a wrong length or type are refused, named, and left as they were', async () => {
    for (const { what, isSingle, room, argument, run } of each(...listsOf(short), ...singlesOf([64, 20_000]))) {
      const place = isSingle ? 0 : 3;
      const expected = room[place]!;
      const noArrays = [null, 0, '', 'x', [], {}, new ArrayBuffer(expected), new Int8Array(expected)];
      const wrong = [
        ...[0, expected - 1, expected + 1, expected + 16, 2 * expected].map((received) => ({
          output: filled(received) as unknown,
          error: { code: 'ERR_ROMULUS_LENGTH', expected, received },
        })),
        ...[...noArrays, ...unusableArrays(expected)].map((output) => ({
          output,
          error: { code: 'ERR_ROMULUS_TYPE' },
        })),
      ];
      for (const { output, error } of wrong) {
        const outputs = neighbours(room);
        // Node 20 and 22 sometimes tell the old `length` of a detached array.
        const isUsable = output instanceof Uint8Array && output.byteLength > 0;
        const expectUntouched = expecting(isUsable ? [...outputs, output] : outputs);
        const outcome = await outcomeOf(() => run(replaced(outputs, place, output)));
        expect(outcome, what).toMatchObject({ argument: argument(place), ...error });
        expectUntouched(what);
      }
    }
  });

  it('are left as they were by work that is aborted', async () => {
    for (const { what, isSingle, form, room, run } of each(
      ...listsOf([...long, ...lengths]),
      ...singlesOf([270_000]),
    )) {
      if (form === 'sync' || (isSingle && form === 'pool')) continue;
      for (const at of isSingle ? [1, 2, 5] : [1]) {
        const outputs = neighbours(room);
        const expectUntouched = expecting(outputs);
        const watched = watchedSignal(at);
        const aborted = () => rejection(() => run(outputs, watched.options));
        expect(await pausingEverywhere(aborted), what).toBe(watched.reason);
        expectUntouched(what);
      }
    }
  });

  it('are left as they were if one is taken away meanwhile, and no result stays behind', async () => {
    for (const { what, isSingle, form, room, run } of each(...listsOf(lengths), ...singlesOf([270_000]))) {
      if (form !== 'promise') continue;
      const place = isSingle ? 0 : 4;
      const taken = filled(room[place]!);
      const outputs = neighbours(room);
      const expectUntouched = expecting(outputs);
      const onProgress = () => {
        if (taken.length > 0) structuredClone(taken, { transfer: [taken.buffer] });
      };
      const { arrays, outcome } = await made(() =>
        pausingEverywhere(async () => run(replaced(outputs, place, taken), { onProgress })),
      );
      expect(outcome, what).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
      expectUntouched(what);
      // A copy of a received tag in a list is no secret.
      expect(nonEmpty(arrays).filter(({ length }) => isSingle || length > 16)).toEqual([]);
    }
  });
});

const nonce = text(16);

it('must not overlap an input of its own request', async () => {
  const memory = text(200);
  const request = { key, nonce, plaintext: memory.subarray(0, 20), output: memory.subarray(10, 46) };
  const refused = (argument: string) => ({ code: 'ERR_ROMULUS_TYPE', argument });
  for (const { encryptMany } of [sync.romulusN, romulus.romulusN, pool?.romulusN ?? []].flat()) {
    const outcome = await outcomeOf(() => encryptMany([{ key, nonce, plaintext: text(1) }, request]));
    expect(outcome).toMatchObject(refused('requests[1].output'));
  }
  const outputs = [undefined, memory.subarray(19, 51)];
  const hashed = () => romulus.hashMany([text(1), memory.subarray(0, 20)], { outputs });
  expect(await rejection(hashed)).toMatchObject(refused('outputs[1]'));
  expectSame(memory, text(200));
});
