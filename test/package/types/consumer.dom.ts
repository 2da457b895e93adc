/** Passes a page's objects, with the types of TypeScript's DOM library. */
import { type Bytes, hashStream, load, romulusH, romulusN, seal } from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { decryptBlob, decryptStream, encryptBlob, encryptStream, openEncrypted } from '../../../ts/stream/index.js';

declare const key: Bytes;
declare const file: File;

export async function page(): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const digest = await romulusH(key, { signal });
  await hashStream(new Blob(['hello']), { signal });
  await hashStream(file);
  await hashStream(file.stream());
  await hashStream(new ReadableStream<Uint8Array>());
  await seal({ key, plaintext: digest }, { signal: AbortSignal.timeout(1000) });

  const response = await fetch('message');
  if (response.body) await hashStream(response.body);
  await load(response);
  await load(fetch('romulus.wasm'));
  await load(new WebAssembly.Module(digest));
  await load(WebAssembly.compileStreaming(fetch('romulus.wasm')));

  // The package's results fit the platform's functions.
  const source: BufferSource = digest;
  await crypto.subtle.digest('SHA-256', source);
  await crypto.subtle.digest('SHA-256', digest);
  const { ciphertext, tag } = await romulusN.encryptDetached({ key, nonce: key, plaintext: digest });
  await new Blob([ciphertext, tag]).arrayBuffer();
  await fetch('message', { method: 'POST', body: ciphertext });

  const encryptedStream: ReadableStream<Uint8Array> = file.stream().pipeThrough(encryptStream({ key, signal }));
  await fetch('file', { method: 'POST', body: encryptedStream });
  await new Response(encryptedStream.pipeThrough(decryptStream({ key }))).blob();
  if (response.body) await hashStream(response.body.pipeThrough(decryptStream({ key })));
  const { readable, writable } = decryptStream({ key });
  await readable.pipeTo(new WritableStream<Uint8Array>());
  await writable.getWriter().write(digest);
  const blob: Blob = await encryptBlob(file, { key, onProgress: (done, total) => done / (total ?? 1) });
  URL.createObjectURL(await decryptBlob(blob, { key }));
  const part: BufferSource = await (await openEncrypted(file, { key })).read(0, 100);
  await crypto.subtle.digest('SHA-256', part);

  await createPool({ signal, worker: new URL('pool-worker.js', location.href) });
  const pool = await createPool({ worker: () => new Worker('pool-worker.js', { type: 'module' }) });
  await file.stream().pipeThrough(pool.encryptStream({ key })).pipeTo(new WritableStream());
  await pool.romulusH(key, { signal });

  // @ts-expect-error: a stream of text
  new Blob(['text']).stream().pipeThrough(new TextDecoderStream()).pipeThrough(encryptStream({ key }));
  // @ts-expect-error: a stream of text
  await hashStream(new ReadableStream<string>());
}
