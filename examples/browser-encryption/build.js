/** Builds the page into dist/: a folder of static files that any web server can serve. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { policy } from './policy.js';

/** @param {string} path */
const here = (path) => new URL(path, import.meta.url);

/** @type {import('esbuild').BuildOptions} */
const options = {
  absWorkingDir: here('.').pathname,
  outdir: 'dist',
  bundle: true,
  // What the library loads only when it is needed comes out as a file of its own.
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
};

rmSync(here('dist'), { recursive: true, force: true });
mkdirSync(here('dist'));
const html = readFileSync(here('page/index.html'), 'utf8');
writeFileSync(here('dist/index.html'), html.replace('{{policy}}', policy));
copyFileSync(here('page/icon.svg'), here('dist/icon.svg'));
// The pool's workers have a script of their own, which must lie beside the one that starts them.
const entryPoints = { page: 'page/main.ts', style: 'page/style/style.css', 'pool-worker': 'romulus-wasm/pool/worker' };
await build({ ...options, entryPoints });

// What the page needs without a network, and a name for exactly that.
const files = readdirSync(here('dist')).sort();
const hash = createHash('sha256');
for (const file of files) hash.update(file).update(readFileSync(here(`dist/${file}`)));
const version = hash.digest('hex').slice(0, 16);
await build({
  ...options,
  entryPoints: ['service-worker/service-worker.ts'],
  define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) },
});
