/** Builds the performance page: its files by their paths, with names that change with their contents, so that no cache mixes versions. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { suites } from '../../ts/suites/table.js';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The Content-Security-Policy that the page itself has; a server adds what only a header can say. */
export const pagePolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; worker-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Bundlers find only imports that stand in the text. The imports of the suites are therefore generated from the table. */
const entriesOfTable: Plugin = {
  name: 'entries of the table',
  setup({ onLoad }) {
    const entries = Object.values(suites).flatMap(({ entry }) => (entry === 'index' ? [] : [entry]));
    const imports = entries.map((entry) => `'${entry}': () => import('romulus-wasm/${entry}')`);
    const contents = `const entries = { ${imports} };\nexport const importEntry = (entry) => entries[entry]();`;
    onLoad({ filter: /bench\/import-entry\.ts$/ }, () => ({ contents, resolveDir: here('..') }));
  },
};

const options: BuildOptions & { write: false } = {
  outdir: here('.'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // libsodium and js-ascon ask for it in Node alone.
  external: ['crypto'],
  plugins: [entriesOfTable],
  write: false,
};

/** The files of the page, `index.html` among them; `above` and `below` are the frame of a site, as HTML. */
export async function bundlePage({ above = '', below = '' } = {}): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>([['icon.svg', readFileSync(here('icon.svg'))]]);
  const add = async (entry: string, entryNames = '[name]-[hash]', defined: Record<string, string> = {}) => {
    const define = Object.fromEntries(Object.entries(defined).map(([name, value]) => [name, JSON.stringify(value)]));
    const { outputFiles } = await build({ ...options, entryNames, define, entryPoints: [here(entry)] });
    const { path, contents } = outputFiles[0]!;
    files.set(basename(path), contents);
    return basename(path);
  };
  // A service worker keeps one address for all its versions.
  await add('isolation-worker.ts', '[name]');
  const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8'));
  const defined = { WORKER: await add('worker.ts'), VERSION: version };
  const [page, style] = [await add('page.tsx', undefined, defined), await add('page.css')];
  const slots: Record<string, string> = { policy: pagePolicy, above, below, page, style };
  const html = readFileSync(here('index.html'), 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, slot: string) => {
    const value = slots[slot];
    if (value === undefined) throw new Error(`nothing is known to be put for {{${slot}}}`);
    return value;
  });
  return files.set('index.html', Buffer.from(html));
}
