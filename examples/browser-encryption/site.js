/** Serves only the files of the built page over HTTP. Each file has headers that limit what the page may do. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The Content-Security-Policy in the page, which allows WebAssembly, and forbids forms to send anything. */
export const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; object-src 'none'; base-uri 'none'; " +
  "form-action 'none'";

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** @type {(folder: string, header?: string) => import('node:http').Server} Only a header keeps other sites from framing the page. */
export const createSite = (folder, header = `${policy}; frame-ancestors 'none'`) =>
  serveFiles(new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])), header);

/**
 * Serves files by name from memory, with the policy and other headers. No address reaches anything else.
 *
 * @type {(files: Map<string, Uint8Array>, policy: string, others?: Record<string, string>) => import('node:http').Server}
 */
export function serveFiles(files, policy, others = {}) {
  const compressed = new Map([...files].map(([name, body]) => [name, gzipSync(body, { level: 9 })]));
  const headersOfAll = {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // The service worker keeps the files. The browser's own cache would hide a new version from the service worker.
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    ...others,
  };
  return createServer(({ method = '', url = '/', headers }, response) => {
    const name = url.split('?')[0]?.slice(1) || 'index.html';
    const takesGzip = /\bgzip\b/.test(String(headers['accept-encoding']));
    const body = (takesGzip ? compressed : files).get(name);
    if (!body) return response.writeHead(404).end();
    if (!['GET', 'HEAD'].includes(method)) return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    const ofFile = { 'Content-Type': types[extname(name)], ...(takesGzip && { 'Content-Encoding': 'gzip' }) };
    response.writeHead(200, { ...headersOfAll, ...ofFile, 'Content-Length': body.length });
    return response.end(method === 'HEAD' ? undefined : body);
  });
}
