/** Builds the page and serves it on this machine, isolated as browsers demand for a fine clock, under a strict Content-Security-Policy. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { bundlePage, pagePolicy } from './bundle.js';

const headers = {
  'Content-Security-Policy': `${pagePolicy}; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

export interface BenchSite {
  address: string;
  close(): Promise<void>;
}

/** On a free port, if none is given. */
export async function serveBench(port = 0): Promise<BenchSite> {
  const files = await bundlePage();
  const server = createServer(({ url = '/', method = '' }, response) => {
    const path = new URL(url, 'http://site').pathname.slice(1) || 'index.html';
    const file = files.get(path);
    if (!file) response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('no such file\n');
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
    else response.writeHead(200, { ...headers, 'Content-Type': `${types[extname(path)]}; charset=utf-8` }).end(file);
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
