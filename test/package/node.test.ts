/** The installed package in plain Node programs, as ES modules and as CommonJS. */
import { expect, it } from 'vitest';
import { entries } from '../../ts/suites/table.js';
import { commonJs, installTarball, kats, writePrograms } from './tarball.js';

const project = installTarball();
writePrograms(project, '.');

const vectors = `
  import { readFileSync } from 'node:fs';
  import * as romulus from 'romulus-wasm';
  import { checkOfficial } from './official.js';
  const read = (file) => readFileSync(process.argv[2] + '/' + file, 'utf8');
  checkOfficial(romulus, read).then((count) => console.log(count));`;

it.each([
  ['an ES module', 'mjs', vectors],
  ['CommonJS', 'cjs', commonJs(vectors)],
])('works all official vectors both ways in %s', async (_, kind, program) => {
  expect(await project.print(program, [kats], kind)).toBe('4292\n');
});

const errors = 'AuthenticationError LengthError ArgumentError LoadError UsageError';
const files =
  'armor dearmor decryptBlob decryptBytes decryptStream encryptBlob encryptBytes encryptStream formatKeyFile isArmored openEncrypted parseKeyFile readHeader';
const fileErrors = 'FormatError MemoryError SecretKindError VersionError';
const hashes = 'createHasher hashMany hashStream romulusH romulusHkdf romulusHmac';
const encryption = 'generateKey generateNonce load loadSync romulusM romulusN romulusT seal unseal';
const encodings = 'EncodingError fromBase64 fromHex timingSafeEqual toBase64 toHex wipe';

it.each([
  ['romulus-wasm', `${errors} ${hashes} ${encryption} ${encodings}`],
  ['romulus-wasm/js', `${errors} ${hashes} ${encryption} ${encodings}`],
  ['romulus-wasm/stream', `${errors} ${fileErrors} ${files}`],
  ['romulus-wasm/pool', `${errors} ${fileErrors} WorkerError createPool`],
])('gives the same functions to import and require: %s', async (entry, names) => {
  const program = `
    import { deepEqual } from 'node:assert/strict';
    import { createRequire } from 'node:module';
    import * as imported from '${entry}';
    const required = createRequire(import.meta.url)('${entry}');
    deepEqual(Object.keys(required).sort(), Object.keys(imported).sort());
    for (const name of Object.keys(imported)) if (required[name] !== imported[name]) throw new Error(name);
    console.log(Object.keys(imported).join(' '));`;
  const printed = await project.print(program);
  expect(printed.trim().split(' ').sort()).toEqual(names.split(' ').sort());
});

it('gives one set of errors', async () => {
  const program = `
    import { AuthenticationError, ArgumentError, generateKey } from 'romulus-wasm';
    import { decryptBlob, encryptBlob, FormatError } from 'romulus-wasm/stream';
    const sealed = await encryptBlob(new Blob(['text']), { key: generateKey() });
    const errors = await Promise.all([
      decryptBlob(sealed, { key: generateKey() }),
      decryptBlob(sealed, { key: 'text' }),
      decryptBlob(new Blob(['text']), { key: generateKey() }),
    ].map((promise) => promise.catch((error) => error)));
    console.log([AuthenticationError, ArgumentError, FormatError].every((Class, i) => errors[i] instanceof Class));`;
  expect(await project.print(program)).toBe('true\n');
});

const otherEntries = Object.keys(entries()).filter((name) => name !== 'index');

it.each(otherEntries)("gives the main entry's errors: /%s", async (entry) => {
  const program = `
    import * as main from 'romulus-wasm';
    import * as other from 'romulus-wasm/${entry}';
    const classes = Object.keys(other).filter((name) => name.endsWith('Error') && name in main);
    console.log(classes.length, classes.every((name) => other[name] === main[name]));`;
  expect(await project.print(program)).toMatch(/^[1-9] true\n$/);
});

