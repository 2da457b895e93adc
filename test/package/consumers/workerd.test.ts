/** The installed package in workerd, Cloudflare's runtime, which compiles WebAssembly only when a Worker is deployed. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suites } from '../../../ts/suites/table.js';
import { officialFiles } from '../official.js';
import { startedOnce } from '../started-once.js';
import { compile, installTarball, kats } from '../tarball.js';
import { installPrograms } from './consumer.js';
import { places } from './places.js';

/** The part of miniflare that this test uses; its own types need those of Workers. */
interface Miniflare {
  dispatchFetch(url: string): Promise<{ text(): Promise<string> }>;
  dispose(): Promise<void>;
}

const miniflare = installPrograms('workerd').then(
  (folder): Promise<{ Miniflare: new (options: object) => Miniflare }> =>
    import(createRequire(join(folder, 'package.json')).resolve('miniflare')),
);

const otherModes = Object.values(suites)
  .flatMap(({ entry, modes }) => (entry === 'index' ? [] : Object.values(modes).map(({ name }) => name)))
  .sort();
const otherSuites = Object.values(suites).flatMap(({ entry }) => (entry === 'index' ? [] : [entry]));

const worker = `
  import * as romulus from './index.workerd.js';
  import * as stream from './stream.workerd.js';
  import { createPool } from './pool.workerd.js';
  import { checkOfficial } from './official.mjs';
  ${officialFiles.map((file, i) => `import file${i} from './${file}';`).join('\n')}
  const files = { ${officialFiles.map((file, i) => `'${file}': file${i}`).join(', ')} };
  ${otherSuites.map((entry, i) => `import * as suite${i} from './${entry}.workerd.js';`).join('\n')}
  const suites = [${otherSuites.map((_, i) => `suite${i}`).join()}];
  const answers = {
    '/vectors': () => checkOfficial(romulus, (file) => files[file]),
    '/long': async () => {
      const key = romulus.generateKey();
      const plaintext = new Uint8Array(300_000).fill(7);
      const opened = await romulus.unseal({ key, sealed: await romulus.seal({ key, plaintext }) });
      return opened.length === 300_000 && opened.every((byte) => byte === 7);
    },
    '/file': async () => {
      const options = { passphrase: new Uint8Array([1, 2, 3]), cost: 1024 };
      const sealed = await stream.encryptBlob(new Blob([new Uint8Array(3_000_000).fill(7)]), options);
      const opened = new Response(sealed.stream().pipeThrough(stream.decryptStream(options)));
      const bytes = new Uint8Array(await opened.arrayBuffer());
      const part = await (await stream.openEncrypted(sealed, options)).read(2_999_999);
      return bytes.length === 3_000_000 && bytes.every((byte) => byte === 7) && part.join() === '7';
    },
    '/forged': async () => {
      const sealed = await stream.encryptBlob(new Blob(['text']), { key: romulus.generateKey() });
      const error = await stream.decryptBlob(sealed, { key: romulus.generateKey() }).catch((error) => error);
      return error instanceof romulus.AuthenticationError;
    },
    '/pool': async () => {
      const error = await createPool().catch((error) => error);
      return error instanceof romulus.LoadError && error.hint;
    },
    '/suites': async () => {
      const names = [];
      for (const mode of suites.flatMap(Object.values).filter((each) => each?.encryptMany)) {
        const request = { key: new Uint8Array(16), nonce: new Uint8Array(mode.nonceLength) };
        const ciphertext = await mode.encrypt({ ...request, plaintext: new Uint8Array(100).fill(7) });
        const opened = await mode.decrypt({ ...request, ciphertext });
        if (opened.length === 100 && opened.every((byte) => byte === 7)) names.push(mode.name);
      }
      return names.sort();
    },
    '/bytes': () => romulus.load(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch((error) => error.message),
  };
  export default {
    async fetch({ url }) {
      return new Response(String(await answers[new URL(url).pathname]()));
    },
  };`;

async function start(installed: string): Promise<Miniflare> {
  const { Miniflare } = await miniflare;
  const file = (name: string) => readFileSync(join(installed, 'dist', name));
  return new Miniflare({
    compatibilityDate: '2026-04-01',
    // Otherwise miniflare asks a server for an example of a request's origin.
    cf: false,
    modulesRoot: '/',
    modules: [
      { type: 'ESModule', path: '/worker.mjs', contents: worker },
      { type: 'ESModule', path: '/official.mjs', contents: compile(new URL('../official.ts', import.meta.url)) },
      ...readdirSync(join(installed, 'dist'))
        .filter((name) => name.endsWith('.workerd.js'))
        .map((name) => ({ type: 'ESModule', path: `/${name}`, contents: file(name) })),
      ...readdirSync(join(installed, 'dist'))
        .filter((name) => name.endsWith('.wasm'))
        .map((name) => ({ type: 'CompiledWasm', path: `/${name}`, contents: file(name) })),
      ...officialFiles.map((name) => ({ type: 'Text', path: `/${name}`, contents: readFileSync(join(kats, name)) })),
    ],
  });
}

describe.each(places['consumers/workerd'])('in a Worker of $name', () => {
  const project = installTarball();
  const runtime = startedOnce(
    () => start(project.installed),
    (started) => started.dispose(),
  );
  const answer = async (path: string) => (await (await runtime()).dispatchFetch(`http://worker.test${path}`)).text();

  it.each([
    ['works all official vectors both ways', '/vectors', '4292'],
    ['works a long message in slices, though the clock stands still', '/long', 'true'],
    ['seals and opens a file', '/file', 'true'],
    ['works each mode of the other suites', '/suites', otherModes.join()],
    ['has one set of errors for all that can be imported', '/forged', 'true'],
    [
      'has no workers for a pool, and says so',
      '/pool',
      /runtimes without workers have the functions of romulus-wasm itself/,
    ],
    ['tells to pass a compiled module where bytes are refused', '/bytes', /load\(module\)/],
  ])('%s', async (_, path, expected) => {
    expect(await answer(path)).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
  });
});
