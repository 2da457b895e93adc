/**
 * The installed package with other bundlers, engines and runtimes, which check.yml tries. All are installed into one
 * folder, from exact versions and without a lock file.
 */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { describe, expect, it } from 'vitest';
import { isSkipped, launches } from '../browser/launch.js';
import { startedOnce } from '../npm.js';
import { officialFiles } from '../official.js';
import { cleanEnvironment, compile, installTarball, kats, writePrograms } from '../tarball.js';
import {
  buildConsumer,
  describeBundlers,
  fastestHere,
  installConsumer,
  outcome,
  programs,
  recipe,
  run,
} from './consumer.js';
import { places } from './places.js';

const project = installTarball();
const installed = installConsumer(project, 'others');
writePrograms(project, 'others/src');
const write = (name: string, contents: string) => project.write(`others/${name}`, contents);

describeBundlers(places['consumers/others#bundlers'], project, installed);

describe('without WebAssembly, and without the globals of a browser or of Node', () => {
  const told = {
    webAssembly: 'undefined',
    missing: [
      expect.stringMatching(/^ERR_ROMULUS_USAGE: .*crypto\.getRandomValues/),
      expect.stringMatching(/^ERR_ROMULUS_USAGE: .*TextDecoder/),
    ],
    length: 32,
    vectors: 4292,
  };
  const vectors = officialFiles.map((file) => [file, readFileSync(join(kats, file), 'utf8')]);
  write('vectors.json', JSON.stringify(Object.fromEntries(vectors)));
  write('official.js', compile(new URL('../official.ts', import.meta.url)));

  it.each(places['consumers/others#engines'])('works in $name', async ({ engine }) => {
    const folder = await installed;
    if (engine === 'hermes') {
      // Only Metro shall find it.
      write('babel.config.cjs', "module.exports = { presets: ['module:@react-native/babel-preset'] };");
      await buildConsumer(folder, 'metro');
      renameSync(join(folder, 'babel.config.cjs'), join(folder, 'babel.config.away'));
      const hermes = join(folder, 'node_modules/hermes-engine-cli/linux64-bin/hermes');
      chmodSync(hermes, 0o755);
      expect(JSON.parse(await run(folder, hermes, 'dist/hermes.js'))).toEqual(told);
    } else {
      // QuickJS takes no generator that Babel made: 'nip_catch: no catch op'.
      const input = { absWorkingDir: folder, entryPoints: ['engine.js'], bundle: true, format: 'iife' as const };
      const [{ text = '' } = {}] = (await build({ ...input, write: false })).outputFiles;
      const { getQuickJS } = createRequire(join(folder, 'package.json'))('quickjs-emscripten');
      const context = (await getQuickJS()).newContext();
      let answer = '';
      const tell = context.newFunction('tell', (text: unknown) => {
        answer += context.getString(text);
      });
      context.setProp(context.global, 'tell', tell);
      context.unwrapResult(context.evalCode(text));
      context.unwrapResult(context.runtime.executePendingJobs());
      expect(JSON.parse(answer)).toEqual(told);
    }
  });
});

describe('in programs of one file, made as docs/guide.md shows', () => {
  write('sea-config.json', recipe('Single executables', 'json')[0]!);
  write(
    'main.js',
    `import { readFileSync } from 'node:fs';
    import * as romulus from 'romulus-wasm';
    import * as stream from 'romulus-wasm/stream';
    import { startPool } from './pool.js';
    import { work } from './src/smoke.js';
    const read = (file) => readFileSync(process.argv[2] + '/' + file, 'utf8');
    work({ romulus, stream, pool: { createPool: startPool } }, read).then((o) => console.log(JSON.stringify(o)));`,
  );

  it.each(places['consumers/others#executables'])('works in an $name', async ({ path, entries, fastest }) => {
    const kind = path.startsWith('node') ? 0 : 1;
    write('pool.js', recipe('Single executables', 'js')[kind]!);
    await run(
      await installed,
      'sh',
      '-ec',
      `PATH=${join(programs, path)}:$PATH; ${recipe('Single executables', 'sh')[kind]}`,
    );
    // Nothing of the package is left to be found.
    const [modules, away] = ['node_modules', 'away'].map((name) => join(project.folder, 'others', name));
    renameSync(modules!, away!);
    const told = await run(project.folder, 'others/program', kats).finally(() => renameSync(away!, modules!));
    expect(JSON.parse(told)).toEqual(outcome(fastest, entries));
  });
});

