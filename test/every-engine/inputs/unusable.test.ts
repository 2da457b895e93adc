/** Arrays that have lost their bytes, by a transfer or with the end of their buffer: each function refuses them, by argument. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { hasResizable, ResizableArrayBuffer } from '../../fixtures/buffers.js';
import { ad, key, nonce, rejection, text } from '../../fixtures/bytes.js';
import { messageCalls } from '../../fixtures/calls.js';
import { modes, sync } from '../../fixtures/modes.js';
import { poolOf } from '../pool/workers.js';

const pool = await poolOf(1);

function detached(): Uint8Array {
  const bytes = text(16);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

function shrunken(): Uint8Array {
  const buffer = new ResizableArrayBuffer(32, { maxByteLength: 32 });
  const bytes = new Uint8Array(buffer, 16, 16);
  buffer.resize(20);
  return bytes;
}

const associatedData = ad(5);
const sealed = sync.seal({ key, plaintext: text(40), associatedData });
const file = await stream.encryptBlob(new Blob([text(40)]), { key });
const forms = { promises: romulus, sync, pool };

/** Calls by name, each with the argument that is wrong, which is named in the error. */
function functions(bytes: Uint8Array): Record<string, [argument: string, call: () => unknown]> {
  const calls: Record<string, [string, () => unknown]> = {
    timingSafeEqual: ['b', () => romulus.timingSafeEqual(text(0), bytes)],
    'timingSafeEqual, a': ['a', () => romulus.timingSafeEqual(bytes, text(0))],
    wipe: ['buffers[1]', () => romulus.wipe(text(1), bytes)],
    toHex: ['bytes', () => romulus.toHex(bytes)],
    toBase64: ['bytes', () => romulus.toBase64(bytes)],
    'update of a hasher': ['part', async () => (await romulus.createHasher()).update(bytes)],
    createHasher: ['state', () => romulus.createHasher(bytes)],
    'romulusHmac, key': ['key', () => romulus.romulusHmac({ key: bytes, message: text(1) })],
    'romulusHmac, message': ['message', () => romulus.romulusHmac({ key, message: bytes })],
    'romulusHkdf, info': ['info', () => romulus.romulusHkdf({ key, info: bytes, length: 16 })],
    'romulusHkdf, salt': ['salt', () => romulus.romulusHkdf({ key, salt: bytes, length: 16 })],
    hashStream: [
      'chunk',
      () =>
        romulus.hashStream(
          (async function* () {
            yield bytes;
          })(),
        ),
    ],
    'encryptBlob, key': ['key', () => stream.encryptBlob(new Blob(['a']), { key: bytes })],
    'encryptBlob, passphrase': ['passphrase', () => stream.encryptBlob(new Blob(['a']), { passphrase: bytes })],
    'decryptBlob, associatedData': ['associatedData', () => stream.decryptBlob(file, { key, associatedData: bytes })],
    'encryptStream, chunk': [
      'chunk',
      async () => {
        const { writable, readable } = stream.encryptStream({ key });
        await Promise.all([writable.getWriter().write(bytes), readable.getReader().read()]);
      },
    ],
  };
  for (const [name, form] of Object.entries(forms)) {
    calls[`romulusH, ${name}`] = ['message', () => form.romulusH(bytes)];
    calls[`hashMany, ${name}`] = ['messages[1]', () => form.hashMany([text(1), bytes])];
    calls[`seal, ${name}`] = ['plaintext', () => form.seal({ key, plaintext: bytes })];
    calls[`unseal, ${name}`] = ['associatedData', () => form.unseal({ key, sealed, associatedData: bytes })];
  }
  return calls;
}

const kinds = {
  'whose buffer was transferred': detached,
  ...(hasResizable && { 'beyond the end of its buffer': shrunken }),
};

describe.each(Object.entries(kinds))('an array %s is refused', (_, make) => {
  const error = (argument: string) => ({
    code: 'ERR_ROMULUS_TYPE',
    argument,
    message: expect.stringContaining('whose buffer is not detached'),
  });

  it.each(Object.entries(functions(make())))('by %s', async (_, [argument, call]) => {
    expect(await rejection(async () => call())).toMatchObject(error(argument));
  });

  it.each(modes)('by each function of $aead.name, for each argument', async ({ mode, aead, twin }) => {
    const inPool = pool[`romulus${mode}`];
    for (const { name, given, call } of messageCalls(twin, { key, nonce, plaintext: text(40), associatedData }))
      for (const argument of Object.keys(given))
        for (const form of [aead, twin, inPool]) {
          const outcome = await rejection(() => call(form, { ...given, [argument]: make() }));
          expect(outcome, `${name}, ${argument}`).toMatchObject(
            error(name.endsWith('Many') ? `requests[0].${argument}` : argument),
          );
        }
  });
});
