/** The site over HTTP as VitePress serves it: compressed, and with no headers but those that every host sends. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Serves what was built for the path `base`; on a free port, if none is given. */
export async function serveSite(folder: string, base = '/', port = 0) {
  // Installed by the build, for the site alone.
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