describe('in an application of Next', () => {
  /** A route that works with a pool too, or tells the code of its error. */
  const route = (exported: string, pool = '') => `
    import * as romulus from 'romulus-wasm';
    import { createPool } from 'romulus-wasm/pool';
    import * as stream from 'romulus-wasm/stream';
    import { work } from '../../src/smoke.js';
    ${exported}
    export async function GET({ url }) {
      const read = async (file) => (await fetch(new URL('/kats/' + file, url))).text();
      const outcome = await work({ romulus, stream, ${pool} }, read);
      const refused = await createPool({ threads: 1 }).then((pool) => pool.close(), (error) => error.code);
      return Response.json({ refused, ...outcome });
    }`;

  const started = startedOnce(start, async ({ server }) => server.kill());

  async function start() {
    const folder = await installed;
    // Otherwise Next looks for the outermost folder that has a lock file.
    write('next.config.mjs', 'export default { turbopack: { root: import.meta.dirname } };');
    write('app/edge/route.js', route("export const runtime = 'edge';"));
    write('app/node/route.js', route("export const dynamic = 'force-dynamic';", 'pool: { createPool }'));
    cpSync(kats, join(folder, 'public/kats'), { recursive: true });
    // Next warns that this runtime exists, and in CI that there is no cache.
    await buildConsumer(folder, 'next', /edge runtime|no-cache/i);
    // Starts it directly: npm would not pass a signal on.
    const program = join(folder, 'node_modules/next/dist/bin/next');
    const server = spawn(process.execPath, [program, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
      cwd: folder,
      env: { ...cleanEnvironment(), NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface(server.stdout)) {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (address) return { server, address };
    }
    throw new Error('Next ended before it told its address');
  }

  it.each(places['consumers/others#next'])('works in $name', async ({ route, entries }) => {
    const response = await fetch(`${(await started()).address}/${route}`);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    const isEdge = route === 'edge';
    const refused = isEdge ? 'ERR_ROMULUS_LOAD' : undefined;
    expect(JSON.parse(text)).toEqual({ refused, ...outcome(isEdge ? 'compiled' : fastestHere, entries) });
  });
});

describe.skipIf(isSkipped('chromium'))('in an extension of Chromium, with the manifest of docs/guide.md', () => {
  const [shown = ''] = recipe('Browser extensions', 'json');

  it.each(places['consumers/others#extension'])('works in the $name', async ({ context: at, entries }) => {
    const withoutWasm = entries.includes('js');
    const manifest = JSON.parse(shown);
    if (withoutWasm) delete manifest.content_security_policy;
    const outdir = join(project.folder, 'extension');
    project.write('extension/manifest.json', JSON.stringify(manifest));
    project.write('extension/page.html', '<!doctype html><script type="module" src="page.js"></script>');
    cpSync(kats, join(outdir, 'kats'), { recursive: true });
    writePrograms(project, 'programs');
    // Takes /js where the package tells that it must.
    const extension = project.write(
      'programs/extension.js',
      `import * as romulus from 'romulus-wasm';
      import * as js from 'romulus-wasm/js';
      import * as pool from 'romulus-wasm/pool';
      import * as stream from 'romulus-wasm/stream';
      import { work } from './smoke.js';
      const read = async (file) => (await fetch('/kats/' + file)).text();
      const whole = typeof document === 'object' ? { romulus, stream, pool } : { romulus, stream };
      globalThis.answer = work(whole, read).catch(async ({ hint }) => ({ hint, ...(await work({ romulus: js }, read)) }));`,
    );
    await build({
      absWorkingDir: project.folder,
      entryPoints: { page: extension, worker: extension, 'pool-worker': 'romulus-wasm/pool/worker' },
      outdir,
      bundle: true,
      format: 'esm',
    });
    const { executablePath, args } = launches.chromium;
    const context = await chromium.launchPersistentContext('', {
      executablePath,
      args: [...args, `--load-extension=${outdir}`],
      ignoreDefaultArgs: ['--disable-extensions'],
    });
    try {
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
      const page = await context.newPage();
      await page.goto(new URL('page.html', worker.url()).href);
      const answer = await (at === 'page' ? page.evaluate('answer') : worker.evaluate('answer'));
      const hint = expect.stringContaining("'wasm-unsafe-eval'");
      expect(answer).toEqual(withoutWasm ? { hint, ...outcome('compiled') } : outcome('relaxed', entries));
    } finally {
      await context.close();
    }
  });
});
