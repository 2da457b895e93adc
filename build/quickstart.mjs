// The end of `npm run quickstart`: hashes, seals and unseals a real file with the package just built, and shows the result.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKey, hashStream, romulusH, seal, timingSafeEqual, unseal } from 'romulus-wasm';

const file = fileURLToPath(new URL('../README.md', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'romulus-quickstart-'));
const hex = (bytes) => Buffer.from(bytes).toString('hex');
try {
  const contents = readFileSync(file);
  const digest = await romulusH(contents);
  console.log(`\nRomulus-H of README.md (${contents.length} bytes)\n  ${hex(digest)}`);

  const key = generateKey();
  const sealedFile = join(folder, 'README.md.sealed');
  writeFileSync(sealedFile, await seal({ key, plaintext: contents }));
  const sealed = readFileSync(sealedFile);
  console.log(`sealed with Romulus-M: ${sealed.length} bytes, beginning ${hex(sealed.subarray(0, 24))}`);

  const opened = await unseal({ key, sealed });
  if (!timingSafeEqual(await hashStream(new Blob([opened])), digest)) throw new Error('the file came back changed');
  console.log(`unsealed: ${opened.length} bytes, the same digest`);

  sealed[100] ^= 1;
  const refusal = await unseal({ key, sealed }).catch((error) => error);
  console.log(`with one bit flipped: ${refusal.code}, ${refusal.message}`);
  if (refusal.code !== 'ERR_ROMULUS_AUTH') throw refusal;
} finally {
  rmSync(folder, { recursive: true });
}
