/** The page without a bundler from docs/guide.md, in browsers, also with the module in a file: it works, and refuses changed code. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { romulusH } from '../../../ts/index.js';
import { startedOnce } from '../npm.js';
import { installTarball, root } from '../tarball.js';
import { type BrowserName, isSkipped, launches } from './launch.js';
import { browserOf, failuresOf, serveAnswers } from './pages.js';

const project = installTarball();
const manifest = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'));
const file = readFileSync(join(project.installed, manifest.unpkg), 'utf8');
const module = readFileSync(join(project.installed, 'dist/romulus.wasm'));
const guide = readFileSync(join(root, 'docs/guide.md'), 'utf8');
const [, shownPage = ''] = /^```html\n([\s\S]*?)^```$/m.exec(guide) ?? [];
const [, fromFile = ''] = /^```js\n([^`]*'sha384-[^`]*)^```$/m.exec(guide) ?? [];
const digest = Buffer.from(await romulusH(new TextEncoder().encode('attack at dawn'))).toString('hex');

/** The page with the program of the guide in front of its own. */
const pageWithFile = shownPage.replace('<script type="module">\n', `$&${fromFile}`);

const sites: Record<string, { page: string; script: string; module?: Uint8Array }> = {
  shown: { page: shownPage, script: file },
  file: { page: pageWithFile, script: file, module },
  // An attacker's statement stands in front. A page that runs it shows this title.
  changed: { page: shownPage, script: `document.title = 'changed'; ${file}` },
};

/** A policy that allows the inline scripts of a page by their hashes, as the guide says. */
const policyOf = (page: string) => {
  const inline = [...page.matchAll(/<script [^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')}`;
};

/** Each site has a host name of its own, as the page names the file from the root. */
const site = startedOnce(
  () =>
    serveAnswers((path, { headers: { host = '' } }) => {
      const { page, script, module } = sites[host.split('.')[0] as string]!;
      const bodies = { '/': page, '/romulus-wasm.min.js': script, '/romulus.wasm': module, '/favicon.ico': '' };
      return { body: bodies[path as '/'], policy: policyOf(page) };
    }),
  ({ close }) => close(),
);

it('has the file that jsdelivr serves too', () => expect(manifest.jsdelivr).toBe(manifest.unpkg));

describe.each(Object.keys(launches) as BrowserName[])('in %s', (name) => {
  const browser = browserOf(name);

  /** Opens a site, and returns its title once a digest or an error is there. */
  async function open(name: string) {
    const page = await (await browser()).newPage();
    const failures = failuresOf(page);
    await page.goto(`http://${name}.localhost:${(await site()).port}/`);
    await expect
      .poll(async () => failures.length > 0 || (await page.locator('output').textContent()) !== '', { timeout: 30_000 })
      .toBe(true);
    const outcome = { title: await page.title(), output: await page.locator('output').textContent(), failures };
    await page.close();
    return outcome;
  }

  const refused = expect.arrayContaining([expect.stringMatching(/integrity/)]);
  it.skipIf(isSkipped(name)).each([
    ['works', 'shown', { title: '', output: digest, failures: [] }],
    ['takes the module from a file', 'file', { title: '', output: digest, failures: [] }],
    ['does not run a file that was changed', 'changed', { title: '', output: '', failures: refused }],
  ])('%s', async (_, site, outcome) => expect(await open(site)).toEqual(outcome));
});
