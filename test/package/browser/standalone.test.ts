/** The page without a bundler that docs/guide.md shows, in browsers: it works, and refuses a file that was changed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { integrityOf } from '../../../tools/build/standalone.js';
import { romulusH } from '../../../ts/index.js';
import { startedOnce } from '../started-once.js';
import { installTarball, root } from '../tarball.js';
import { type BrowserName, isSkipped, launches } from './launch.js';
import { browserOf, failuresOf } from './pages.js';

const project = installTarball();
const manifest = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'));
const file = readFileSync(join(project.installed, manifest.unpkg), 'utf8');
const [, shownPage = ''] = /^```html\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'docs/guide.md'), 'utf8')) ?? [];
const digest = Buffer.from(await romulusH(new TextEncoder().encode('attack at dawn'))).toString('hex');

/** What a site answers for an address. */
type Files = Record<string, { type: string; body: string }>;

/** What an attacker would put before it, so that a page that runs it says so. */
const changed = `document.title = 'changed'; ${file}`;

const sites: Record<string, { page: string; script: string }> = {
  shown: { page: shownPage, script: file },
  changed: { page: shownPage, script: changed },
  unchecked: { page: shownPage.replace(/,\s*"integrity": \{[^}]*\}/, ''), script: changed },
};

/** A policy that allows the inline scripts of a page by their hashes, as the guide says. */
const policyOf = (page: string) => {
  const inline = [...page.matchAll(/<script [^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')}`;
};

/** Each site is at a host name of its own, as the page names the file from the root. */
async function serve() {
  const server = createServer(({ url = '', headers }, response) => {
    const { page, script } = sites[(headers.host ?? '').split('.')[0] as string] ?? { page: '', script: '' };
    const files: Files = {
      '/': { type: 'text/html', body: page },
      '/romulus-wasm.min.js': { type: 'text/javascript', body: script },
      '/favicon.ico': { type: 'image/x-icon', body: '' },
    };
    const { type, body } = files[url] ?? { type: 'text/plain', body: '' };
    response.writeHead(files[url] ? 200 : 404, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policyOf(page),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (site: string) => `http://${site}.localhost:${port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const site = startedOnce(serve, ({ close }) => close());

it('is shown with the hash of the file that the package has', () => {
  expect(manifest.jsdelivr).toBe(manifest.unpkg);
  expect(shownPage).toContain(`"${integrityOf(file)}"`);
});

describe.each(Object.keys(launches) as BrowserName[])('in %s', (name) => {
  const browser = browserOf(name);

  /** Opens a site, and gives its title, once a digest or an error is there. */
  async function open(name: keyof typeof sites) {
    const page = await (await browser()).newPage();
    const failures = failuresOf(page);
    await page.goto((await site()).address(name));
    await expect
      .poll(async () => failures.length > 0 || (await page.locator('output').textContent()) !== '', { timeout: 30_000 })
      .toBe(true);
    const outcome = { title: await page.title(), output: await page.locator('output').textContent(), failures };
    await page.close();
    return outcome;
  }

  it.skipIf(isSkipped(name))('works', async () =>
    expect(await open('shown')).toEqual({ title: '', output: digest, failures: [] }),
  );

  it.skipIf(isSkipped(name))('does not run a file that was changed', async () => {
    const failures = expect.arrayContaining([expect.stringMatching(/integrity/)]);
    expect(await open('changed')).toEqual({ title: '', output: '', failures });
  });

  it.skipIf(isSkipped(name))('would run it without the hash', async () =>
    expect(await open('unchecked')).toEqual({ title: 'changed', output: digest, failures: [] }),
  );
});
