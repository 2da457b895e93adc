/** Builds the page and serves it on this machine, isolated as browsers demand for a fine clock, under a strict Content-Security-Policy. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { suites } from '../../suites.mjs';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; worker-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

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

/** The page's files, by their path. */
async function buildPage() {
  const { outputFiles } = await build({
    entryPoints: [here('page.ts'), here('worker.ts')],
    outdir: here('.'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    // libsodium asks for it in Node alone.
    external: ['crypto'],
    plugins: [entriesOfTable],
    write: false,
  });
  const css = 'text/css';
  return new Map<string, { type: string; body: Uint8Array | string }>([
    ['/', { type: 'text/html', body: readFileSync(here('index.html')) }],
    ['/page.css', { type: css, body: readFileSync(here('page.css')) }],
    ['/results.css', { type: css, body: readFileSync(here('results.css')) }],
    [
      '/chart.css',
      { type: css, body: readFileSync(createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css')) },
    ],
    ['/icon.svg', { type: 'image/svg+xml', body: readFileSync(here('icon.svg')) }],
    ...outputFiles.map(({ path, text }) => [`/${basename(path)}`, { type: 'text/javascript', body: text }] as const),
  ]);
}

export interface BenchSite {
  address: string;
  close(): Promise<void>;
}

/** On a free port, if none is given. */
export async function serveBench(port = 0): Promise<BenchSite> {
  const files = await buildPage();
  const server = createServer(({ url = '/', method = '' }, response) => {
    const file = files.get(new URL(url, 'http://site').pathname);
    if (!file) response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('no such file\n');
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
    else response.writeHead(200, { ...headers, 'Content-Type': `${file.type}; charset=utf-8` }).end(file.body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
