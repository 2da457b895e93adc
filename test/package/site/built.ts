/** The site as it is built for these tests: below a path of its host. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite, filesIn, type SiteOptions } from '../../../site/build.js';
import { serveSite } from '../../../site/serve.js';
import { startedOnce } from '../started-once.js';

export const base = '/some/path/';
export const build = async (options: SiteOptions) => {
  const folder = mkdtempSync(join(tmpdir(), 'romulus-site-'));
  await buildSite(folder, options);
  return folder;
};
export const remove = async (folder: string) => rmSync(folder, { recursive: true });
export const built = startedOnce(() => build({ address: base }), remove);
/** Built again, for a full address and with a place for the sources. */
export const published = startedOnce(
  () => build({ address: `https://example.org${base}`, repository: 'https://example.org/project/blob/main' }),
  remove,
);
/** Served below a path of its host, without headers of its own, as on GitHub Pages. */
export const served = startedOnce(
  async () => serveSite(await built(), base),
  (site) => site.close(),
);
export const bytesOf = async (path: string) => readFileSync(join(await built(), path));
export const textOf = async (path: string) => (await bytesOf(path)).toString();
export const pagesOf = async () => filesIn(await built()).filter((path) => path.endsWith('.html'));

/** The addresses that a page links, loads or shows. */
export const addressesIn = (html: string) =>
  Array.from(html.matchAll(/ (?:href|src)="([^"]*)"/g), ([, address]) => address!);

/** The file in the folder for an address on a page. */
export const fileAt = (address: string, page: string) =>
  decodeURI(new URL(address, `http://site${base}${page}`).pathname)
    .replace(base, '')
    .replace(/(^|\/)$/, '$1index.html');
