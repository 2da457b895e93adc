// Shows how long calls on long messages hold the event loop at most:
// `node --expose-gc bench/longest-stretch.mjs [package] [MiB]`.
import { pathToFileURL } from 'node:url';

const [folder = 'dist', mebibytes = '512'] = process.argv.slice(2);
const { romulusN, romulusM, romulusT, romulusH } = await import(pathToFileURL(`${folder}/index.js`));
const length = Number(mebibytes) * 2 ** 20;
const [key, nonce] = [new Uint8Array(16), new Uint8Array(16)];
const message = new Uint8Array(length).fill(1);
const quarters = [0, 1, 2, 3].map((i) => message.subarray((i * length) / 4, ((i + 1) * length) / 4));
const request = { key, nonce, plaintext: message };

/** The longest time between two turns in a call that is aborted when so much of it is done: the rest goes on as before. */
async function longest(call, abortAt) {
  // What an earlier call has left is no part of this one.
  globalThis.gc?.();
  const controller = new AbortController();
  let before = performance.now();
  let most = 0;
  let running = true;
  const turn = () => {
    const now = performance.now();
    most = Math.max(most, now - before);
    before = now;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  before = performance.now();
  const onProgress = (done, total) => done > total * abortAt && controller.abort();
  await call({ signal: controller.signal, onProgress }).catch(() => {});
  turn();
  running = false;
  return most;
}

const calls = {
  'N encrypt': (options) => romulusN.encrypt(request, options),
  'M encrypt': (options) => romulusM.encrypt(request, options),
  'T encrypt': (options) => romulusT.encrypt(request, options),
  'N decrypt': (options) => romulusN.decrypt({ key, nonce, ciphertext: message }, options),
  H: (options) => romulusH(message, options),
  'N encryptMany of four': (options) =>
    romulusN.encryptMany(
      quarters.map((plaintext) => ({ key, nonce, plaintext })),
      options,
    ),
};
const atOf = { 'N decrypt': 2, 'M encrypt': 0.55 };
for (const [name, call] of Object.entries(calls))
  console.log(name, `${(await longest(call, atOf[name] ?? 0.2)).toFixed(1)} ms`);
