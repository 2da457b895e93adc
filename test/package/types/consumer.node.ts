/** Passes Node's objects, with the types of @types/node. */
import { Blob } from 'node:buffer';
import { createReadStream, openAsBlob, readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import { hashMany, hashStream, load, romulusN, wipe } from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { decryptBlob, decryptStream, encryptBlob, encryptStream, openEncrypted } from '../../../ts/stream/index.js';

export async function service(): Promise<void> {
  const buffer = Buffer.from('message');
  const { signal } = new AbortController();
  const [digest] = (await hashMany([buffer, readFileSync('message')])) as [Uint8Array];
  const request = { key: buffer, nonce: buffer, plaintext: buffer, associatedData: buffer };
  await romulusN.encrypt(request, { signal: AbortSignal.timeout(1000) });
  wipe(buffer);

  await hashStream(createReadStream('message'));
  await hashStream(Readable.from([buffer]));
  await hashStream(process.stdin);
  await hashStream(new Blob([buffer]));
  await hashStream(new ReadableStream<Uint8Array>());
  await load(readFileSync('romulus.wasm'));
  await load(fetch('romulus.wasm'));

  const file = await openAsBlob('message');
  const sealed = file.stream().pipeThrough(encryptStream({ key: buffer }));
  await sealed.pipeThrough(decryptStream({ key: buffer })).pipeTo(Writable.toWeb(process.stdout));
  await new ReadableStream<Uint8Array>().pipeTo(encryptStream({ passphrase: buffer, signal }).writable);
  await hashStream(encryptStream({ key: buffer }).readable);
  await decryptBlob(await encryptBlob(file, { key: buffer }), { key: buffer });
  await (await openEncrypted(file, { key: buffer })).read(0);

  await createPool({ signal, worker: new URL('file:///pool-worker.js') });
  const pool = await createPool({ worker: () => new Worker('/pool-worker.js') });
  await file
    .stream()
    .pipeThrough(pool.encryptStream({ key: buffer }))
    .pipeTo(Writable.toWeb(process.stdout));

  // A Buffer over the digest's bytes turns it into text.
  Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString('hex');
  // @ts-expect-error: the package returns no Buffer
  digest.toString('hex');
}