it('takes modes of every entry in /js, those of /js in every other, and knows the errors', async () => {
  const program = `
    import assert from 'node:assert/strict';
    import * as main from 'romulus-wasm';
    import * as isap from 'romulus-wasm/isap';
    import * as js from 'romulus-wasm/js';
    import { createPool } from 'romulus-wasm/pool';
    const pool = await createPool({ threads: 1 });
    const loaded = { main: await main.load(), isap: await isap.load(), js: js.loadSync() };
    const modes = [isap.isapA128a, loaded.isap.isapA128a, main.romulusN, js.romulusN, loaded.js.romulusN, pool.romulusN];
    const key = main.generateKey();
    let count = 0;
    for (const length of [0, 40, 5_000, 100_000]) {
      const plaintext = new Uint8Array(length).fill(7);
      for (const mode of modes)
        for (const { seal, unseal } of [main, js, loaded.main, loaded.js, pool]) {
          const sealed = await seal({ key, plaintext, mode });
          assert.deepEqual(await main.unseal({ key, sealed, mode }), plaintext);
          assert.deepEqual(await unseal({ key, sealed, mode }), plaintext);
          sealed[length + 16] ^= 1;
          const call = async () => unseal({ key, sealed, mode });
          await assert.rejects(call, (error) => error instanceof main.AuthenticationError);
          count++;
        }
    }
    const requests = Array.from({ length: 300 }, () => ({ key, nonce: main.generateNonce(), plaintext: new Uint8Array(9_000) }));
    const [inPool, expected] = [pool.aead(js.romulusN), main.romulusN].map((mode) => mode.encryptMany(requests));
    assert.deepEqual(await inPool, await expected);
    await pool.close();
    console.log(count);`;
  expect(await project.print(program)).toBe('120\n');
}, 60_000);

it('exports the module as a file, which load() takes as bytes and compiled', async () => {
  const program = `
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    import { fileURLToPath } from 'node:url';
    import { load, romulusH } from 'romulus-wasm';
    const file = fileURLToPath(import.meta.resolve('romulus-wasm/romulus.wasm'));
    if (createRequire(import.meta.url).resolve('romulus-wasm/romulus.wasm') !== file) throw new Error(file);
    const message = new Uint8Array([1, 2, 3]);
    const expected = String(await romulusH(message));
    for (const source of [readFileSync(file), new WebAssembly.Module(readFileSync(file))]) {
      const { romulusH } = await load(source);
      console.log(String(romulusH(message)) === expected);
    }`;
  expect(await project.print(program)).toBe('true\ntrue\n');
});

it('refuses imports of files behind its exports', async () => {
  const program = `
    import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);
    for (const path of ['dist/index.js', 'dist/index.workerd.js', 'dist/romulus.wasm', 'dist/types/index.d.ts', 'engine'])
      for (const take of [(path) => import(path), async (path) => require(path)])
        console.log((await take('romulus-wasm/' + path).catch((error) => error)).code);`;
  const refusal = 'ERR_PACKAGE_PATH_NOT_EXPORTED\n';
  expect(await project.print(program)).toBe(refusal.repeat(10));
});

const works = {
  'a hash': 'romulusH(new Uint8Array(3))',
  'a long call in slices':
    'seal({ key: generateKey(), plaintext: new Uint8Array(1 << 20) }, { onProgress() { turns++; } })',
  'a stream': 'hashStream(new Blob([new Uint8Array(1 << 20)]))',
  'a file': "encryptBlob(new Blob(['text']), { passphrase: generateKey() })",
  'a file that is aborted': `new Blob([new Uint8Array(1 << 26)]).stream()
    .pipeThrough(encryptStream({ key: generateKey(), signal: AbortSignal.timeout(50) }))
    .pipeTo(new WritableStream()).catch(() => {})`,
  'a stream that nobody finished': 'encryptStream({ key: generateKey() }).writable.getWriter().write(generateKey())',
  'a long call that is aborted':
    'seal({ key: generateKey(), plaintext: new Uint8Array(1 << 24) }, { signal: AbortSignal.timeout(20) }).catch(() => {})',
  'the start of a pool': 'pool()',
  'a hash of a pool': '(await pool()).romulusH(new Uint8Array(1 << 20))',
  'a list of a pool': '(await pool()).hashMany(new Array(1000).fill(new Uint8Array(4000)))',
  'a file of a pool': '(await pool()).encryptBlob(new Blob([new Uint8Array(1 << 22)]), { key: generateKey() })',
  'a stream of a pool that nobody finished':
    '(await pool()).encryptStream({ key: generateKey() }).writable.getWriter().write(generateKey())',
  'a long call of a pool that is aborted': `(await pool()).seal({ key: generateKey(), plaintext: new Uint8Array(1 << 24) },
    { signal: AbortSignal.timeout(20) }).catch(() => {})`,
  'close() of a pool': '(await pool()).close()',
  'the signal of a pool': 'pool().then(() => controller.abort())',
};

it.each(Object.entries(works))('lets the process end after %s', async (work, call) => {
  const printed = await project.expectEnd(`
    import { generateKey, hashStream, romulusH, seal } from 'romulus-wasm';
    import { encryptBlob, encryptStream } from 'romulus-wasm/stream';
    import { createPool } from 'romulus-wasm/pool';
    const controller = new AbortController();
    const pool = () => createPool({ threads: 2, signal: controller.signal });
    let turns = 0;
    await ${call};
    console.log(turns)`);
  // More than one turn of the event loop shows that the call worked in slices.
  if (work.endsWith('slices')) expect(Number(printed)).toBeGreaterThan(1);
});
