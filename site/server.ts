/** The site over HTTP as a plain static host serves it: no headers but those that every host sends. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Folder } from './folder.js';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

export interface RunningSite {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves it below a path such as `/` or `/romulus-wasm/`; on a free port, if none is given. */
export async function serveSite({ files }: Folder, path = '/', port = 0): Promise<RunningSite> {
  const compressed = new Map<string, Uint8Array>();
  const gzipped = (name: string, contents: Uint8Array): Uint8Array => {
    const known = compressed.get(name) ?? gzipSync(contents, { level: 9 });
    compressed.set(name, known);
    return known;
  };
  const server = createServer(({ url = '/', method = '', headers }, response) => {
    const { pathname } = new URL(url, 'http://site');
    const name = pathname.startsWith(path) ? pathname.slice(path.length).replace(/(^|\/)$/, '$1index.html') : '';
    const contents = files.get(name);
    if (!contents) return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('no such file\n');
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    const takesGzip = /\bgzip\b/.test(String(headers['accept-encoding'])) && extname(name) !== '.png';
    response
      .writeHead(200, {
        'Content-Type': types[extname(name)] ?? 'application/octet-stream',
        'Cache-Control': 'max-age=600',
        Vary: 'Accept-Encoding',
        ...(takesGzip && { 'Content-Encoding': 'gzip' }),
      })
      .end(takesGzip ? gzipped(name, contents) : contents);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}${path}`,
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
