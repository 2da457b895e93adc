/** Builds the page into a folder of static files that any web server can serve, at any path. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { policy } from './policy.js';

/** @param {string} path */
const here = (path) => new URL(path, import.meta.url);

/** @type {import('esbuild').BuildOptions} */
const options = {
  absWorkingDir: here('.').pathname,
  bundle: true,
  // Code that few visitors need comes out as separate files, which are loaded on demand.
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * @param {string} folder where it is built; what is there is removed
 * @param {{ parts?: string, repository?: string }} [site] links to other pages of the site, as HTML, and the address that paths of the
 * repository follow
 */
export async function buildPage(folder, { parts = '', repository } = {}) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  /**
   * Names change with the contents, so that no cache mixes versions.
   *
   * @param {Record<string, string>} entryPoints
   * @param {Record<string, string>} [define]
   * * @returns {Promise<Record<string, string>>} the hashed file names, by the names without the hash
   */
  const add = async (entryPoints, define = {}) => {
    const hashed = { entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]', metafile: true };
    const { metafile } = await build({ ...options, ...hashed, outdir: folder, entryPoints, define });
    const names = Object.keys(metafile?.outputs ?? {}).map((path) => path.replace(/^.*\//, ''));
    return Object.fromEntries(names.map((name) => [name.replace(/-[A-Z0-9]{8}\./, '.'), name]));
  };
  const worker = await add({ 'pool-worker': 'romulus-wasm/pool/worker' });
  const define = { POOL_WORKER: JSON.stringify(worker['pool-worker.js']) };
  const names = await add({ page: 'page/main.tsx', style: 'page/style/style.css' }, define);
  for (const name of ['icon.svg', 'manifest.webmanifest']) copyFileSync(here(`page/${name}`), join(folder, name));

  const [english, german] = await importWords();
  const { version } = JSON.parse(readFileSync(here('node_modules/romulus-wasm/package.json'), 'utf8'));
  /** @param {string} name a file, which the browser refuses if it has another content */
  const digestOf = (name) =>
    `sha384-${createHash('sha384')
      .update(readFileSync(join(folder, name)))
      .digest('base64')}`;
  const [script, style] = [names['page.js'] ?? '', names['style.css'] ?? ''];
  const site = [
    '<a href="../docs/stream-format.html" data-text="footerFormat">{{footerFormat}}</a>',
    '<a href="../docs/examples/browser-encryption.html" data-text="footerLimits">{{footerLimits}}</a>',
  ];
  const source = `<a href="${repository}/examples/browser-encryption" data-text="footerSource">{{footerSource}}</a>`;
  /** @type {Record<string, string>} */
  const slots = {
    policy,
    parts: parts && `<nav class="site">\n        <a href="../">romulus-wasm</a>\n        ${parts}\n      </nav>`,
    scriptFile: script,
    scriptDigest: digestOf(script),
    styleFile: style,
    styleDigest: digestOf(style),
    number: version,
    // Filled in once the hash of everything else is known.
    hash: '{{hash}}',
    // Without a script, nothing finds out the reader's language. The page says it in both.
    notStartedInGerman: `${german.notStartedTitle}. ${german.notStarted}`,
    links: [...(parts ? site : []), ...(repository ? [source] : [])].join(' · '),
  };
  const fill = (/** @type {string} */ template) =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
      const text = slots[name] ?? english[name]?.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      if (text === undefined) throw new Error(`there is no text ${name}`);
      return text;
    });
  const html = fill(fill(readFileSync(here('page/index.html'), 'utf8')));
  // The files that the page needs without a network. Their hash names this version.
  const files = readdirSync(folder).sort();
  const contents = files.flatMap((file) => [file, readFileSync(join(folder, file))]);
  const hash = createHash('sha256').update(html);
  for (const each of contents) hash.update(each);
  const digest = hash.digest('hex').slice(0, 16);
  writeFileSync(join(folder, 'index.html'), html.replaceAll('{{hash}}', digest));
  const later = ['strength.js', 'qr.js'].map((name) => names[name] ?? '');
  const kept = {
    FILES: [...files.filter((file) => !later.includes(file)), 'index.html'],
    LATER: later,
    VERSION: digest,
  };
  await build({
    ...options,
    outdir: folder,
    entryPoints: ['service-worker/service-worker.ts'],
    define: Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, JSON.stringify(value)])),
  });
}

/** The texts of the page in English, which its HTML has, and in German. */
async function importWords() {
  const contents =
    "import { english } from './english.js'; import { german } from './german.js'; export default [english, german];";
  const stdin = { contents, resolveDir: here('page/words').pathname };
  const { outputFiles } = await build({ ...options, splitting: false, stdin, write: false });
  const address = `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')}`;
  return (await import(address)).default;
}
