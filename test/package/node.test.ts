/**
 * The installed package in plain Node programs, by `import` and by `require`, and its pools, also bundled. A process ends
 * by itself, but not before its work.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { entries } from '../../ts/suites/table.js';
import { installTarball, kats, writePrograms } from './tarball.js';

const project = installTarball();
writePrograms(project, '.');

it('works all official vectors both ways', async () => {
  const program = `
    import { readFileSync } from 'node:fs';
    import * as romulus from 'romulus-wasm';
    import { checkOfficial } from './official.js';
    const read = (file) => readFileSync(${JSON.stringify(kats)} + '/' + file, 'utf8');
    console.log(await checkOfficial(romulus, read));`;
  expect(await project.print(program)).toBe('4292\n');
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
    const plaintext = new Uint8Array(100_000).fill(7);
    for (const mode of modes)
      for (const { seal, unseal } of [main, js, loaded.main, loaded.js, pool]) {
        const sealed = await seal({ key, plaintext, mode });
        assert.deepEqual(await main.unseal({ key, sealed, mode }), plaintext);
        assert.deepEqual(await unseal({ key, sealed, mode }), plaintext);
        const call = async () => unseal({ key: main.generateKey(), sealed, mode });
        await assert.rejects(call, (error) => error instanceof main.AuthenticationError);
      }
    const request = { key, nonce: main.generateNonce(), plaintext };
    const [inPool, expected] = [pool.aead(js.romulusN), main.romulusN].map((mode) => mode.encryptMany([request]));
    assert.deepEqual(await inPool, await expected);
    await pool.close();`;
  expect(await project.print(program)).toBe('');
}, 60_000);

/** Calls, after which a process must end by itself: some start workers, or leave work that nobody finishes. */
const calls = [
  'romulusH(new Uint8Array(3))',
  'seal({ key, plaintext: new Uint8Array(1 << 20) })',
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
  '(await pool()).encryptBlob(new Blob([new Uint8Array(1 << 22)]), { key })',
  '(await pool()).encryptStream({ key }).writable.getWriter().write(key)',
  '(await pool()).seal({ key, plaintext: new Uint8Array(1 << 24) }, { signal: AbortSignal.timeout(20) }).catch(() => {})',
  '(await pool()).close()',
  'createPool({ threads: 2, signal: controller.signal }).then(() => controller.abort())',
];

it.each([
  ['calls', calls],
  ['calls of pools, of which most are not closed', callsOfPools],
])('lets the process end after %s', async (_, calls) => {
  const program = `
    import { generateKey, hashStream, romulusH, seal } from 'romulus-wasm';
    import { encryptBlob, encryptStream } from 'romulus-wasm/stream';
    import { createPool } from 'romulus-wasm/pool';
    const key = generateKey();
    const controller = new AbortController();
    const pool = () => createPool({ threads: 2 });
    ${calls.map((call) => `await ${call};`).join('\n')}
    console.log('done')`;
  expect(await project.print(program)).toBe('done\n');
});

it('lets the process end only after the work of a pool', async () => {
  const program = `
    import { createPool } from 'romulus-wasm/pool';
    const pool = await createPool({ threads: 2 });
    pool.romulusH(new Uint8Array(1 << 22)).then(() => console.log('a hash'));
    pool.romulusH(new Uint8Array(1 << 22)).then(() => pool.encryptBlob(new Blob([new Uint8Array(1 << 22)]), { key: new Uint8Array(16) }))
      .then(() => console.log('a file'));`;
  expect((await project.print(program)).split('\n').sort()).toEqual(['', 'a file', 'a hash']);
});

/** Prints the length of what a pool has sealed, and whether its error is that of the main entry. Leaves the pool open. */
const works = (options = '') => `
  import * as romulus from 'romulus-wasm';
  import { createPool } from 'romulus-wasm/pool';
  const pool = await createPool({ threads: 2, ${options} });
  const key = romulus.generateKey();
  const sealed = await pool.seal({ key, plaintext: new Uint8Array(100_000) });
  const error = await pool.unseal({ key: romulus.generateKey(), sealed }).catch((error) => error);
  console.log((await romulus.unseal({ key, sealed })).length, error instanceof romulus.AuthenticationError);`;
const allWorks = '100000 true\n';

describe('a pool', () => {
  it('works in a program that is typed in', async () =>
    expect(await project.run('--input-type=module', ['--eval', works()])).toBe(allWorks));

  it('works on the module of the exported file, once it was loaded, and compiles nothing', async () => {
    const program = `
      import assert from 'node:assert/strict';
      import { readFileSync } from 'node:fs';
      import { createRequire } from 'node:module';
      import { fileURLToPath } from 'node:url';
      import { load } from 'romulus-wasm';
      const file = fileURLToPath(import.meta.resolve('romulus-wasm/romulus.wasm'));
      assert.equal(createRequire(import.meta.url).resolve('romulus-wasm/romulus.wasm'), file);
      await load(new WebAssembly.Module(readFileSync(file)));
      WebAssembly.instantiate = () => { throw new Error('instantiated again'); };
      ${works()}`;
    expect(await project.print(program)).toBe(allWorks);
  });

  /** Bundles a program and further entry points. */
  const bundled = async (folder: string, entries: Record<string, string>, options?: string) => {
    project.write(`${folder}.mjs`, works(options));
    await build({
      entryPoints: { app: `./${folder}.mjs`, ...entries },
      outdir: join(project.folder, folder),
      absWorkingDir: project.folder,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
    });
    return join(project.folder, folder, 'app.js');
  };

  it.each([
    ['the worker as an entry point', { 'pool-worker': 'romulus-wasm/pool/worker' }, ''],
    ['a copy of the worker, whose address is given', {}, "worker: new URL('./copied.js', import.meta.url)"],
    [
      'a program of the user as the worker',
      { own: './own-worker.mjs' },
      "worker: () => new (process.getBuiltinModule('node:worker_threads').Worker)(new URL('./own.js', import.meta.url))",
    ],
  ])('works when bundled with %s', async (name, entries, options) => {
    project.write('own-worker.mjs', "import 'romulus-wasm/pool/worker';");
    const file = await bundled(name, entries, options);
    copyFileSync(join(project.installed, 'dist/pool-worker.js'), join(project.folder, name, 'copied.js'));
    expect(await project.run(file)).toBe(allWorks);
  });

  it('names a remedy if the worker is missing', async () => {
    const failed = project.run(await bundled('without', {}));
    await expect(failed).rejects.toThrow(/LoadError[\s\S]*romulus-wasm\/pool\/worker an entry point/);
  });
});
