/** The installed package in workerd, Cloudflare's runtime, which compiles WebAssembly only when a Worker is deployed. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suites } from '../../../ts/suites/table.js';
import { startedOnce } from '../npm.js';
import { officialFiles } from '../official.js';
import { installTarball, kats, type Project, writePrograms } from '../tarball.js';
import { outcome, programs } from './consumer.js';
import { places } from './places.js';

/** The part of miniflare that this test uses; its own types need those of Workers. */
interface Miniflare {
  dispatchFetch(url: string): Promise<{ text(): Promise<string> }>;
  dispose(): Promise<void>;
}

const otherModes = Object.values(suites)
  .flatMap(({ entry, modes }) => (entry === 'index' ? [] : Object.values(modes).map(({ name }) => name)))
  .sort();
const otherSuites = Object.values(suites).flatMap(({ entry }) => (entry === 'index' ? [] : [entry]));

const worker = `
  import * as romulus from './index.workerd.js';
  import * as stream from './stream.workerd.js';
  import { createPool } from './pool.workerd.js';
  import { work } from './smoke.js';
  ${officialFiles.map((file, i) => `import file${i} from './${file}';`).join('\n')}
  const files = { ${officialFiles.map((file, i) => `'${file}': file${i}`).join(', ')} };
  ${otherSuites.map((entry, i) => `import * as suite${i} from './${entry}.workerd.js';`).join('\n')}
  const suites = [${otherSuites.map((_, i) => `suite${i}`).join()}];
  const answers = {
    '/work': async () => JSON.stringify(await work({ romulus, stream }, (file) => files[file])),
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

async function start(project: Project): Promise<Miniflare> {
  const { Miniflare } = await import(createRequire(join(programs, 'any.js')).resolve('miniflare'));
  const dist = join(project.installed, 'dist');
  const files = (type: string, end: string) =>
    readdirSync(dist)
      .filter((name) => name.endsWith(end))
      .map((name) => ({ type, path: `/${name}`, contents: readFileSync(join(dist, name)) }));
  return new Miniflare({
    compatibilityDate: '2026-04-01',
    // Otherwise miniflare asks a server for an example of a request's origin.
    cf: false,
    modulesRoot: '/',
    modules: [
      { type: 'ESModule', path: '/worker.mjs', contents: worker },
      ...Object.entries(writePrograms(project, 'worker')).map(([name, file]) => {
        return { type: 'ESModule', path: `/${name}.js`, contents: readFileSync(file) };
      }),
      ...files('ESModule', '.workerd.js'),
      // The errors are one file for all runtimes.
      ...files('ESModule', 'shared-all.js'),
      ...files('CompiledWasm', '.wasm'),
      ...officialFiles.map((name) => ({ type: 'Text', path: `/${name}`, contents: readFileSync(join(kats, name)) })),
    ],
  });
}

describe.each(places['consumers/workerd'])('in a Worker of $name', ({ entries }) => {
  const project = installTarball();
  const runtime = startedOnce(
    () => start(project),
    (started) => started.dispose(),
  );
  const answer = async (path: string) => (await (await runtime()).dispatchFetch(`http://worker.test${path}`)).text();

  it('works official vectors, messages and files, though the clock stands still in long work', async () => {
    expect(JSON.parse(await answer('/work'))).toEqual(outcome('compiled', entries));
  });

  it.each([
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
