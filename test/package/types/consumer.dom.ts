/** Passes a page's objects, with the types of TypeScript's DOM library, where no program of README.md or the guide does. */
import { type Bytes, hashStream, load, romulusN } from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { decryptStream, encryptBlob, encryptStream, openEncrypted } from '../../../ts/stream/index.js';

declare const key: Bytes;
declare const file: File;

export async function page(): Promise<void> {
  const { signal } = new AbortController();
  await load(fetch('romulus.wasm'));
  await load(WebAssembly.compileStreaming(fetch('romulus.wasm')));
  const { body } = await fetch('message');
  if (body) await hashStream(body.pipeThrough(decryptStream({ key, signal })));
  await createPool({ signal, worker: new URL('pool-worker.js', location.href) });
  const pool = await createPool({ worker: () => new Worker('pool-worker.js', { type: 'module' }) });
  await file.stream().pipeThrough(pool.encryptStream({ key })).pipeTo(new WritableStream());

  // The package's results fit the platform's functions.
  const { ciphertext, tag } = await romulusN.encryptDetached({ key, nonce: key, plaintext: key });
  await crypto.subtle.digest('SHA-256', await (await openEncrypted(file, { key })).read(0, 100));
  await fetch('message', { method: 'POST', body: ciphertext });
  URL.createObjectURL((await encryptBlob(new Blob([ciphertext, tag]), { key })) satisfies Blob);

  // @ts-expect-error: a stream of text
  new Blob(['text']).stream().pipeThrough(new TextDecoderStream()).pipeThrough(encryptStream({ key }));
  // @ts-expect-error: a stream of text
  await hashStream(new ReadableStream<string>());
}
