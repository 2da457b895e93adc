/** Wrong arguments: a pool rejects or throws with exactly the errors of the package's own functions. */
import { expect, it } from 'vitest';
import * as main from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import { key, nonce, outcomeOf, rejection, text, thrown } from '../../fixtures/bytes.js';
import { loadModes } from '../../fixtures/suites.js';
import { poolOf, worker } from './workers.js';

const pool = await poolOf(1);
const { aead: ofOther } = (await loadModes()).at(-1)!;

type Functions = Omit<typeof pool, 'size' | 'aead' | 'close' | typeof Symbol.asyncDispose>;
const functions: Functions = { ...main, ...stream };

const long = text(10_000);
const detached = structuredClone(text(20));
structuredClone(detached, { transfer: [detached.buffer] });
const wrong: unknown[] = [undefined, null, 'text', 16, [1], new Uint16Array(8), {}, detached, ...[0, 15, 17].map(text)];
const blob = new Blob(['no file']);
const good = { key, nonce, plaintext: long, ciphertext: long, tag: nonce, associatedData: long };
const requests = [...wrong, ...Object.keys(good).flatMap((name) => wrong.map((value) => ({ ...good, [name]: value })))];
const options = [...wrong, { key: text(3) }, { key, passphrase: key }, { key, chunkLength: 5 }, { key, mode: 'X' }];
const modes = ['N', 'X', 'toString', null, 3];

// biome-ignore lint/suspicious/noExplicitAny: the test is about wrong arguments
type Anything = any;

async function* only(chunk: Uint8Array) {
  yield chunk;
}

const forms: [name: string, values: unknown[], call: (functions: Functions, value: Anything) => unknown][] = [
  ['encrypt', requests, ({ romulusN }, request) => romulusN.encrypt(request)],
  ['decrypt', requests, ({ romulusM }, request) => romulusM.decrypt(request)],
  ['encryptDetached', requests, ({ romulusT }, request) => romulusT.encryptDetached(request)],
  ['decryptDetached', requests, ({ romulusN }, request) => romulusN.decryptDetached(request)],
  ['a request of encryptMany', requests, ({ romulusM }, request) => romulusM.encryptMany([good, good, request])],
  ['a request of decryptMany', requests, ({ romulusT }, request) => romulusT.decryptMany([good, request, good])],
  ['another suite', requests, (from, request) => (from === pool ? pool.aead(ofOther) : ofOther).encrypt(request)],
  ...(['encryptMany', 'decryptMany'] as const).map((name): (typeof forms)[number] => [
    name,
    [...wrong, new Array(3), { length: 1 }],
    ({ romulusN }, list) => romulusN[name](list),
  ]),
  ['hashMany', [...wrong, new Array(3)], ({ hashMany }, list) => hashMany(list)],
  ['a message of hashMany', wrong, ({ hashMany }, value) => hashMany([long, long, value])],
  ['the key of seal', wrong, ({ seal }, key) => seal({ key, plaintext: long })],
  ['the mode of seal', modes, ({ seal }, mode) => seal({ key: text(3), plaintext: long, mode })],
  ['the text of seal', wrong, ({ seal }, plaintext) => seal({ key, plaintext }).then(() => 'sealed')],
  ['unseal', wrong, ({ unseal }, sealed) => unseal({ key, sealed })],
  ['the associated data of unseal', wrong, ({ unseal }, ad) => unseal({ key, sealed: long, associatedData: ad ?? 0 })],
  ['romulusH', wrong, ({ romulusH }, value) => romulusH(value)],
  ['hashStream', wrong, ({ hashStream }, value) => hashStream(value)],
  ['a chunk of hashStream', wrong, ({ hashStream }, value) => hashStream(only(value))],
  ['encryptStream', options, ({ encryptStream }, value) => encryptStream(value)],
  ['decryptStream', options, ({ decryptStream }, value) => decryptStream(value)],
  ['the options of encryptBlob', options, ({ encryptBlob }, value) => encryptBlob(blob, value)],
  ['the options of decryptBlob', options, ({ decryptBlob }, value) => decryptBlob(blob, value)],
  ['the options of openEncrypted', options, ({ openEncrypted }, value) => openEncrypted(blob, value)],
  ['encryptBlob', wrong, ({ encryptBlob }, value) => encryptBlob(value, { key })],
  ['openEncrypted', wrong, ({ openEncrypted }, value) => openEncrypted(value, { key })],
];

it.each(forms)('%s fails with the same errors', async (_, values, call) => {
  for (const value of values) {
    const [expected, actual] = await Promise.all([functions, pool].map((from) => outcomeOf(() => call(from, value))));
    if (expected instanceof Error) {
      expect(Object.getPrototypeOf(actual)).toBe(Object.getPrototypeOf(expected));
      expect({ ...(actual as Error), message: String(actual) }).toEqual({ ...expected, message: String(expected) });
    } else expect(actual).not.toBeInstanceOf(Error);
  }
});

it('encryptStream throws at once', () => {
  expect(thrown(() => pool.encryptStream({} as Anything))).toBeInstanceOf(main.ByteTypeError);
});

it.each([0, -1, 1.5, 257, Number.NaN, '2', null] as Anything[])('createPool refuses %s workers', async (size) => {
  const error = await rejection(() => createPool({ size, worker }));
  expect(error).toBeInstanceOf(main.UsageError);
  expect(error.message).toContain('size');
});
