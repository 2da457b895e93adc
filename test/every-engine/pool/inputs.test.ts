/** Inputs of a pool's functions: read at the call, wherever their bytes are; never changed and never taken away. */
import { afterAll, describe, expect, it } from 'vitest';
import { load } from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { ad, concatenate, expectSame, flipBit, key, nonce, text } from '../../fixtures/bytes.js';
import { Foreign } from '../../fixtures/runtime.js';
import { worker } from './workers.js';

const sync = await load();
const pool = await createPool({ size: 2, worker });
afterAll(() => pool.close());

const kinds: { kind: string; make: (bytes: Uint8Array) => Uint8Array }[] = [
  { kind: 'arrays of their own', make: (bytes) => bytes.slice() },
  {
    kind: 'subarrays',
    make: (bytes) => concatenate(text(13), bytes, text(7)).subarray(13, 13 + bytes.length),
  },
  {
    kind: 'over a SharedArrayBuffer',
    make: (bytes) => {
      const view = new Uint8Array(new SharedArrayBuffer(bytes.length + 9), 9);
      view.set(bytes);
      return view;
    },
  },
  { kind: 'of another realm', make: (bytes) => new Foreign(bytes) },
];

interface Case {
  name: string;
  arguments: Record<string, Uint8Array>;
  call: (values: Record<string, Uint8Array>) => Promise<unknown>;
  expected: unknown;
}

const plaintext = text(50_000);
const associatedData = ad(5000);
const request = { key, nonce, plaintext, associatedData };
const ciphertext = sync.romulusM.encrypt(request);
const toDecrypt = { key, nonce, ciphertext, associatedData };
const apart = sync.romulusM.encryptDetached(request);
const sealed = sync.seal(key, plaintext, { associatedData });
const many = <Value>(value: Value) => new Array<Value>(40).fill(value);

const cases: Case[] = [
  { name: 'encrypt', arguments: request, call: (r) => pool.romulusM.encrypt(r as never), expected: ciphertext },
  { name: 'decrypt', arguments: toDecrypt, call: (r) => pool.romulusM.decrypt(r as never), expected: plaintext },
  {
    name: 'encryptDetached',
    arguments: request,
    call: (r) => pool.romulusM.encryptDetached(r as never),
    expected: apart,
  },
  {
    name: 'decryptDetached',
    arguments: { ...toDecrypt, ...apart },
    call: (r) => pool.romulusM.decryptDetached(r as never),
    expected: plaintext,
  },
  {
    name: 'encryptMany',
    arguments: request,
    call: (r) => pool.romulusM.encryptMany(many(r) as never),
    expected: many(ciphertext),
  },
  {
    name: 'decryptMany',
    arguments: toDecrypt,
    call: (r) => pool.romulusM.decryptMany(many(r) as never),
    expected: many(plaintext),
  },
  {
    name: 'unseal',
    arguments: { key, sealed, associatedData },
    call: (r) => pool.unseal(r.key as never, r.sealed as never, r),
    expected: plaintext,
  },
  {
    name: 'seal',
    arguments: { key, plaintext, associatedData },
    call: async (r) => {
      const result = await pool.seal(r.key as never, r.plaintext as never, r);
      return sync.unseal(key, result, { associatedData });
    },
    expected: plaintext,
  },
  {
    name: 'romulusH',
    arguments: { message: plaintext },
    call: (r) => pool.romulusH(r.message as never),
    expected: sync.romulusH(plaintext),
  },
  {
    name: 'hashMany',
    arguments: { message: plaintext },
    call: (r) => pool.hashMany(many(r.message as never)),
    expected: many(sync.romulusH(plaintext)),
  },
];

const flat = (value: unknown): Uint8Array[] =>
  ArrayBuffer.isView(value) ? [value as Uint8Array] : Object.values(value as object).flatMap(flat);

function expectEqual(actual: unknown, expected: unknown): void {
  const [arrays, others] = [flat(actual), flat(expected)];
  expect(arrays).toHaveLength(others.length);
  for (const [i, array] of arrays.entries()) expectSame(array, others[i] as Uint8Array);
}

describe.each(kinds)('$kind', ({ make }) => {
  it.each(cases)('stay with the caller of $name', async ({ arguments: values, call, expected }) => {
    const made = Object.fromEntries(Object.entries(values).map(([name, bytes]) => [name, make(bytes)]));
    const around = Object.values(made).map((bytes) => new Uint8Array(bytes.buffer).slice());
    expectEqual(await call(made), expected);
    for (const [i, bytes] of Object.values(made).entries())
      expectSame(new Uint8Array(bytes.buffer), around[i] as Uint8Array);
  });

  it.each(cases)('may be changed right after $name is called', async ({ arguments: values, call, expected }) => {
    const made = Object.fromEntries(Object.entries(values).map(([name, bytes]) => [name, make(bytes)]));
    // Several at a time: most of them wait for a worker when the inputs change.
    const calls = [call(made), call(made), call(made)];
    for (const bytes of Object.values(made)) bytes.fill(0xa5);
    for (const result of await Promise.all(calls)) expectEqual(result, expected);
  });
});

it.each(cases)('$name takes no input that shares the buffer of its result', async ({ arguments: values, call }) => {
  const results = flat(await call(values));
  const inputs = Object.values(values).map(({ buffer }) => buffer);
  for (const { buffer, byteLength } of results) {
    expect(inputs).not.toContain(buffer);
    expect(buffer.byteLength).toBe(byteLength);
  }
  expect(new Set(results.map(({ buffer }) => buffer)).size).toBe(results.length);
});

it('chunks of a stream stay with who wrote them', async () => {
  const chunks = [text(100_000), text(3), text(2_000_000)];
  const { readable, writable } = pool.encryptStream({ key });
  const sealed = new Response(readable).blob();
  const writer = writable.getWriter();
  for (const chunk of chunks) {
    await writer.write(chunk);
    chunk.fill(0xa5);
  }
  await writer.close();
  const opened = await pool.decryptBlob(await sealed, { key });
  expectSame(new Uint8Array(await opened.arrayBuffer()), concatenate(text(100_000), text(3), text(2_000_000)));
  expect(chunks.map(({ length }) => length)).toEqual([100_000, 3, 2_000_000]);
});

it("a file's key may be overwritten right after the call", async () => {
  const own = key.slice();
  const sealing = pool.encryptBlob(new Blob([plaintext]), { key: own });
  own.fill(0);
  const sealed = await sealing;
  const opened = await pool.decryptBlob(sealed, { key });
  expectSame(new Uint8Array(await opened.arrayBuffer()), plaintext);
  const other = await pool.openSealed(sealed, { key: flipBit(flipBit(key, 1), 1) });
  expectSame(await other.read(0), plaintext);
});
