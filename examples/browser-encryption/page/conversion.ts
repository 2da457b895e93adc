/** Encrypts or decrypts one file. It checks the secret first, and then reads the rest. */
import { AuthenticationError } from 'romulus-wasm';
import { createPool, type Pool } from 'romulus-wasm/pool';
import { type EncryptedFile, SecretKindError, type StreamKey } from 'romulus-wasm/stream';
import { checkedFile } from './encrypted-file.js';
import { maxMemory, Problem, readingError, WrongSecret } from './problem.js';
import { message } from './words.js';

/** The name of the workers' script. bundle.js writes it here. */
declare const POOL_WORKER: string;

let started: Promise<Pool> | undefined;

/** Starts a worker for each core. Rejects with a LoadError if the workers cannot start. The next call tries again. */
export function startWorkers(): Promise<Pool> {
  started ??= createPool({ worker: new URL(POOL_WORKER, import.meta.url) }).catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns the stream of a file. If the file cannot be read, the stream fails with a Problem. */
export function streamOf(blob: Blob): ReadableStream<Bytes> {
  const reader = blob.stream().getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(async (error: unknown) => {
          // In Chromium, the error of the stream does not tell the reason. The error of this read does.
          const first = blob.slice(0, 1).arrayBuffer();
          throw readingError(await first.then(() => error).catch((reason) => reason), blob);
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

export function counting(onProgress: (processed: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let processed = 0;
  return new TransformStream({
    transform(bytes, controller) {
      processed += bytes.length;
      onProgress(processed);
      controller.enqueue(bytes);
    },
  });
}

/** Opens an encrypted file. Rejects with a WrongSecret, another Problem, or an error of the library. */
export async function openFile(given: File, secret: StreamKey, signal: AbortSignal): Promise<EncryptedFile> {
  const pool = await startWorkers();
  const file = await checkedFile(given).catch((error) => Promise.reject(readingError(error)));
  // The library reads a later part only after the header has shown that the secret is right.
  let isRight = false;
  const watched = {
    size: file.size,
    slice(start: number, end: number) {
      if (start > 0) isRight = true;
      return file.slice(start, end);
    },
  };
  try {
    return await pool.openEncrypted(watched, { ...secret, signal, maxMemory });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SecretKindError) throw new Problem(message(secret.key ? 'needsPassphrase' : 'needsKey'));
    if (isRight || !(error instanceof AuthenticationError)) throw readingError(error);
  }
  throw new WrongSecret(message('wrongSecret', { secret: secret.key ? 'key' : 'passphrase' }));
}

/** The number of bytes that keep one worker busy while another is late. */
const share = 2 ** 22;

/** Returns a stream of the whole plaintext. The workers decrypt its next part while the previous part is written. */
export async function decrypted(sealed: EncryptedFile, signal: AbortSignal): Promise<ReadableStream<Bytes>> {
  const length = Math.max(sealed.chunkLength, share) * (await startWorkers()).threads;
  let start = 0;
  return new ReadableStream({
    async pull(controller) {
      const end = Math.min(start + length, sealed.size);
      const read = sealed.read(start, end, { signal });
      controller.enqueue(await read.catch((error) => Promise.reject(readingError(error))));
      start = end;
      if (end === sealed.size) controller.close();
    },
  });
}

export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Problem(message('textNotUtf8'));
  }
}
