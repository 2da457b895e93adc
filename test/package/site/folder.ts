/** The site as it is built for these tests, below a path of its host, and the tests of its folder without a browser. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { buildSite, filesIn, serveSite } from '../../../site/build.js';
import { documents } from '../../../site/documents.js';
import { startedOnce, temporaryFolder } from '../npm.js';

export const base = '/some/path/';
export const repository = 'https://example.org/project/blob/main';
const folder = temporaryFolder(afterAll);
const built = startedOnce(
  async () => {
    await buildSite(folder, base, repository);
    return folder;
  },
  async () => {},
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
      // A link has the document's title, not the name of its file.
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
    expect(await textOf('docs/examples/hash-service/index.html')).toContain(`${repository}/examples/`);
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
