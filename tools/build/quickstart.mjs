// Runs at the end of `npm run quickstart`. It hashes, seals, writes an encrypted file and encrypts many messages with
// the package just built. It shows each result, its speed on this machine and what to do next.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKey, generateNonce, romulusH, romulusN, seal, toHex, unseal } from 'romulus-wasm';
import { decryptBlob, encryptBlob } from 'romulus-wasm/stream';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const expect = (isRight, what) => {
  if (!isRight) throw new Error(`${what} is wrong: please report it`);
};

/** The speed in MB/s of a call that processes `length` bytes, from its runs in a fifth of a second. */
async function speedOf(length, call) {
  await call();
  const start = performance.now();
  let taken = 0;
  let calls = 0;
  for (; taken < 200; calls++) {
    await call();
    taken = performance.now() - start;
  }
  return `${Math.round((calls * length) / taken / 1000)} MB/s`.padStart(9);
}

const row = (what, result, speed) => console.log(`  ${what.padEnd(48)} ${result.padEnd(22)} ${speed}`.trimEnd());

console.log(`\nromulus-wasm ${version} is built in dist/ and works. What it does on this machine:\n`);

const contents = readFileSync(join(root, 'README.md'));
const large = Buffer.alloc(1 << 20, contents);
const digest = toHex(await romulusH(contents));
row('Digest of README.md (Romulus-H)', `${digest.slice(0, 16)}...`, await speedOf(large.length, () => romulusH(large)));

const key = generateKey();
const sealed = await seal({ key, plaintext: contents });
expect(contents.equals(await unseal({ key, sealed })), 'what was unsealed');
sealed[100] ^= 1;
const refusal = await unseal({ key, sealed }).catch((error) => error);
expect(refusal.code === 'ERR_ROMULUS_AUTH', 'the verdict on a forgery');
row(
  'README.md sealed and opened (Romulus-M)',
  `${contents.length} + 32 bytes`,
  await speedOf(large.length, () => seal({ key, plaintext: large })),
);
row('The same with one bit changed', refusal.code, '');

const requests = Array.from({ length: 256 }, (_, i) => ({
  key,
  nonce: generateNonce(),
  plaintext: large.subarray(1024 * i, 1024 * (i + 1)),
}));
const ciphertexts = await romulusN.encryptMany(requests);
row(
  '256 messages of 1 KiB at once (Romulus-N)',
  `${ciphertexts.length} x ${ciphertexts[0].length} bytes`,
  await speedOf(256 * 1024, () => romulusN.encryptMany(requests)),
);

const folder = mkdtempSync(join(tmpdir(), 'romulus-quickstart-'));
const [keyFile, encryptedFile] = ['key', 'README.md.romulus'].map((name) => join(folder, name));
const blob = new Blob([contents]);
const file = await encryptBlob(blob, { key });
writeFileSync(keyFile, `romulus-key-1 ${toHex(key)}\n`, { mode: 0o600 });
writeFileSync(encryptedFile, new Uint8Array(await file.arrayBuffer()));
expect((await decryptBlob(file, { key })).size === contents.length, 'the encrypted file');
const largeFile = new Blob([Buffer.alloc(1 << 24, contents)]);
row(
  'README.md as an encrypted file (streams of any size)',
  `${file.size} bytes`,
  await speedOf(largeFile.size, () => encryptBlob(largeFile, { key })),
);

const program = relative(process.cwd(), join(root, 'dist/cli.js'));
console.log(`
The encrypted file and its key are in ${folder}. This opens it:

  node ${program} decrypt --key ${keyFile} ${encryptedFile} --output -

Next:
  npm pack                   writes the tarball that you install in your project (README.md, "Install")
  npm run bench -- --page    measures in your browser, beside other packages
  npm test                   computes all known answers, in some minutes
`);
