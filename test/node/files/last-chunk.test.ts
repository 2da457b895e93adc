/** The 2^32 chunks that a file may have: the last of them, and the one too many, in both directions. */
import { describe, expect, it } from 'vitest';
import type { Bytes } from '../../../ts/base/bytes.js';
import type { Runner } from '../../../ts/messages/job.js';
import { decryption, encryption, type FileCipher } from '../../../ts/stream/file-cipher.js';
import { readDecryptOptions, readEncryptOptions } from '../../../ts/stream/options.js';
import { concatenate, expectSame, key, rejection, text } from '../../fixtures/bytes.js';
import { chunkRunner, workHere } from '../../fixtures/runners.js';
import { chunkLength, modes, withSalt, written } from './files.js';

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

/** Goes on as if `chunks` chunks had passed: the runner asks such a batch for its length only. */
const skip = (cipher: FileCipher, chunks: number, length: number) =>
  cipher.convert({ length: chunks * length } as Bytes, false, signal);

describe.each(modes)('in mode %s', (mode) => {
  const { header, chunkAt } = written(mode);

  const encryptionAt = async (index: number) => {
    const cipher = encryption(readEncryptOptions({ key, mode, chunkLength }), runner(chunkLength));
    await withSalt(() => cipher.begin(nothing, signal));
    await skip(cipher, index, chunkLength);
    return cipher;
  };
  const decryptionAt = async (index: number) => {
    const cipher = decryption(readDecryptOptions({ key }), runner(stride));
    await cipher.begin(header, signal);
    expect((await skip(cipher, index, stride)).error).toBeUndefined();
    return cipher;
  };

  const twoChunks = concatenate(text(chunkLength), text(chunkLength));

  it.each([2 ** 31 - 1, most - 2])('encrypts and decrypts chunk %i and the next', async (index) => {
    for (const isLast of [false, true]) {
      const chunks = concatenate(chunkAt(index, false), chunkAt(index + 1, isLast));
      const encrypted = await (await encryptionAt(index)).convert(twoChunks.slice(), isLast, signal);
      expectSame(encrypted.bytes, chunks);
      const decrypted = await (await decryptionAt(index)).convert(chunks.slice(), isLast, signal);
      expect(decrypted.error).toBeUndefined();
      expectSame(decrypted.bytes, twoChunks);
    }
  });

  it.each([most - 1, most])('encrypts no batch that ends behind chunk 2^32 - 1, from chunk %i', async (index) => {
    const cipher = await encryptionAt(index);
    const error = await rejection(() => cipher.convert(twoChunks.slice(), true, signal));
    expect(error).toMatchObject({ code: 'ERR_ROMULUS_USAGE', message: expect.stringContaining('2^32 chunks') });
  });

  it.each([most - 1, most])('decrypts no batch that ends behind chunk 2^32 - 1, from chunk %i', async (index) => {
    // Their numbers would be those of the first chunks if the counter wrapped around.
    const chunks = concatenate(chunkAt(index % most, false), chunkAt((index + 1) % most, true));
    const { bytes, error } = await (await decryptionAt(index)).convert(chunks, true, signal);
    expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH', message: expect.stringContaining(`chunk ${index} `) });
    expect(bytes).toHaveLength(0);
  });
});
