/** Passes Node's objects, with the types of @types/node, where no program of README.md or the guide does. */
import { Blob } from 'node:buffer';
import { createReadStream, openAsBlob, readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import { hashMany, hashStream, load, romulusN, wipe } from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { decryptBlob, encryptBlob, encryptStream, openEncrypted } from '../../../ts/stream/index.js';

export async function service(): Promise<void> {
  const buffer = Buffer.from('message');
  const [digest] = (await hashMany([buffer, readFileSync('message')])) as [Uint8Array];
  const request = { key: buffer, nonce: buffer, plaintext: buffer, associatedData: buffer };
  await romulusN.encrypt(request, { signal: AbortSignal.timeout(1000) });
  wipe(buffer);
  for (const source of [createReadStream('message'), Readable.from([buffer]), process.stdin]) await hashStream(source);
  await hashStream(new Blob([buffer]));
  await load(readFileSync('romulus.wasm'));
  await load(fetch('romulus.wasm'));

  const file = await openAsBlob('message');
  await decryptBlob(await encryptBlob(file, { key: buffer }), { key: buffer });
  await (await openEncrypted(file, { key: buffer })).read(0);
  await new ReadableStream<Uint8Array>().pipeTo(encryptStream({ passphrase: buffer }).writable);
  await createPool({ worker: new URL('file:///pool-worker.js') });
  const pool = await createPool({ worker: () => new Worker('/pool-worker.js') });
  const sealed = file.stream().pipeThrough(pool.encryptStream({ key: buffer }));
  await sealed.pipeTo(Writable.toWeb(process.stdout));

  // @ts-expect-error: the package returns no Buffer
  digest.toString('hex');
}
