/** Wrong arguments: a pool rejects, and throws, with the very errors of the functions that it stands for. */
import { describe, expect, it } from 'vitest';
import * as main from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import { key, nonce, rejection, text, thrown } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';
import { poolOf, worker } from './workers.js';

const pool = await poolOf(1);
const { aead: ofOther } = (await loadModes()).at(-1)!;

type Functions = Omit<typeof pool, 'size' | 'aead' | 'close' | typeof Symbol.asyncDispose>;
const functions: Functions = { ...main, ...stream };

const long = text(10_000);
const detached = structuredClone(text(20));
structuredClone(detached, { transfer: [detached.buffer] });
const wrong: unknown[] = [
  undefined,
  null,
  'text',
  16,
  [1],
  new Uint16Array(8),
  {},
  detached,
  text(15),
  text(17),
  text(0),
];

const good = { key, nonce, plaintext: long, ciphertext: long, tag: nonce, associatedData: long };
const requests = ['key', 'nonce', 'plaintext', 'ciphertext', 'tag', 'associatedData'].flatMap((name) =>
  wrong.map((value) => ({ ...good, [name]: value })),
);

/** Calls with anything, as JavaScript does. */
// biome-ignore lint/suspicious/noExplicitAny: wrong arguments are what this is about
type Anything = any;

const forms: Record<string, (functions: Functions, value: Anything) => unknown> = {
  encrypt: ({ romulusN }, request) => romulusN.encrypt(request),
  decrypt: ({ romulusM }, request) => romulusM.decrypt(request),
  encryptDetached: ({ romulusT }, request) => romulusT.encryptDetached(request),
  decryptDetached: ({ romulusN }, request) => romulusN.decryptDetached(request),
  encryptMany: ({ romulusM }, request) => romulusM.encryptMany([good, good, request]),
  decryptMany: ({ romulusT }, request) => romulusT.decryptMany([good, request, good]),
  "another suite's encrypt": (from, request) => (from === pool ? pool.aead(ofOther) : ofOther).encrypt(request),
};

/** What an error is, but for where it was made. */
const described = (error: unknown) => ({
  prototype: Object.getPrototypeOf(error),
  message: String(error),
  ...(error as object),
});

async function expectSameError(call: (functions: Functions) => unknown): Promise<void> {
  const outcome = async (from: Functions) => {
    try {
      await call(from);
      return 'no error';
    } catch (error) {
      return described(error);
    }
  };
  const [expected, actual] = [await outcome(functions), await outcome(pool)];
  expect(actual).toEqual(expected);
}

describe.each(Object.entries(forms))('%s', (_, form) => {
  it('with an argument that is wrong', async () => {
    for (const request of requests) await expectSameError((from) => form(from, request));
  });

  it('with no request', async () => {
    for (const value of wrong) await expectSameError((from) => form(from, value));
  });
});

it('lists that are none, and lists with holes', async () => {
  const holes = new Array(3);
  for (const value of [...wrong, holes, { length: 1 }] as Anything[]) {
    await expectSameError(({ romulusN }) => romulusN.encryptMany(value));
    await expectSameError(({ romulusN }) => romulusN.decryptMany(value));
    await expectSameError(({ hashMany }) => hashMany(value));
    await expectSameError(({ hashMany }) => hashMany([long, long, value]));
  }
});

async function* only(chunk: Uint8Array) {
  yield chunk;
}

it('seal, unseal and the hash', async () => {
  for (const value of wrong as Anything[]) {
    for (const mode of ['N', 'X', 'toString', null, 3] as Anything[])
      await expectSameError(({ seal }) => seal({ key: value, plaintext: long, mode }));
    await expectSameError(({ unseal }) => unseal({ key, sealed: value }));
    await expectSameError(({ unseal }) => unseal({ key, sealed: long, associatedData: value ?? 'null' }));
    if (!ArrayBuffer.isView(value) || value.byteLength === 0)
      await expectSameError(({ seal }) => seal({ key, plaintext: value }).then(() => 'sealed'));
    await expectSameError(({ romulusH }) => romulusH(value));
    await expectSameError(({ hashStream }) => hashStream(value));
    await expectSameError(({ hashStream }) => hashStream(only(value)));
  }
});

it('files', async () => {
  const blob = new Blob(['no file']);
  const options: Anything[] = [
    ...wrong,
    { key: text(3) },
    { key, passphrase: key },
    { key, chunkLength: 5 },
    { key, mode: 'X' },
  ];
  for (const value of options) {
    await expectSameError(({ encryptStream }) => encryptStream(value));
    await expectSameError(({ decryptStream }) => decryptStream(value));
    await expectSameError(({ encryptBlob }) => encryptBlob(blob, value));
    await expectSameError(({ decryptBlob }) => decryptBlob(blob, value));
    await expectSameError(({ openEncrypted }) => openEncrypted(blob, value));
    await expectSameError(({ encryptBlob }) => encryptBlob(value, { key }));
    await expectSameError(({ openEncrypted }) => openEncrypted(value, { key }));
  }
  expect(thrown(() => pool.encryptStream({} as Anything))).toBeInstanceOf(main.ByteTypeError);
});

it('the options of createPool', async () => {
  const sizes: Anything[] = [0, -1, 1.5, 257, Number.NaN, '2', null];
  for (const size of sizes) {
    const error = await rejection(() => createPool({ size, worker }));
    expect(error).toBeInstanceOf(main.UsageError);
    expect(error.message).toContain('size');
  }
});
