/** The site as it is built for these tests, below a path of its host, and the tests of its folder without a browser. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildSite, filesIn, serveSite } from '../../../site/build.js';
import { documents } from '../../../site/documents.js';
import { startedOnce } from '../started-once.js';

export const base = '/some/path/';
export const repository = 'https://example.org/project/blob/main';
const built = startedOnce(
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'romulus-site-'));
    await buildSite(folder, base, repository);
    return folder;
  },
  async (folder) => rmSync(folder, { recursive: true }),
);
/** Served below a path of its host, without headers of its own, as on GitHub Pages. */
export const served = startedOnce(
  async () => serveSite(await built(), base),
  (site) => site.close(),
);
const bytesOf = async (path: string) => readFileSync(join(await built(), path));
export const textOf = async (path: string) => (await bytesOf(path)).toString();
const pagesOf = async () => filesIn(await built()).filter((path) => path.endsWith('.html'));

/** The addresses of the site that a page links, loads or shows. */
const addressesIn = (html: string) =>
  Array.from(html.matchAll(/ (?:href|src)="(?!https?:)([^"]*)"/g), ([, address]) => address!);

/** The file in the folder for an address on a page. */
const fileAt = (address: string, page: string) =>
  decodeURI(new URL(address, `http://site${base}${page}`).pathname)
    .replace(base, '')
    .replace(/(^|\/)$/, '$1index.html');

export function testFolder(): void {
  // The first test builds the site.
  it('has exactly one page for each document, and no dead link', { timeout: 240_000 }, async () => {
    const files = new Set(filesIn(await built()));
    const pages = await pagesOf();
    const others = ['404.html', 'encrypt/index.html', 'index.html', 'performance/index.html'];
    expect(pages).toEqual([...others, ...documents.map(({ path }) => path)].sort());
    const broken: string[] = [];
    for (const page of pages)
      for (const address of addressesIn(await textOf(page))) {
        if (address.startsWith('#rows')) continue;
        const file = fileAt(address, page);
        const { hash } = new URL(address, 'http://site');
        const id = decodeURIComponent(hash.slice(1));
        const isThere = files.has(file) && (!id || (await textOf(file)).includes(`id="${id}"`));
        if (!isThere) broken.push(`${page}: ${address}`);
      }
    expect(broken).toEqual([]);
  });

  it('loads nothing from elsewhere, under a policy of its own in each page', async () => {
    for (const page of await pagesOf()) {
      const html = await textOf(page);
      const [, policy, rest = ''] = /Content-Security-Policy" content="([^"]+)"(.*)/s.exec(html) ?? [];
      expect(policy, page).toMatch(/^default-src '(none|self)';/);
      // VitePress's styles contain its pictures, and elements have the colours of their code.
      const usual = policy?.replace("img-src 'self' data:;", '').replace("style-src-attr 'unsafe-inline';", '');
      expect(usual, page).not.toMatch(/'unsafe-|[*:]/);
      expect(rest, page).not.toMatch(/<(script|style)(?![^>]*\ssrc=)[^>]*>/);
      expect(html, page).not.toMatch(/<[^>]*\son\w+=/);
      const loaded = html.match(/<(?:script|link|img)[^>]*>/g) ?? [];
      for (const element of loaded) expect(element, page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      if (page !== '404.html') expect(html, page).toMatch(/<meta name="description" content="[^"]{20,}/);
      expect(html, page).toMatch(/<html lang="en"/);
    }
  });

  it('has headings in their order, a name for each link and picture, and titles in place of file names', async () => {
    for (const page of await pagesOf()) {
      const html = await textOf(page);
      // A script writes the heading of the page for missing addresses.
      if (page !== '404.html') expect(html.match(/<h1[ >]/g), page).toHaveLength(1);
      // The menu before a document has headings of its own.
      const contents = html.slice(html.indexOf('<h1'));
      const levels = Array.from(contents.matchAll(/<h([1-6])[ >]/g), ([, level]) => Number(level));
      for (const [i, level] of levels.entries()) expect(level - (levels[i - 1] ?? 0), page).toBeLessThanOrEqual(1);
      expect(html, page).not.toMatch(/<img(?![^>]* alt\b)/);
      expect(html, page).not.toMatch(/<a(?=[^>]* href=)(?![^>]* aria-label=)[^>]*>\s*<\/a>/);
      expect(html, page).not.toMatch(/<a href="(?!https)[^>]*>[^<]*\.md<\/a>/);
    }
  });

  it('names loaded files after their contents, and has the checksum of every file', async () => {
    for (const page of await pagesOf()) {
      const html = await textOf(page);
      const checked = [...html.matchAll(/(?:src|href)="([^"]+)" integrity="sha384-([^"]+)"/g)];
      if (page.startsWith('encrypt/')) expect(checked).toHaveLength(2);
      for (const [, address, digest] of checked)
        expect(
          createHash('sha384')
            .update(await bytesOf(fileAt(address!, page)))
            .digest('base64'),
        ).toBe(digest);
      // A site's host keeps these two only for a short time.
      const loaded = addressesIn(html).filter((address) => /(?<!\/(appearance|vp-icons))\.(js|css)$/.test(address));
      for (const address of loaded) expect(address, page).toMatch(/[-.][\w-]{8,10}(\.lean)?\.(js|css)$/);
    }
    const checksums = (await textOf('checksums.txt')).trimEnd().split('\n');
    expect(checksums).toHaveLength(filesIn(await built()).length - 1);
    for (const line of checksums) {
      const [digest, path] = line.split('  ') as [string, string];
      expect(
        createHash('sha256')
          .update(await bytesOf(path))
          .digest('hex'),
      ).toBe(digest);
    }
  });

  it('links the sources', async () => {
    expect(await textOf('index.html')).toContain(`<a href="${repository}">Source</a>`);
    expect(await textOf('encrypt/index.html')).toContain(`${repository}/examples/browser-encryption`);
    expect(await textOf('docs/examples/hash-service/index.html')).toContain(`${repository}/examples/`);
  });

  it('documents functions without internal defaults and without stray bars', async () => {
    for (const { path } of documents.filter(({ path }) => path.startsWith('docs/api/'))) {
      const html = await textOf(path);
      expect(html, path).not.toContain('Default value');
      expect(html, path).not.toMatch(/<(td|p)>\s*\||&lt;\s*\|/);
    }
  });

  it('takes less than 100 KB compressed for each page, before anything is measured', async () => {
    const sizeOf = async (path: string) => gzipSync(await bytesOf(path), { level: 9 }).length;
    for (const page of await pagesOf()) {
      const loaded = addressesIn(await textOf(page)).filter((address) => /\.(js|css|svg)$/.test(address));
      const paths = new Set([page, ...loaded.map((address) => fileAt(address, page))]);
      // The page's script loads the code of the workers.
      if (page === 'encrypt/index.html')
        for (const path of filesIn(await built()))
          if (/encrypt\/(pool-worker|service-worker)/.test(path)) paths.add(path);
      const sizes = await Promise.all([...paths].map(sizeOf));
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        page,
      ).toBeLessThan(100_000);
    }
  });
}
