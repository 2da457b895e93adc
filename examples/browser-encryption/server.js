/** Serves the page for trying it out. */
import { fileURLToPath } from 'node:url';
import { createSite } from './site.js';

const { HOST = 'localhost', PORT = '3000' } = process.env;
const site = createSite(fileURLToPath(new URL('dist', import.meta.url))).listen(Number(PORT), HOST, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (site.address());
  console.log(`The page is at http://${HOST}:${port}/`);
});
