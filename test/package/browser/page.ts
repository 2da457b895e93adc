/** The program of pages: it does the work of the page's name, up to the build in its address, and reports it as JSON. */
import * as romulus from '../../../ts/index.js';
import * as js from '../../../ts/js/index.js';
import { createPool } from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import type { Build } from '../../fixtures/emulate-build.js';
import { usePool, work } from '../smoke.js';

const limit = (new URLSearchParams(location.search).get('build') ?? undefined) as Build | undefined;
const read = async (file: string) => (await fetch(`/kats/${file}`)).text();

const refusal = (error: unknown) =>
  error instanceof romulus.LoadError ? { code: error.code, hint: error.hint } : `not a LoadError: ${error}`;

const works: Record<string, () => Promise<unknown>> = {
  js: () => work({ romulus: js }, read),
  build: () => work({ romulus, stream }, read, limit),
  pool: async () => usePool(romulus, await createPool({ threads: 2 })),
  'no-pool': () => createPool({ threads: 2 }).then(() => 'a pool', refusal),
  refused: async () => [
    await romulus.load().then(() => 'loaded', refusal),
    await romulus.romulusH(new Uint8Array(3)).then(() => 'hashed', refusal),
  ],
  async stream() {
    const message = new Uint8Array(1_000_000).map((_, i) => i >> 3);
    let progress: unknown;
    const blob = await romulus.hashStream(new Blob([message]), { onProgress: (...told) => (progress = told) });
    const path = '/kats/romulus-h.txt';
    const body = await romulus.hashStream((await fetch(path)).body!);
    const whole = new Uint8Array(await (await fetch(path)).arrayBuffer());
    return {
      blob: String(blob) === String(await romulus.romulusH(message)),
      body: String(body) === String(await romulus.romulusH(whole)),
      progress,
    };
  },
};
const page = works[location.pathname.split('/').at(-1)!]!;
document.querySelector('output')!.textContent = JSON.stringify(await page().catch(String));
