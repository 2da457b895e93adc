/** Builds the page into a folder of static files that any web server can serve, at any path. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { policy } from './site.js';

/** @typedef {Map<string, Uint8Array>} Files */

/** @param {string} path */
const here = (path) => new URL(path, import.meta.url);
/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(here(path), 'utf8'));

/**
 * Bundles the entry points into `files`, and replaces the names in `defined` by their values. The name of each file contains a hash of its
 * contents, so that no cache mixes versions. Returns an object from the names without the hash to the names with it.
 *
 * @type {(files: Files, options: import('esbuild').BuildOptions, defined?: object) => Promise<Record<string, string>>}
 */
export async function bundle(files, options, defined = {}) {
  const { outputFiles } = await build({
    absWorkingDir: here('.').pathname,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    outdir: '.',
    entryNames: '[name]-[hash]',
    define: Object.fromEntries(Object.entries(defined).map(([name, value]) => [name, JSON.stringify(value)])),
    ...options,
    write: false,
  });
  for (const { path, contents } of outputFiles) files.set(basename(path), contents);
  const names = outputFiles.map(({ path }) => basename(path));
  return Object.fromEntries(names.map((name) => [name.replace(/-[A-Z0-9]{8}\./, '.'), name]));
}

/** @type {(template: string, values: Record<string, string>) => string} Replaces slots, such as `{{title}}`, by their values. */
export const fill = (template, values) =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing is known to be put for {{${name}}}`);
    return value;
  });

/** @type {(files: Files, script: string) => Promise<string>} Bundles a script that runs before the page is seen. Returns its element. */
export async function scriptOf(files, script) {
  if (!script) return '';
  const names = await bundle(files, { entryPoints: { appearance: script }, format: 'iife' });
  return `<script src="${names['appearance.js']}"></script>`;
}

/**
 * Builds the page into a folder, which is replaced. `head` is the HTML of a site's head, and `script` the file for it. `repository` is the
 * address of the repository, and paths in it follow this address.
 *
 * @type {(folder: string, site?: { head?: string, script?: string, repository?: string }) => Promise<void>}
 */
export async function buildPage(folder, { head = '', script = '', repository } = {}) {
  /** @type {Files} */
  const files = new Map([['icon.svg', readFileSync(here('page/icon.svg'))]]);
  const worker = await bundle(files, { entryPoints: { 'pool-worker': 'romulus-wasm/pool/worker' } });
  // Code that few visitors need comes out as separate files, which are loaded on demand.
  const entries = { splitting: true, entryPoints: { page: 'page/main.tsx', style: 'page/style/style.css' } };
  const names = await bundle(files, entries, { POOL_WORKER: worker['pool-worker.js'] });

  const texts = Object.entries(read('page/words/en.json')).filter(([, text]) => typeof text === 'string');
  const escaped = texts.map(([name, text]) => [name, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')]);
  const { version } = read('node_modules/romulus-wasm/package.json');
  /** @param {string} name a file, which the browser refuses if its contents differ */
  const checked = (name) => {
    const digest = createHash('sha384').update(files.get(name) ?? '');
    return `${name}" integrity="sha384-${digest.digest('base64')}`;
  };
  const links = [
    ['../docs/stream-format.html', 'footerFormat', head],
    ['../docs/examples/browser-encryption/index.html', 'footerLimits', head],
    [`${repository}/examples/browser-encryption`, 'footerSource', repository],
  ].flatMap(([address, word, isThere]) => (isThere ? `<a href="${address}" data-text="${word}">{{${word}}}</a>` : []));
  const slots = {
    ...Object.fromEntries(escaped),
    policy,
    head,
    appearance: await scriptOf(files, script),
    script: checked(names['page.js'] ?? ''),
    style: checked(names['style.css'] ?? ''),
    number: version,
    links: links.join(' · '),
  };
  const html = fill(fill(readFileSync(here('page/index.html'), 'utf8'), slots), slots);
  const hash = createHash('sha256').update(html);
  for (const [name, contents] of files) hash.update(name).update(contents);
  const VERSION = hash.digest('hex').slice(0, 16);
  const FILES = [...files.keys(), 'index.html'];
  files.set('index.html', Buffer.from(html));
  const entryPoints = ['service-worker/service-worker.ts'];
  await bundle(files, { entryPoints, entryNames: '[name]' }, { FILES, VERSION });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, contents] of files) writeFileSync(join(folder, name), contents);
}
