// Makes 10^6 calls of every kind and shows how the process's memory moves: `node --expose-gc bench/growth.mjs`.
import { createHasher, load, romulusH, romulusM, romulusN, romulusT, seal, unseal } from 'romulus-wasm';

const { romulusN: sync } = await load();
const key = new Uint8Array(16);
const nonce = new Uint8Array(16);
const plaintext = new Uint8Array(100);
const calls = [
  () => romulusH(plaintext),
  () => romulusN.encrypt({ key, nonce, plaintext }),
  () => romulusM.encrypt({ key, nonce, plaintext }),
  () => romulusT.encrypt({ key, nonce, plaintext }),
  () => sync.encrypt({ key, nonce, plaintext }),
  () => romulusN.decrypt({ key, nonce, ciphertext: plaintext }).catch(() => {}),
  async () => unseal({ key, sealed: await seal({ key, plaintext }) }),
  async () => (await createHasher()).update(plaintext).digest(),
];
const megabytes = () => {
  globalThis.gc();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return [heapUsed, arrayBuffers, rss].map((bytes) => (bytes / 1e6).toFixed(1)).join(' / ');
};
console.log('calls, then MB of heap / array buffers / resident');
for (let done = 0; done <= 1_000_000; done++) {
  if (done % 100_000 === 0) console.log(done, megabytes());
  await calls[done % calls.length]();
}
