/** Builds the performance page: its files by their paths, with names that change with their contents, so that no cache mixes versions. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild';
import { suites } from '../../ts/suites/table.js';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The Content-Security-Policy that the page itself has; a server adds what only a header can say. */
export const pagePolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; worker-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Bundlers find only imports that stand in the text, so those of the suites' entries are written from the table. */
const entriesOfTable: Plugin = {
  name: 'entries of the table',
  setup({ onLoad }) {
    onLoad({ filter: /bench\/import-entry\.ts$/ }, () => {
      const entries = Object.values(suites).map(({ entry }) => entry);
      const imports = entries
        .filter((entry) => entry !== 'index')
        .map((entry) => `'${entry}': () => import('romulus-wasm/${entry}')`);
      return {
        contents: `const entries = { ${imports.join()} };\nexport const importEntry = (entry) => entries[entry]();`,
        resolveDir: here('..'),
      };
    });
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
  entryNames: '[name]-[hash]',
  write: false,
};

export interface BundleOptions {
  /** Written into the page above and below its contents, as HTML: the frame of the site. */
  readonly above?: string;
  readonly below?: string;
}

/** The files of the page; it is `index.html`. */
export async function bundlePage({ above = '', below = '' }: BundleOptions = {}): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const compile = async (entry: string, define: Record<string, string> = {}): Promise<OutputFile> => {
    const defined = Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]);
    const { outputFiles } = await build({
      ...options,
      define: Object.fromEntries(defined),
      entryPoints: [here(entry)],
    });
    return outputFiles[0] as OutputFile;
  };
  const add = async (entry: string, define?: Record<string, string>): Promise<string> => {
    const { path, contents } = await compile(entry, define);
    files.set(basename(path), contents);
    return basename(path);
  };
  const worker = await add('worker.ts');
  // A service worker has one address for all its versions.
  files.set('isolation-worker.js', (await compile('isolation-worker.ts')).contents);
  files.set('icon.svg', readFileSync(here('icon.svg')));
  const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8'));
  const slots: Record<string, string> = {
    ...{ policy: pagePolicy, above, below },
    page: await add('page.tsx', { WORKER: worker, VERSION: version }),
    style: await add('page.css'),
  };
  const html = readFileSync(here('index.html'), 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, slot: string) => {
    const value = slots[slot];
    if (value === undefined) throw new Error(`nothing is known to be put for {{${slot}}}`);
    return value;
  });
  files.set('index.html', Buffer.from(html));
  return files;
}
