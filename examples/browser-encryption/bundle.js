/** Builds the page into a folder of static files that any web server can serve, at any path. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { policy } from './policy.js';

/** @typedef {Record<string, string>} Names names of files, by what they were before their hash came into them */

/** @param {string} path */
const here = (path) => new URL(path, import.meta.url);

/** @type {import('esbuild').BuildOptions} */
const options = {
  absWorkingDir: here('.').pathname,
  bundle: true,
  // What is loaded only when it is needed comes out as a file of its own.
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
};

/** Names that change with the contents, so that no cache mixes versions. */
const hashed = { entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]' };

/**
 * @typedef {object} PageOptions
 * @property {string} [parts] links to other pages of the site, as HTML
 * @property {string} [repository] the address that paths of the repository follow
 */

/**
 * @param {string} folder where it is built; what is there is removed
 * @param {PageOptions} [pageOptions]
 */
export async function buildPage(folder, { parts = '', repository } = {}) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  /** @type {(entryPoints: Names, define?: Names) => Promise<Names>} */
  const add = async (entryPoints, define = {}) => {
    const { metafile } = await build({ ...options, ...hashed, outdir: folder, entryPoints, define, metafile: true });
    const names = Object.keys(metafile.outputs).map((path) => path.replace(/^.*\//, ''));
    return Object.fromEntries(names.map((name) => [name.replace(/-[A-Z0-9]{8}\./, '.'), name]));
  };
  const worker = await add({ 'pool-worker': 'romulus-wasm/pool/worker' });
  const { version } = JSON.parse(readFileSync(here('node_modules/romulus-wasm/package.json'), 'utf8'));
  const names = await add(
    { page: 'page/main.tsx', style: 'page/style/style.css' },
    { POOL_WORKER: JSON.stringify(worker['pool-worker.js']) },
  );
  const { english, german } = await importWords();
  for (const name of ['icon.svg', 'manifest.webmanifest'])
    writeFileSync(join(folder, name), readFileSync(here(`page/${name}`)));

  /** @type {Record<string, string>} */
  const slots = {
    policy,
    parts: parts && `<nav class="site">\n        <a href="../">romulus-wasm</a>\n        ${parts}\n      </nav>`,
    ...reference(folder, 'script', names['page.js']),
    ...reference(folder, 'style', names['style.css']),
    number: version,
    // Filled in once the hash of everything else is known.
    hash: '{{hash}}',
    // Where no script runs, nobody finds out the language.
    notStartedInGerman: `${german.notStartedTitle}. ${german.notStarted}`,
    links: linksTo(parts !== '', repository),
  };
  const fill = (/** @type {string} */ template) =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => slots[name] ?? textOf(english, name));
  const html = fill(fill(readFileSync(here('page/index.html'), 'utf8')));
  // What the page needs without a network, and a name for exactly that.
  const files = readdirSync(folder).sort();
  const later = ['strength.js', 'qr.js'].map((name) => names[name] ?? '');
  const hash = createHash('sha256').update(html);
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  const digest = hash.digest('hex');
  writeFileSync(join(folder, 'index.html'), html.replaceAll('{{hash}}', digest.slice(0, 16)));
  await build({
    ...options,
    outdir: folder,
    entryPoints: ['service-worker/service-worker.ts'],
    define: {
      FILES: JSON.stringify([...files.filter((file) => !later.includes(file)), 'index.html']),
      LATER: JSON.stringify(later),
      VERSION: JSON.stringify(digest.slice(0, 16)),
    },
  });
}

/**
 * A file that the page loads, which the browser refuses if it has another content.
 *
 * @param {string} folder
 * @param {string} what
 * @param {string | undefined} name
 * @returns {Record<string, string>}
 */
function reference(folder, what, name = '') {
  const digest = createHash('sha384')
    .update(readFileSync(join(folder, name)))
    .digest('base64');
  return { [`${what}File`]: name, [`${what}Digest`]: `sha384-${digest}` };
}

/**
 * @param {boolean} isPartOfSite
 * @param {string | undefined} repository
 */
function linksTo(isPartOfSite, repository) {
  const links = isPartOfSite
    ? [
        '<a href="../docs/stream-format.html" data-text="footerFormat">{{footerFormat}}</a>',
        '<a href="../docs/examples/browser-encryption.html" data-text="footerLimits">{{footerLimits}}</a>',
      ]
    : [];
  if (repository)
    links.push(`<a href="${repository}/examples/browser-encryption" data-text="footerSource">{{footerSource}}</a>`);
  return links.join(' · ');
}

/** The texts of the page, which its HTML has in English. */
async function importWords() {
  const { outputFiles } = await build({
    ...options,
    splitting: false,
    stdin: {
      contents: "export * from './english.js'; export * from './german.js';",
      resolveDir: here('page/words').pathname,
      loader: 'ts',
    },
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')}`);
}

/**
 * @param {Record<string, unknown>} words
 * @param {string} key
 */
function textOf(words, key) {
  const text = words[key];
  if (typeof text !== 'string') throw new Error(`there is no text ${key}`);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
