/** Builds the site: VitePress's pages of the documents, and the pages that encrypt and measure. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundlePage } from '../bench/web/bundle.js';
import { root } from './documents.js';
import { install } from './install.js';

const here = import.meta.dirname;
const example = join(root, 'examples/browser-encryption');

export interface SiteOptions {
  /** The site's path on its host, or its whole address. Social pictures need the whole address. */
  readonly address?: string;
  /** The address of this version's sources, if they are public. */
  readonly repository?: string | undefined;
}

/** Writes the site into the folder, and removes its earlier contents. */
export async function buildSite(folder: string, { address = '/', repository = '' }: SiteOptions = {}): Promise<void> {
  for (const project of [here, example]) install(project);
  const places = { SITE_ADDRESS: address, SITE_FOLDER: folder, SITE_REPOSITORY: repository };
  execFileSync(process.execPath, [join(here, 'node_modules/vitepress/bin/vitepress.js'), 'build', here], {
    env: { ...process.env, ...places },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const path of filesIn(folder)) if (path.endsWith('.html')) protect(folder, path);
  // The file is empty: the site shows no icons of networks.
  rmSync(join(folder, 'vp-icons.css'));
  const { buildPage } = await import(join(example, 'bundle.js'));
  await buildPage(join(folder, 'encrypt'), { parts: partsFor('encrypt'), repository });
  const above = `    <nav class="site" aria-label="Site">\n        <a href="../"><img src="../icon.svg" alt="" width="28" height="28">romulus-wasm</a>\n        ${partsFor('performance')}\n    </nav>`;
  const below = `    <footer><small>This page is in English. <a href="../docs/benchmarks.html">Benchmarks in Node</a> · <a href="../docs/changelog.html">Changes</a> · <a href="../docs/security.html">Security</a> · <a href="../checksums.txt">Checksums of this site</a></small></footer>`;
  for (const [path, contents] of await bundlePage({ above, below })) write(join(folder, 'performance', path), contents);
  const checksums = filesIn(folder).map((path) => `${digestOf(join(folder, path), 'sha256', 'hex')}  ${path}\n`);
  write(join(folder, 'checksums.txt'), checksums.join(''));
}

/** The paths of all files in a folder, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

const digestOf = (file: string, algorithm: string, encoding: 'hex' | 'base64'): string =>
  createHash(algorithm).update(readFileSync(file)).digest(encoding);

function write(file: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

/** Puts the policy into a page, and adds the digest of each file that the page names. */
function protect(folder: string, path: string): void {
  const html = readFileSync(join(folder, path), 'utf8')
    .replace(/\s*<link[^>]* href="[^"]*vp-icons\.css"[^>]*>/, '')
    // The start page, where most visits begin, is painted without another request.
    .replace(/<link rel="preload stylesheet" href="[^"]*\/(assets\/[^"]+)"[^>]*>/, (link, file) =>
      path === 'index.html' ? `<style>${readFileSync(join(folder, file), 'utf8')}</style>` : link,
    )
    // Programs load at low priority, so that no text waits for them.
    .replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
    // The style sheets already contain these styles.
    .replaceAll(/(<\w[^<>]*) style="(?:position:relative|--vp-vh:0px);"/g, '$1')
    .replaceAll(/(?<=(?:href|src)="[^"]*\/)(assets\/[^"]+\.(?:js|css))"/g, (_, file) => {
      return `${file}" integrity="sha384-${digestOf(join(folder, file), 'sha384', 'base64')}"`;
    });
  const hashesOf = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}(?![^>]* src=)[^>]*>(.*?)</${element}>`, 'gs'))]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('');
  // Images may be `data:`, because the style sheets contain the pictures of the frame.
  const policy =
    `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'${hashesOf('script')}; style-src 'self'${hashesOf('style')}; ` +
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  writeFileSync(join(folder, path), html.replace('<meta charset="utf-8">', `$&\n    ${meta}`));
}

/**
 * The links to the parts of the site. `data-text` names the text of a link, for a page that has it in other languages.
 */
function partsFor(page: string): string {
  const parts = {
    encrypt: ['Encrypt files', 'Encrypt'],
    performance: ['How fast', 'Speed'],
    docs: ['Documentation', 'Documents'],
  };
  const links = Object.entries(parts).map(([path, [title, word]]) => {
    const address = path === page ? './" aria-current="page' : `../${path}/`;
    return `<a href="${address}" data-text="part${word}">${title}</a>`;
  });
  return links.join('\n        ');
}
