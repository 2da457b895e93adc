/** Builds the performance page, with the functions that build the encryption page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { suites } from '../../ts/suites/table.js';

const here = (name: string) => join(import.meta.dirname, name);

/** The Content-Security-Policy in the page. A server adds the directives that only a header can have. */
export const pagePolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; worker-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Bundlers find only imports that stand in the text. So these imports are generated from the table. */
const entriesOfTable: Plugin = {
  name: 'entries of the table',
  setup({ onLoad }) {
    const entries = Object.values(suites).flatMap(({ entry }) => (entry === 'index' ? [] : [entry]));
    const imports = entries.map((entry) => `'${entry}': () => import('romulus-wasm/${entry}')`);
    const contents = `const entries = { ${imports} };\nexport const importEntry = (entry) => entries[entry]();`;
    onLoad({ filter: /bench\/import-entry\.ts$/ }, () => ({ contents, resolveDir: here('..') }));
  },
};

/** Makes the files of the page, with `index.html`. `head` is the HTML of a site's head, and `script` the file for it. */
export async function bundlePage({ head = '', script = '' } = {}): Promise<Map<string, Uint8Array>> {
  const example = here('../../examples/browser-encryption');
  const { bundle, fill, scriptOf } = await import(join(example, 'bundle.js'));
  const files = new Map<string, Uint8Array>([['icon.svg', readFileSync(join(example, 'page/icon.svg'))]]);
  // libsodium and js-ascon ask for crypto only in Node.
  const options: BuildOptions = { absWorkingDir: here('.'), external: ['crypto'], plugins: [entriesOfTable] };
  const worker = await bundle(files, { ...options, entryPoints: ['worker.ts'] });
  const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8'));
  const defined = { WORKER: worker['worker.js'], VERSION: version };
  const built = await bundle(files, { ...options, entryPoints: ['page.tsx', 'page.css'] }, defined);
  const appearance = await scriptOf(files, script);
  const slots = { policy: pagePolicy, head, appearance, page: built['page.js'], style: built['page.css'] };
  return files.set('index.html', Buffer.from(fill(readFileSync(here('index.html'), 'utf8'), slots)));
}
