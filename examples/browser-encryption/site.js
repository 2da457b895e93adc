/** The built page over HTTP: its files and no others, each with the headers that keep the page strict. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { headerPolicy } from './policy.js';

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/**
 * @param {string} folder as build.js makes it
 * @param {string} policy the Content-Security-Policy
 */
export function createSite(folder, policy = headerPolicy) {
  // By name from memory, so that no address reaches anything else.
  const files = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
  const compressed = new Map([...files].map(([path, body]) => [path, gzipSync(body, { level: 9 })]));
  return createServer(({ method, url = '/', headers }, response) => {
    const [address = '/'] = url.split('?');
    const path = address === '/' ? '/index.html' : address;
    const takesGzip = /\bgzip\b/.test(String(headers['accept-encoding']));
    const body = (takesGzip ? compressed : files).get(path);
    if (!body || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(body ? 405 : 404, { 'Content-Type': 'text/plain' }).end(body ? 'Only GET.' : 'Not found.');
      return;
    }
    response.writeHead(200, {
      'Content-Type': types[extname(path)],
      'Content-Length': body.length,
      Vary: 'Accept-Encoding',
      ...(takesGzip && { 'Content-Encoding': 'gzip' }),
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      // The service worker keeps the files; the browser's own cache would hide a new version from it.
      'Cache-Control': 'no-cache',
    });
    response.end(method === 'HEAD' ? undefined : body);
  });
}
