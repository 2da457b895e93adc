/** A page's program: hashes a Blob, and the body of a response. */
import { hashStream, romulusH } from '../../../../ts/index.js';
import { answer } from './answer.js';

async function work() {
  const message = new Uint8Array(1_000_000).map((_, i) => i >> 3);
  let progress: unknown;
  const blob = await hashStream(new Blob([message]), { onProgress: (...told) => (progress = told) });
  const path = '/kats/romulus-h.txt';
  const body = await hashStream((await fetch(path)).body!);
  const whole = new Uint8Array(await (await fetch(path)).arrayBuffer());
  return {
    blob: String(blob) === String(await romulusH(message)),
    body: String(body) === String(await romulusH(whole)),
    progress,
  };
}

answer(work());
