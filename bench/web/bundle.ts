/** Builds the performance page: its files by their paths, with names that change with their contents, so that no cache mixes versions. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile, type Plugin, transformSync } from 'esbuild';
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
  // libsodium asks for it in Node alone.
  external: ['crypto'],
  plugins: [entriesOfTable],
  entryNames: '[name]-[hash]',
  write: false,
};

export interface BundleOptions {
  /** What is written into the page above its contents, as HTML: the way to other pages. */
  readonly above?: string;
}

/** The files of the page; it is `index.html`. */
export async function bundlePage({ above = '' }: BundleOptions = {}): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const add = (path: string, contents: Uint8Array): string => {
    files.set(path, contents);
    return path;
  };
  const compile = async (entry: string, define: Record<string, string> = {}): Promise<OutputFile> => {
    const defined = Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]);
    const { outputFiles } = await build({
      ...options,
      define: Object.fromEntries(defined),
      entryPoints: [here(entry)],
    });
    return outputFiles[0] as OutputFile;
  };
  const addScript = async (entry: string, define: Record<string, string> = {}): Promise<string> => {
    const { path, contents } = await compile(entry, define);
    return add(basename(path), contents);
  };
  const addStyle = (name: string, paths: readonly string[]) => {
    const text = paths.map((path) => readFileSync(path, 'utf8')).join('\n');
    const { code } = transformSync(text, { loader: 'css', minify: true });
    const digest = createHash('sha256').update(code).digest('hex').slice(0, 8);
    return add(`${name}-${digest}.css`, Buffer.from(code));
  };

  const worker = await addScript('worker.ts');
  // A service worker has one address for all its versions.
  add('isolation-worker.js', (await compile('isolation-worker.ts')).contents);
  const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8'));
  const slots: Record<string, string> = {
    policy: pagePolicy,
    above,
    page: await addScript('page.ts', { WORKER: worker, VERSION: version }),
    style: addStyle('style', [
      createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css'),
      ...['page.css', 'results.css'].map(here),
    ]),
  };
  add('icon.svg', readFileSync(here('icon.svg')));
  const html = readFileSync(here('index.html'), 'utf8');
  add('index.html', Buffer.from(html.replaceAll(/\{\{(\w+)\}\}/g, (_, slot: string) => filled(slots, slot))));
  return files;
}

function filled(slots: Record<string, string>, slot: string): string {
  const value = slots[slot];
  if (value === undefined) throw new Error(`nothing is known to be put for {{${slot}}}`);
  return value;
}
