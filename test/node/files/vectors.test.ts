/**
 * The vectors of the format, written, read and refused by every function, the lengths at which batches of larger chunks end,
 * and the last chunk that a file may have, and the one too many.
 */
import { expect, it } from 'vitest';
import type { Bytes } from '../../../ts/base/bytes.js';
import type { Runner } from '../../../ts/messages/job.js';
import { decryption, encryption } from '../../../ts/stream/file-cipher.js';
import * as stream from '../../../ts/stream/index.js';
import { readDecryptOptions, readEncryptOptions } from '../../../ts/stream/options.js';
import { ad, concatenate, expectSame, fromHex, hex, key, rejection, sha256, text } from '../../fixtures/bytes.js';
import { chunkRunner, workHere } from '../../fixtures/runners.js';
import { turns } from '../../fixtures/runtime.js';
import { readOfRefused } from '../../reference/kats.js';
import { readFileVectors, readRefusedFiles } from '../../reference/vectors.js';
import { allThrough, bytesOf, chunkLength, heldScrypt, through, withSalt, written } from './files.js';

const { decryptBlob, decryptBytes, decryptStream, encryptBlob, encryptBytes, encryptStream } = stream;
const { openEncrypted, readHeader } = stream;

it.each((await readFileVectors()).map((vector, i) => ({ i, ...vector })))(
  'vector $i, mode $mode, $plaintextLength bytes, $adLength of associated data',
  async ({ mode, chunkLog, passphrase, costLog, plaintextLength, adLength, ...expected }) => {
    const plaintext = text(plaintextLength);
    const secret = passphrase === undefined ? { key } : { passphrase: new TextEncoder().encode(passphrase) };
    const options = { ...secret, associatedData: ad(adLength) };
    const cost = costLog && 2 ** costLog;
    const toEncrypt = { ...options, mode, chunkLength: 2 ** chunkLog, cost };
    const forced = fromHex(expected.salt);

    const encryption = encryptStream(toEncrypt);
    const sealed = await withSalt(() => allThrough(encryption, plaintext), forced);
    expect(encryption.outputLength(plaintextLength)).toBe(sealed.length);
    expect(await sha256(sealed)).toBe(expected.fileSha256);
    if (expected.file) expect(hex(sealed)).toBe(expected.file);
    const stride = 2 ** chunkLog + 16;
    const ends = expected.tags?.map((_, i) => Math.min(64 + (i + 1) * stride, sealed.length));
    expect(ends?.map((end) => hex(sealed.subarray(end - 16, end)))).toEqual(expected.tags);
    const blob = await withSalt(() => encryptBlob(new Blob([plaintext]), toEncrypt), forced);
    expectSame(await bytesOf(blob), sealed, 'encryptBlob');
    expectSame(await withSalt(() => encryptBytes(plaintext, toEncrypt), forced), sealed, 'encryptBytes');

    const decryption = decryptStream(options);
    expectSame(await allThrough(decryption, sealed), plaintext, 'decryptStream');
    expect(decryption.outputLength(sealed.length)).toBe(plaintextLength);
    expectSame(await bytesOf(await decryptBlob(blob, options)), plaintext, 'decryptBlob');
    expectSame(await decryptBytes(sealed, options), plaintext, 'decryptBytes');
    const file = await openEncrypted(blob, options);
    expect(file).toMatchObject({ size: plaintextLength, mode, chunkLength: 2 ** chunkLog });
    expectSame(await file.read(0), plaintext, 'openEncrypted');
    file.dispose();
    expect(readHeader(sealed)).toEqual({ mode, chunkLength: 2 ** chunkLog, cost });
  },
);

