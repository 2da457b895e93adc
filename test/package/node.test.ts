/** The installed package in plain Node programs, by `import` and by `require`. */
import { expect, it } from 'vitest';
import { entries } from '../../ts/suites/table.js';
import { installTarball, kats, writePrograms } from './tarball.js';

const project = installTarball();
writePrograms(project, '.');

const vectors = `
  import { readFileSync } from 'node:fs';
  import * as romulus from 'romulus-wasm';
  import { checkOfficial } from './official.js';
  const read = (file) => readFileSync(process.argv[2] + '/' + file, 'utf8');
  checkOfficial(romulus, read).then((count) => console.log(count));`;

it('works all official vectors both ways', async () => {
  expect(await project.print(vectors, [kats])).toBe('4292\n');
});

const errors = 'AuthenticationError LengthError ArgumentError LoadError UsageError';
const files =
  'armor dearmor decryptBlob decryptBytes decryptStream encryptBlob encryptBytes encryptStream formatKeyFile isArmored openEncrypted parseKeyFile readHeader';
const fileErrors = 'FormatError MemoryError SecretKindError VersionError';
const hashes = 'createHasher hashMany hashStream romulusH romulusHkdf romulusHmac';
const encryption = 'generateKey generateNonce load loadSync romulusM romulusN romulusT seal unseal';
const encodings = 'EncodingError fromBase64 fromHex timingSafeEqual toBase64 toHex wipe';

const exported: Record<string, string> = {
  'romulus-wasm': `${errors} ${hashes} ${encryption} ${encodings}`,
  'romulus-wasm/js': `${errors} ${hashes} ${encryption} ${encodings}`,
  'romulus-wasm/stream': `${errors} ${fileErrors} ${files}`,
  'romulus-wasm/pool': `${errors} ${fileErrors} WorkerError createPool`,
};

it('gives the same functions to import and require, and one set of errors by all entries', async () => {
  const specifiers = Object.keys(entries()).map((name) => `romulus-wasm/${name}`.replace(/\/index$/, ''));
  const program = `
    import { createRequire } from 'node:module';
    import * as main from 'romulus-wasm';
    const require = createRequire(import.meta.url);
    const names = {};
    for (const specifier of ${JSON.stringify(specifiers)}) {
      const imported = await import(specifier);
      const required = require(specifier);
      names[specifier] = Object.keys(required).sort();
      for (const name of new Set([...names[specifier], ...Object.keys(imported)]))
        if (required[name] !== imported[name]) throw new Error(specifier + ' requires another ' + name);
      const errors = names[specifier].filter((name) => name.endsWith('Error') && name in main);
      if (errors.length === 0 || errors.some((name) => imported[name] !== main[name]))
        throw new Error(specifier + ' has other errors');
    }
    console.log(JSON.stringify(names));`;
  const names = JSON.parse(await project.print(program));
  for (const [specifier, wanted] of Object.entries(exported))
    expect([specifier, names[specifier]]).toEqual([specifier, wanted.split(' ').sort()]);
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

/** Calls, after which a process must end by itself: some start workers, or leave work that nobody finishes. */
const calls = [
  'romulusH(new Uint8Array(3))',
  'seal({ key, plaintext: new Uint8Array(1 << 20) }, { onProgress() { turns++; } })',
  'hashStream(new Blob([new Uint8Array(1 << 20)]))',
  "encryptBlob(new Blob(['text']), { passphrase: key, cost: 1024 })",
  `new Blob([new Uint8Array(1 << 26)]).stream()
    .pipeThrough(encryptStream({ key, signal: AbortSignal.timeout(50) }))
    .pipeTo(new WritableStream()).catch(() => {})`,
  'encryptStream({ key }).writable.getWriter().write(key)',
  'seal({ key, plaintext: new Uint8Array(1 << 24) }, { signal: AbortSignal.timeout(20) }).catch(() => {})',
];
const callsOfPools = [
  'pool()',
  '(await pool()).romulusH(new Uint8Array(1 << 20))',
  '(await pool()).hashMany(new Array(1000).fill(new Uint8Array(4000)))',
  '(await pool()).encryptBlob(new Blob([new Uint8Array(1 << 22)]), { key })',
  '(await pool()).encryptStream({ key }).writable.getWriter().write(key)',
  '(await pool()).seal({ key, plaintext: new Uint8Array(1 << 24) }, { signal: AbortSignal.timeout(20) }).catch(() => {})',
  '(await pool()).close()',
  'createPool({ threads: 2, signal: controller.signal }).then(() => controller.abort())',
];

it.each([
  ['calls', calls, { turns: 2 }],
  ['calls of pools, of which most are not closed', callsOfPools, { turns: 0 }],
] as const)('lets the process end after %s', async (_, calls, { turns }) => {
  const printed = await project.expectEnd(`
    import { generateKey, hashStream, romulusH, seal } from 'romulus-wasm';
    import { encryptBlob, encryptStream } from 'romulus-wasm/stream';
    import { createPool } from 'romulus-wasm/pool';
    const key = generateKey();
    const controller = new AbortController();
    const pool = () => createPool({ threads: 2 });
    let turns = 0;
    ${calls.map((call) => `await ${call};`).join('\n')}
    console.log(turns)`);
  // More than one turn of the event loop shows that the call worked in slices.
  expect(Number(printed)).toBeGreaterThanOrEqual(turns);
});
