/** A page's program: what a pool gives is what this thread gives; how long the page stood still meanwhile. */
import * as romulus from '../../../../ts/index.js';
import { createPool } from '../../../../ts/pool/index.js';
import { answer } from './answer.js';

async function work() {
  const pool = await createPool({ size: 2 });
  const key = romulus.generateKey();
  const message = new Uint8Array(1_000_003).map((_, i) => i >> 3);
  const list = Array.from({ length: 1000 }, (_, i) => message.subarray(i, 2 * i));
  const digests = await romulus.hashMany(list);
  const sealed = await pool.seal(key, message);
  const file = await pool.encryptBlob(new Blob([message, message]), { key });
  const opened = new Response(file.stream().pipeThrough(pool.decryptStream({ key })));
  const forged = await pool.unseal(romulus.generateKey(), sealed).catch((error) => error);
  const same = {
    sealed: String(await romulus.unseal(key, sealed)) === String(message),
    unsealed: String(await pool.unseal(key, sealed)) === String(message),
    hash: String(await pool.romulusH(message)) === String(await romulus.romulusH(message)),
    list: String(await pool.hashMany(list)) === String(digests),
    file:
      String(await romulus.romulusH(new Uint8Array(await opened.arrayBuffer()))) ===
      String(await romulus.hashStream(new Blob([message, message]))),
    error: forged instanceof romulus.AuthenticationError,
  };
  await pool.close();
  const closed = await pool.romulusH(message).catch((error) => error);
  return { ...same, closed: closed instanceof romulus.UsageError };
}

answer(work());
