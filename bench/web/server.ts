/**
 * Builds the page and serves it on this machine, isolated as browsers demand for a fine clock, under a strict
 * Content-Security-Policy. `npm run bench -- --page` does so; with `--port=8123` on that port.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { bundlePage, pagePolicy } from './bundle.js';

const headers = {
  'Content-Security-Policy': `${pagePolicy}; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** On a free port, if none is given. */
export async function serveBench(port = 0): Promise<{ address: string; close(): Promise<void> }> {
  const files = await bundlePage();
  const server = createServer(({ url = '/', method = '' }, response) => {
    const path = new URL(url, 'http://site').pathname.slice(1) || 'index.html';
    const file = files.get(path);
    if (!file) response.writeHead(404, headers).end();
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
    else response.writeHead(200, { ...headers, 'Content-Type': `${types[extname(path)]}; charset=utf-8` }).end(file);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function serveOnCommand(words: readonly string[]): Promise<void> {
  const [word = '--port=8471', ...more] = words.filter((word) => word !== '--page');
  const port = Number(/^--port=(\d{1,5})$/.exec(word)?.[1]);
  const fail = (text: string) => {
    console.error(text);
    process.exit(1);
  };
  if (!(port <= 65_535) || more.length > 0) fail('usage: npm run bench -- --page [--port=<port>]');
  const { address } = (await serveBench(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return fail(`port ${port} is in use: npm run bench -- --page --port=0 takes a free one`);
  })) as { address: string };
  console.log(`the performance page: ${address} (Ctrl+C ends it)`);
}
