/** Pools of the installed package in plain Node programs: as installed, bundled, and where workers are forbidden. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { commonJs, installTarball } from './tarball.js';

const project = installTarball();

/** Prints whether what a pool gives is what the main entry gives, and leaves the pool open. */
const works = (options = '') => `
  import * as romulus from 'romulus-wasm';
  import { createPool } from 'romulus-wasm/pool';
  const pool = await createPool({ size: 2, ${options} });
  const message = new Uint8Array(1_000_000).map((_, i) => i);
  const key = romulus.generateKey();
  console.log(String(await pool.romulusH(message)) === String(await romulus.romulusH(message)));
  console.log(String(await romulus.unseal({ key, sealed: await pool.seal({ key, plaintext: message }) })) === String(message));
  const error = await pool.unseal({ key, sealed: message }).catch((error) => error);
  console.log(error instanceof romulus.AuthenticationError);`;

it.each([
  ['an ES module', 'pool.mjs', works()],
  ['CommonJS', 'pool.cjs', commonJs(works())],
])('works in %s, with one set of errors', async (_, name, program) => {
  expect(await project.run(project.write(name, program))).toBe('true\ntrue\ntrue\n');
});

describe('the process', () => {
  it.each([
    { work: 'the start', call: 'pool' },
    { work: 'a hash', call: 'pool.romulusH(new Uint8Array(1 << 20))' },
    { work: 'a list', call: 'pool.hashMany(new Array(1000).fill(new Uint8Array(4000)))' },
    { work: 'a file', call: 'pool.encryptBlob(new Blob([new Uint8Array(1 << 22)]), { key })' },
    { work: 'a stream that nobody finished', call: 'pool.encryptStream({ key }).writable.getWriter().write(key)' },
    {
      work: 'a long call that is aborted',
      call: 'pool.seal({ key, plaintext: new Uint8Array(1 << 24) }, { signal: AbortSignal.timeout(20) }).catch(() => {})',
    },
    { work: 'close()', call: 'pool.close()' },
    { work: 'the signal of the pool', call: 'controller.abort()' },
  ])('ends by itself after $work', async ({ work, call }) => {
    const program = `
      import { createPool } from 'romulus-wasm/pool';
      const key = new Uint8Array(16);
      const controller = new AbortController();
      const pool = await createPool({ size: 2, signal: controller.signal });
      await ${call};
      const ended = performance.now();
      process.on('exit', () => console.log(performance.now() - ended));`;
    const name = `${work.replaceAll(/\W/g, '-')}.mjs`;
    expect(Number(await project.run(project.write(name, program), [], 50_000))).toBeLessThan(10_000);
  });

  it('waits for what has begun', async () => {
    const program = `
      import { createPool } from 'romulus-wasm/pool';
      const pool = await createPool({ size: 2 });
      pool.romulusH(new Uint8Array(1 << 24)).then(() => console.log('a hash'));
      pool.romulusH(new Uint8Array(1 << 24)).then(() => pool.encryptBlob(new Blob([new Uint8Array(1 << 22)]), { key: new Uint8Array(16) }))
        .then(() => console.log('a file'));`;
    expect((await project.run(project.write('waits.mjs', program))).split('\n').sort()).toEqual([
      '',
      'a file',
      'a hash',
    ]);
  });
});

it('works in a program that is typed in', async () => {
  expect(await project.run('--input-type=module', ['--eval', works()])).toBe('true\ntrue\ntrue\n');
});

it('works on the module that was loaded', async () => {
  const program = `
    import { readFileSync } from 'node:fs';
    import { fileURLToPath } from 'node:url';
    import { load } from 'romulus-wasm';
    const module = new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve('romulus-wasm/romulus.wasm'))));
    await load(module);
    // Nobody needs to compile anything any more.
    WebAssembly.instantiate = () => { throw new Error('instantiated again'); };
    ${works()}`;
  expect(await project.run(project.write('loaded.mjs', program))).toBe('true\ntrue\ntrue\n');
});

describe('bundled by esbuild', () => {
  const bundled = async (folder: string, entries: Record<string, string>, options = '') => {
    project.write('app.mjs', works(options));
    await build({
      entryPoints: entries,
      outdir: join(project.folder, folder),
      absWorkingDir: project.folder,
      outExtension: { '.js': '.js' },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
    });
    return join(project.folder, folder, 'app.js');
  };

  it('works with the worker as an entry point', async () => {
    const file = await bundled('both', { app: './app.mjs', 'pool-worker': 'romulus-wasm/pool/worker' });
    expect(await project.run(file)).toBe('true\ntrue\ntrue\n');
  });

  it('works with a copy of the worker, whose address is given', async () => {
    const file = await bundled('alone', { app: './app.mjs' }, "worker: new URL('./files/w.js', import.meta.url)");
    mkdirSync(join(project.folder, 'alone/files'));
    copyFileSync(join(project.installed, 'dist/pool-worker.js'), join(project.folder, 'alone/files/w.js'));
    expect(await project.run(file)).toBe('true\ntrue\ntrue\n');
  });

  it('works with a program of the user as the worker', async () => {
    project.write('own.mjs', "import 'romulus-wasm/pool/worker';");
    const file = await bundled(
      'own',
      { app: './app.mjs', own: './own.mjs' },
      "worker: () => new (process.getBuiltinModule('node:worker_threads').Worker)(new URL('./own.js', import.meta.url))",
    );
    expect(await project.run(file)).toBe('true\ntrue\ntrue\n');
  });

  it('says what to do where the worker is missing', async () => {
    const file = await bundled('neither', { app: './app.mjs' });
    const error = (await project.run(file).catch((error: Error) => error)) as Error;
    expect(error.message).toContain('LoadError');
    expect(error.message).toContain('romulus-wasm/pool/worker an entry point');
  });
});

it('says so where a process may have no workers', async () => {
  const flag = ['--permission', '--experimental-permission'].find((name) =>
    process.allowedNodeEnvironmentFlags.has(name),
  ) as string;
  const program = `
    import { LoadError } from 'romulus-wasm';
    import { createPool } from 'romulus-wasm/pool';
    const error = await createPool({ size: 2 }).catch((error) => error);
    console.log(error instanceof LoadError, error.cause.code, error.hint.includes('runtimes without workers'));`;
  const file = project.write('forbidden.mjs', program);
  expect(await project.run(flag, ['--allow-fs-read=*', '--no-warnings', file])).toBe('true ERR_ACCESS_DENIED true\n');
});
