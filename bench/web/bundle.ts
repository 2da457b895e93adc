/** Builds the performance page, with the functions that build the encryption page, and serves it on this machine. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

const here = (name: string) => join(import.meta.dirname, name);
const example = here('../../examples/browser-encryption');

/** The Content-Security-Policy in the page. A server adds the directives that only a header can have. */
const pagePolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; worker-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Makes the files of the page, with `index.html`. `head` is the HTML of a site's head, and `script` the file for it. */
export async function bundlePage({ head = '', script = '' } = {}): Promise<Map<string, Uint8Array>> {
  const { bundle, fill, scriptOf } = await import(join(example, 'bundle.js'));
  const files = new Map<string, Uint8Array>([['icon.svg', readFileSync(join(example, 'page/icon.svg'))]]);
  // libsodium and js-ascon ask for crypto only in Node.
  const options: BuildOptions = { absWorkingDir: here('.'), external: ['crypto'] };
  const worker = await bundle(files, { ...options, entryPoints: ['worker.ts'] });
  const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8'));
  const defined = { WORKER: worker['worker.js'], VERSION: version };
  const built = await bundle(files, { ...options, entryPoints: ['page.tsx', 'page.css'] }, defined);
  const appearance = await scriptOf(files, script);
  const slots = { policy: pagePolicy, head, appearance, page: built['page.js'], style: built['page.css'] };
  return files.set('index.html', Buffer.from(fill(readFileSync(here('index.html'), 'utf8'), slots)));
}

/** Serves the page on a free port, isolated from other sites, which gives it a fine clock. */
export async function serveBench() {
  const { serveFiles } = await import(join(example, 'site.js'));
  const isolating = { 'Cross-Origin-Embedder-Policy': 'require-corp' };
  const server: Server = serveFiles(await bundlePage(), `${pagePolicy}; frame-ancestors 'none'`, isolating);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