it.each((await readRefusedFiles()).map((vector, i) => ({ i, ...vector })))(
  'file $i is refused at step $step by every function: $comment',
  async (vector) => {
    const { file, secret, associatedData, maxMemory } = readOfRefused(vector);
    const options = { ...secret, associatedData, maxMemory };
    const blob = new Blob([file]);
    const error = { code: vector.code };
    const stream = await rejection(async () => {
      const outcome = await through(decryptStream(options), [file]);
      expectSame(outcome.bytes(), concatenate(...Array.from({ length: vector.chunksBefore ?? 0 }, () => text(1024))));
      if (outcome.error) throw outcome.error;
    });
    expect(stream).toMatchObject(error);
    expect(await rejection(() => decryptBlob(blob, options))).toMatchObject(error);
    expect(await rejection(() => decryptBytes(file, options))).toMatchObject(error);
    expect(await rejection(async () => (await openEncrypted(blob, options)).read(0))).toMatchObject(error);
    // It takes no secret: it comes to steps 2 to 5.
    if (vector.step === 1) return;
    if (vector.step > 5) expect(readHeader(file)).toMatchObject({ chunkLength: 2 ** file[9]! });
    else expect(await rejection(async () => readHeader(file))).toMatchObject(error);
  },
);

it.each([
  [18, 32],
  [20, 8],
  [24, 1],
])('of chunks of 2^%i bytes, batches of %i and a byte go there and back', async (log, count) => {
  const plaintext = text(count * 2 ** log + 1);
  const sealed = await allThrough(encryptStream({ key, chunkLength: 2 ** log }), plaintext);
  expectSame(await allThrough(decryptStream({ key }), sealed), plaintext);
});

it('scrypt derives the key of a passphrase with N = 2^17 by default', async () => {
  const held = heldScrypt();
  const sealing = encryptBlob(new Blob(['text']), { passphrase: text(20) });
  await turns(20);
  expect(held).toMatchObject([{ parameters: { N: 2 ** 17, r: 8, p: 1 } }]);
  held[0]!.end();
  expect(readHeader(await bytesOf(await sealing))).toEqual({ mode: 'N', chunkLength: 65_536, cost: 2 ** 17 });
});

const most = 2 ** 32;
const stride = chunkLength + 16;
const { signal } = new AbortController();
const nothing: Bytes = new Uint8Array(0);

/** Crypts batches that have bytes. It reports a batch that is only a length as done. */
const runner = (length: number): Runner =>
  chunkRunner(1, async (job, signal) => {
    const { text } = job.batch;
    const authentic = text.length / length;
    return ArrayBuffer.isView(text) ? workHere(job, signal) : { bytes: nothing, authentic, text };
  });

it.each([most - 2, most - 1, most])(
  'of the 2^32 chunks of a file, crypts two from chunk %i on, or none',
  async (index) => {
    const { header, chunkAt } = written('N');
    const twoChunks = concatenate(text(chunkLength), text(chunkLength));
    // Their numbers would be those of the first chunks if the counter wrapped around.
    const sealed = concatenate(chunkAt(index % most, false), chunkAt((index + 1) % most, true));
    const encrypting = encryption(readEncryptOptions({ key, chunkLength }), runner(chunkLength));
    await withSalt(() => encrypting.begin(nothing, signal));
    const decrypting = decryption(readDecryptOptions({ key }), runner(stride));
    await decrypting.begin(header, signal);
    // Both ciphers count these chunks as done.
    await encrypting.convert({ length: index * chunkLength } as Bytes, false, signal);
    expect((await decrypting.convert({ length: index * stride } as Bytes, false, signal)).error).toBeUndefined();
    const encrypted = () => encrypting.convert(twoChunks.slice(), true, signal);
    const { bytes, error } = await decrypting.convert(sealed.slice(), true, signal);
    if (index === most - 2) {
      expectSame((await encrypted()).bytes, sealed);
      expect(error).toBeUndefined();
      expectSame(bytes, twoChunks);
      return;
    }
    const refused = { code: 'ERR_ROMULUS_USAGE', message: expect.stringContaining('2^32 chunks') };
    expect(await rejection(encrypted)).toMatchObject(refused);
    expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH', message: expect.stringContaining(`chunk ${index} `) });
    expect(bytes).toHaveLength(0);
  },
);
