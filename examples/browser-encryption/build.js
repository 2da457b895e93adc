/** Builds the page into dist/. */
import { fileURLToPath } from 'node:url';
import { buildPage } from './bundle.js';

await buildPage(fileURLToPath(new URL('dist', import.meta.url)));
