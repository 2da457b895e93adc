/**
 * Serves the page on this machine: `npm run bench -- --page`. `--port=8123` chooses the port. The page is isolated from
 * other sites, which gives it a fine clock.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundlePage, pagePolicy } from './bundle.js';

const isolating = { 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** Serves on a free port if no port is given. */
export async function serveBench(port = 0): Promise<{ address: string; close(): Promise<void> }> {
  const { serveFiles } = await import(join(import.meta.dirname, '../../examples/browser-encryption/site.js'));
  const server: Server = serveFiles(await bundlePage(), `${pagePolicy}; frame-ancestors 'none'`, isolating);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
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
  try {
    if (!(port <= 65_535) || more.length > 0) throw new Error('usage: npm run bench -- --page [--port=<port>]');
    console.log(`the performance page: ${(await serveBench(port)).address} (Ctrl+C ends it)`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
