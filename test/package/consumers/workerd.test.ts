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
  dispatchFetch(url: string): Promise<{ json(): Promise<unknown> }>;
  dispose(): Promise<void>;
}

const others = Object.values(suites).filter(({ entry }) => entry !== 'index');

const worker = `
  import * as romulus from './index.workerd.js';
  import * as stream from './stream.workerd.js';
  import { createPool } from './pool.workerd.js';
  import { work } from './smoke.js';
  ${officialFiles.map((file, i) => `import file${i} from './${file}';`).join('\n')}
  const files = { ${officialFiles.map((file, i) => `'${file}': file${i}`).join(', ')} };
  ${others.map(({ entry }, i) => `import * as suite${i} from './${entry}.workerd.js';`).join('\n')}
  const suites = [${others.map((_, i) => `suite${i}`).join()}];
  const caught = (error) => error;
  export default {
    async fetch() {
      const modes = [];
      for (const mode of suites.flatMap(Object.values).filter((each) => each?.encryptMany)) {
        const request = { key: new Uint8Array(16), nonce: new Uint8Array(mode.nonceLength) };
        const ciphertext = await mode.encrypt({ ...request, plaintext: new Uint8Array(100).fill(7) });
        const opened = await mode.decrypt({ ...request, ciphertext });
        if (opened.length === 100 && opened.every((byte) => byte === 7)) modes.push(mode.name);
      }
      const sealed = await stream.encryptBlob(new Blob(['text']), { key: romulus.generateKey() });
      const forged = await stream.decryptBlob(sealed, { key: romulus.generateKey() }).catch(caught);
      return Response.json({
        ...(await work({ romulus, stream }, (file) => files[file])),
        modes: modes.sort(),
        hasSameErrors: forged instanceof romulus.AuthenticationError,
        pool: (await createPool().catch(caught)).hint,
        bytes: (await romulus.load(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch(caught)).message,
      });
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

  it('works, also each mode of the other suites; names what to do for a pool, and where bytes are refused', async () => {
    const response = await (await runtime()).dispatchFetch('http://worker.test/');
    expect(await response.json()).toEqual({
      ...outcome('compiled', entries),
      modes: others.flatMap(({ modes }) => Object.values(modes).map(({ name }) => name)).sort(),
      hasSameErrors: true,
      pool: expect.stringContaining('runtimes without workers have the functions of romulus-wasm itself'),
      bytes: expect.stringContaining('load(module)'),
    });
  });
});
