/** Serves the site as VitePress does: compressed, and only with headers that every host sends. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Serves a site that was built for the path `base`, on a free port if no port is given. */
export async function serveSite(folder: string, base = '/', port = 0) {
  // The site's own build installs this package.
  const { serve } = await import(join(import.meta.dirname, 'node_modules/vitepress/dist/node/index.js'));
  process.env.SITE_FOLDER = folder;
  const { server }: { server: Server } = await serve({ root: import.meta.dirname, base, port });
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}${base}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
