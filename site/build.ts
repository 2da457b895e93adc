/** Puts the site together: the start page, the documents, and the pages that encrypt and measure. */
import { readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, transformSync } from 'esbuild';
import { bundlePage } from '../bench/web/bundle.js';
import { suites } from '../ts/suites/table.js';
import { documents, groups, root } from './documents.js';
import { encryptionPage } from './encryption-page.js';
import { addressFrom, Folder } from './folder.js';
import { addPage, partsFor, type SiteFacts } from './frame.js';
import { type AddressOf, escaped, type Rendered, render, sectionOf } from './markdown.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const scriptPolicy = ["script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'"];

export interface SiteOptions {
  /** Where the sources of this version can be seen, if anywhere. */
  readonly repository?: string | undefined;
}

export async function buildSite({ repository }: SiteOptions = {}): Promise<Folder> {
  const folder = new Folder();
  const facts: SiteFacts = {
    version: JSON.parse(read('package.json')).version,
    icon: folder.addHashed('assets/icon.svg', read('examples/browser-encryption/page/icon.svg')),
    repository,
  };
  // One file for each kind of page: what is not there keeps the page from being seen.
  const addStyle = (name: string) =>
    folder.addHashed(`assets/${name}.css`, minified(read('site/style/site.css') + read(`site/style/${name}.css`)));
  await addStart(folder, facts, addStyle('start'));
  addDocuments(folder, facts, addStyle('document'));
  for (const [path, contents] of await encryptionPage(partsFor('encrypt/index.html'), repository))
    folder.add(posix.join('encrypt', path), contents);
  const above = `    <nav class="site" aria-label="Site">\n        <a href="../">romulus-wasm</a>\n        ${partsFor('performance/index.html')}\n    </nav>`;
  for (const [path, contents] of await bundlePage({ above })) folder.add(posix.join('performance', path), contents);
  folder.addChecksums('checksums.txt');
  return folder;
}

/** The address of a file of the repository, for a page: on the site, or where the sources are. */
function addressesFor(folder: Folder, page: string, repository: string | undefined): AddressOf {
  return (source) => {
    const path = documents.find((document) => document.source === source)?.path;
    if (path) return addressFrom(page, path);
    if (/\.(png|svg)$/.test(source))
      return addressFrom(page, folder.addHashed(`assets/${basename(source)}`, readFileSync(join(root, source))));
    return repository && `${repository}/${source}`;
  };
}

async function addStart(folder: Folder, facts: SiteFacts, style: string): Promise<void> {
  const path = 'index.html';
  const figures = folder.addHashed('assets/figures.js', await bundled('site/start/figures.ts'));
  const live = folder.addHashed('assets/live.js', await bundled('site/start/live.ts'));
  const script = folder.addHashed(
    'assets/start.js',
    await bundled('site/start/main.ts', { LIVE: basename(live), FIGURES: basename(figures) }),
  );
  const readme = read('README.md');
  const addressOf = addressesFor(folder, path, facts.repository);
  const section = (heading: string) => render(sectionOf(readme, heading), 'README.md', addressOf).html;
  const [, ...others] = Object.values(suites);
  const slots: Record<string, string> = {
    size: String(Math.round((await gzippedSize()) / 1024)),
    suites: others.map(({ name }) => escaped(name)).join(', '),
    encrypt: addressFrom(path, 'encrypt/index.html'),
    performance: addressFrom(path, 'performance/index.html'),
    guide: addressFrom(path, 'docs/guide.html'),
    modes: section('Which mode'),
    quickStart: section('Quick start'),
    install: section('Install'),
  };
  addPage(folder, facts, {
    path,
    title: 'romulus-wasm: Romulus encryption and hashing in WebAssembly',
    description:
      'Authenticated encryption (Romulus-N, -M, -T) and hashing (Romulus-H) in constant-time WebAssembly, for browsers, Node and edge runtimes.',
    html: filled(read('site/start/main.html'), slots),
    script,
    style,
    policy: scriptPolicy,
  });
}

function addDocuments(folder: Folder, facts: SiteFacts, style: string): void {
  const rendered = new Map<string, Rendered>();
  for (const { source, path, title } of documents) {
    const document = render(read(source), source, addressesFor(folder, path, facts.repository));
    rendered.set(path, title === undefined ? document : { ...document, title });
  }
  for (const { path } of documents) {
    const { title, summary, html } = rendered.get(path) as Rendered;
    addPage(folder, facts, {
      path,
      title: `${title} · romulus-wasm`,
      // Some begin with a list.
      description: summary.length < 40 ? `${title}, in the documentation of romulus-wasm.` : summary.slice(0, 300),
      html: `    <div class="document">\n      <main id="main">\n${html}\n      </main>\n${contentsFor(path, rendered)}\n    </div>`,
      style,
    });
  }
  const lists = groups.map(({ title, documents }) => {
    const items = documents.map(({ path }) => {
      const { title, summary } = rendered.get(path) as Rendered;
      // Those of entry points begin with its name.
      const sentence = firstSentence(summary.replace(`${title}: `, ''));
      const about = sentence === '' ? '' : `<br>${escaped(sentence)}`;
      return `<li><a href="${addressFrom('docs/index.html', path)}">${escaped(title)}</a>${about}</li>`;
    });
    return `<h2>${title}</h2>\n<ul class="index">\n${items.join('\n')}\n</ul>`;
  });
  addPage(folder, facts, {
    path: 'docs/index.html',
    title: 'Documentation · romulus-wasm',
    description: 'The guide, the functions, the algorithms, the format of files, and how all of it is checked.',
    html: `    <main id="main">\n<h1>Documentation</h1>\n${lists.join('\n')}\n    </main>`,
    style,
  });
}

const firstSentence = (text: string): string => /^.+?\.(?= |$)/.exec(text)?.[0] ?? text;

/** All documents, for the side of a page. */
function contentsFor(page: string, rendered: ReadonlyMap<string, Rendered>): string {
  const lists = groups.map(({ title, documents }) => {
    const links = documents.map(({ path }) => {
      const isHere = path === page ? ' aria-current="page"' : '';
      return `<li><a href="${addressFrom(page, path)}"${isHere}>${escaped(rendered.get(path)?.title ?? '')}</a></li>`;
    });
    return `<h2>${title}</h2>\n<ul>${links.join('\n')}</ul>`;
  });
  return `      <nav class="contents" aria-label="Documents">\n${lists.join('\n')}\n      </nav>`;
}

const common = { bundle: true, minify: true, format: 'esm', target: 'es2022', legalComments: 'none' } as const;

async function bundled(entry: string, define: Record<string, string> = {}): Promise<Uint8Array> {
  const defined = Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]);
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(root, entry)],
    define: Object.fromEntries(defined),
    write: false,
  });
  return (outputFiles[0] as { contents: Uint8Array }).contents;
}

const minified = (css: string): string => transformSync(css, { loader: 'css', minify: true }).code;

/** What a page downloads that imports the whole main entry. */
async function gzippedSize(): Promise<number> {
  const stdin = { contents: "export * from 'romulus-wasm'", resolveDir: root };
  const { outputFiles } = await build({ ...common, stdin, write: false });
  return gzipSync((outputFiles[0] as { contents: Uint8Array }).contents, { level: 9 }).length;
}

function filled(template: string, slots: Record<string, string>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, slot: string) => {
    const value = slots[slot];
    if (value === undefined) throw new Error(`nothing is known to be put for {{${slot}}}`);
    return value;
  });
}
