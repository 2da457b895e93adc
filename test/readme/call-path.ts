/** Prints the files of ts/ whose functions run in a call of Romulus-N. Vitest would add functions of its own. */
import { Session } from 'node:inspector/promises';
import { generateKey, generateNonce, romulusN } from '../../ts/index.js';

const request = { key: generateKey(), nonce: generateNonce(), plaintext: new Uint8Array(64) };
// The first call loads the module.
await romulusN.encrypt(request);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
await romulusN.encrypt(request);
const { result } = await session.post('Profiler.takePreciseCoverage');
session.disconnect();
for (const { url, functions } of result) {
  const [, file] = /\/(ts\/[\w/-]+\.ts)$/.exec(url) ?? [];
  if (file && functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))) console.log(file);
}
