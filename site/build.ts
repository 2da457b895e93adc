/** Builds the site: VitePress's pages of the documents, and the pages that encrypt and measure. Serves it too. */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundlePage } from '../bench/web/bundle.js';
import { root } from './documents.js';
import { headOf } from './head.js';

const here = import.meta.dirname;
const example = 'examples/browser-encryption';

/** Writes the site for a path of its host into the folder, and removes its earlier contents. Its sources may have an address. */
export async function buildSite(folder: string, base: string, repository = ''): Promise<void> {
  const run = (program: string, args: string[], env = {}) =>
    execFileSync(process.execPath, [join(root, program), ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  run('tools/build/install.mjs', ['site', example]);
  const places = { SITE_PATH: base, SITE_FOLDER: folder, SITE_REPOSITORY: repository };
  run('site/node_modules/vitepress/bin/vitepress.js', ['build', here], places);
  copyFileSync(join(root, example, 'page/icon.svg'), join(folder, 'icon.svg'));
  const { buildPage } = await import(join(root, example, 'bundle.js'));
  const script = join(here, 'public/appearance.js');
  await buildPage(join(folder, 'encrypt'), { head: headOf('encrypt/'), script, repository });
  mkdirSync(join(folder, 'performance'));
  for (const [name, contents] of await bundlePage({ head: headOf('performance/'), script }))
    writeFileSync(join(folder, 'performance', name), contents);
  const checksums = filesIn(folder).map((path) => `${hash('sha256', readFileSync(join(folder, path)))}  ${path}\n`);
  writeFileSync(join(folder, 'checksums.txt'), checksums.join(''));
}

/** The paths of all files in a folder, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

/** Serves a site that was built for the path `base`, on a free port if no port is given. */
export async function serveSite(folder: string, base = '/', port = 0) {
  const { serve } = await import(join(here, 'node_modules/vitepress/dist/node/index.js'));
  process.env.SITE_FOLDER = folder;
  const { server }: { server: Server } = await serve({ root: here, base, port });
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}${base}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
