/** Pools of the installed package in plain Node programs: installed, bundled, and where workers are forbidden. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { installTarball } from './tarball.js';

const project = installTarball();

/** Prints whether a pool's result equals the main entry's, and leaves the pool open. */
const works = (options = '') => `
  import * as romulus from 'romulus-wasm';
  import { createPool } from 'romulus-wasm/pool';
  const pool = await createPool({ threads: 2, ${options} });
  const message = new Uint8Array(100_000).map((_, i) => i);
  const key = romulus.generateKey();
  console.log(String(await pool.romulusH(message)) === String(await romulus.romulusH(message)));
  console.log(String(await romulus.unseal({ key, sealed: await pool.seal({ key, plaintext: message }) })) === String(message));
  const error = await pool.unseal({ key, sealed: message }).catch((error) => error);
  console.log(error instanceof romulus.AuthenticationError);`;

const allWorks = 'true\ntrue\ntrue\n';

it('lets the process end only after running work', async () => {
  const program = `
    import { createPool } from 'romulus-wasm/pool';
    const pool = await createPool({ threads: 2 });
    pool.romulusH(new Uint8Array(1 << 22)).then(() => console.log('a hash'));
    pool.romulusH(new Uint8Array(1 << 22)).then(() => pool.encryptBlob(new Blob([new Uint8Array(1 << 22)]), { key: new Uint8Array(16) }))
      .then(() => console.log('a file'));`;
  expect((await project.print(program)).split('\n').sort()).toEqual(['', 'a file', 'a hash']);
});

it('works in a program that is typed in', async () => {
  expect(await project.run('--input-type=module', ['--eval', works()])).toBe(allWorks);
});

it('works on the module that was loaded', async () => {
  const program = `
    import { readFileSync } from 'node:fs';
    import { fileURLToPath } from 'node:url';
    import { load } from 'romulus-wasm';
    const module = new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve('romulus-wasm/romulus.wasm'))));
    await load(module);
    // Nothing may be compiled from here on.
    WebAssembly.instantiate = () => { throw new Error('instantiated again'); };
    ${works()}`;
  expect(await project.print(program)).toBe(allWorks);
});

describe('bundled by esbuild', () => {
  /** Bundles a program and further entry points. */
  const bundled = async (folder: string, entries: Record<string, string> = {}, options = '') => {
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

  it('works with the worker as an entry point', async () => {
    expect(await project.run(await bundled('both', { 'pool-worker': 'romulus-wasm/pool/worker' }))).toBe(allWorks);
  });

  it('works with a copy of the worker, whose address is given', async () => {
    const file = await bundled('alone', {}, "worker: new URL('./w.js', import.meta.url)");
    copyFileSync(join(project.installed, 'dist/pool-worker.js'), join(project.folder, 'alone/w.js'));
    expect(await project.run(file)).toBe(allWorks);
  });

  it('works with a program of the user as the worker', async () => {
    project.write('own-worker.mjs', "import 'romulus-wasm/pool/worker';");
    const worker = "new (process.getBuiltinModule('node:worker_threads').Worker)(new URL('./own.js', import.meta.url))";
    expect(await project.run(await bundled('own', { own: './own-worker.mjs' }, `worker: () => ${worker}`))).toBe(
      allWorks,
    );
  });

  it('names a remedy if the worker is missing', async () => {
    const failed = project.run(await bundled('neither'));
    await expect(failed).rejects.toThrow(/LoadError[\s\S]*romulus-wasm\/pool\/worker an entry point/);
  });
});

it('says so where a process may have no workers', async () => {
  const flags = ['--permission', '--experimental-permission'];
  const flag = flags.find((name) => process.allowedNodeEnvironmentFlags.has(name)) as string;
  const program = `
    import { LoadError } from 'romulus-wasm';
    import { createPool } from 'romulus-wasm/pool';
    const error = await createPool({ threads: 2 }).catch((error) => error);
    console.log(error instanceof LoadError, error.cause.code, error.hint.includes('runtimes without workers'));`;
  const file = project.write('forbidden.mjs', program);
  expect(await project.run(flag, ['--allow-fs-read=*', '--no-warnings', file])).toBe('true ERR_ACCESS_DENIED true\n');
});
