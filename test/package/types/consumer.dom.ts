/** Passes a page's objects, with the types of TypeScript's DOM library. */
import { type Bytes, hashStream, load, romulusH, romulusN, seal } from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { decryptBlob, decryptStream, encryptBlob, encryptStream, openEncrypted } from '../../../ts/stream/index.js';

declare const key: Bytes;
declare const file: File;

export async function page(): Promise<void> {
  const { signal } = new AbortController();
  const digest = await romulusH(key, { signal });
  await seal({ key, plaintext: digest }, { signal: AbortSignal.timeout(1000) });
  await hashStream(file);
  await hashStream(new ReadableStream<Uint8Array>());
  const response = await fetch('message');
  await load(response);
  await load(fetch('romulus.wasm'));
  await load(WebAssembly.compileStreaming(fetch('romulus.wasm')));

  // The package's results fit the platform's functions.
  await crypto.subtle.digest('SHA-256', digest satisfies BufferSource);
  const { ciphertext, tag } = await romulusN.encryptDetached({ key, nonce: key, plaintext: digest });
  await new Blob([ciphertext, tag]).arrayBuffer();
  await fetch('message', { method: 'POST', body: ciphertext });

  const encrypted: ReadableStream<Uint8Array> = file.stream().pipeThrough(encryptStream({ key, signal }));
  await fetch('file', { method: 'POST', body: encrypted });
  await new Response(encrypted.pipeThrough(decryptStream({ key }))).blob();
  if (response.body) await hashStream(response.body.pipeThrough(decryptStream({ key })));
  await decryptStream({ key }).readable.pipeTo(new WritableStream<Uint8Array>());
  const blob: Blob = await encryptBlob(file, { key, onProgress: (done, total) => done / (total ?? 1) });
  URL.createObjectURL(await decryptBlob(blob, { key }));
  const part: BufferSource = await (await openEncrypted(file, { key })).read(0, 100);
  await crypto.subtle.digest('SHA-256', part);

  await createPool({ signal, worker: new URL('pool-worker.js', location.href) });
  const pool = await createPool({ worker: () => new Worker('pool-worker.js', { type: 'module' }) });
  await file.stream().pipeThrough(pool.encryptStream({ key })).pipeTo(new WritableStream());

  // @ts-expect-error: a stream of text
  new Blob(['text']).stream().pipeThrough(new TextDecoderStream()).pipeThrough(encryptStream({ key }));
  // @ts-expect-error: a stream of text
  await hashStream(new ReadableStream<string>());
}
