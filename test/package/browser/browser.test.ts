/** The installed package in pages of browsers, under a strict Content-Security-Policy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesOf, relaxed } from '../../../ts/engine/module-text.js';
import { text } from '../../../ts/suites/romulus/simd128.generated.js';
import { outcome } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
import { startedOnce } from '../npm.js';
import { installTarball, kats, writePrograms } from '../tarball.js';
import { type BrowserName, isSkipped } from './launch.js';
import { browserOf, failuresOf, serveAnswers } from './pages.js';
import { open, startedWebkit, until } from './webkit.js';

const project = installTarball();
writePrograms(project, 'programs');
const manifest = JSON.parse(readFileSync(join(project.installed, 'package.json'), 'utf8'));
// Programs import by address. An import map would have to be in the page itself, and the policy forbids that.
const entry = (path: string) => new URL(manifest.exports[path].default, 'http://site/package/').pathname;

/** The program of pages: it does the work of the page's name, and reports it as JSON. */
project.write(
  'programs/page.js',
  `import * as romulus from '${entry('.')}';
  import * as js from '${entry('./js')}';
  import * as pool from '${entry('./pool')}';
  import * as stream from '${entry('./stream')}';
  import { work } from './smoke.js';
  const read = async (file) => (await fetch('/kats/' + file)).text();
  const refusal = ({ code, hint }) => ({ code, hint });
  const works = {
    js: () => work({ romulus: js }, read),
    work: () => work({ romulus, stream, pool }, read),
    fastest: async () => WebAssembly.validate(new Uint8Array([${bytesOf(relaxed(text))}])) ? 'relaxed' : 'simd128',
    'no-pool': () => pool.createPool({ threads: 2 }).then(() => 'a pool', refusal),
    refused: async () => [
      await romulus.load().catch(refusal),
      await romulus.romulusH(new Uint8Array(3)).catch(refusal),
    ],
  };
  const page = works[location.pathname.split('/').at(-1)];
  document.querySelector('output').textContent = JSON.stringify(await page().catch(String));`,
);
project.write('programs/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title>
  <link rel="icon" href="/programs/icon.svg"><output></output><script type="module" src="/programs/page.js"></script>`;

const folders: Record<string, string> = {
  programs: join(project.folder, 'programs'),
  package: project.installed,
  kats,
};
const policyOf = (address = '') => new URL(address, 'http://site').searchParams.get('policy');

const site = startedOnce(
  () =>
    serveAnswers((path, { url, headers }) => {
      const [, kind = '', name = ''] = /^\/(\w+)\/([\w./-]+)$/.exec(path) ?? [];
      // The scripts of a page's workers get its policy too: a page's requests name the page as their referrer.
      const policy = policyOf(url) ?? policyOf(headers.referer);
      return { body: kind === 'pages' ? page : readFileSync(join(folders[kind]!, name)), policy };
    }),
  (site) => site.close(),
);

const addressOf = async (page: string, policy: string) =>
  `http://127.0.0.1:${(await site()).port}/pages/${page}?${new URLSearchParams({ policy })}`;

/** The errors that a browser logs by itself, by the pages. */
const logged: Record<BrowserName, Record<string, RegExp>> = {
  chromium: { 'no-pool': /worker-src/ },
  firefox: { 'no-pool': /worker-src/, refused: /unsafe-eval/ },
};

/** The answers of pages in a browser, which may log no other errors. */
function answersOf(name: BrowserName) {
  const browser = browserOf(name);
  return async (page: string, policy: string) => {
    const opened = await (await browser()).newPage();
    const failures = failuresOf(opened, { allowed: logged[name][page] ?? /(?!)/ });
    await opened.goto(await addressOf(page, policy));
    const output = opened.locator('output:not(:empty)');
    await output.waitFor({ timeout: 45_000 }).catch((error: unknown) => failures.push(String(error)));
    expect(failures).toEqual([]);
    const answer = JSON.parse((await output.textContent()) ?? '');
    await opened.close();
    return answer;
  };
}

/** WebKit's driver does not tell what a page logs. */
function answersOfWebkit() {
  const webkit = startedWebkit();
  return async (page: string, policy: string) => {
    await open(await webkit(), await addressOf(page, policy));
    return JSON.parse(await until(await webkit(), "return document.querySelector('output').textContent", 45_000));
  };
}

const strict = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const noWorkers = { code: 'ERR_ROMULUS_LOAD', hint: expect.stringMatching(/worker-src.*Content-Security-Policy/) };
const noModule = { code: 'ERR_ROMULUS_LOAD', hint: expect.stringContaining("'wasm-unsafe-eval'") };

describe.each(places['browser/browser'])('in a page of $name', ({ browser, entries }) => {
  const it = test.skipIf(isSkipped(browser));
  const answer = browser === 'webkit' ? answersOfWebkit() : answersOf(browser);

  if (entries.includes('js')) {
    it('works', async () =>
      expect(await answer('js', "default-src 'self'; script-src 'self'")).toEqual(outcome('compiled')));
    return;
  }

  it('works on the fastest build that it has', async () =>
    expect(await answer('work', strict)).toEqual(outcome(await answer('fastest', strict), entries)));

  it('names a remedy if the policy forbids workers', async () =>
    expect(await answer('no-pool', `${strict}; worker-src 'none'`)).toEqual(noWorkers));

  // Two refusals: the package keeps no failure, and the second call reports the same.
  it("names 'wasm-unsafe-eval' where the policy lacks it", async () =>
    expect(await answer('refused', "default-src 'self'")).toEqual([noModule, noModule]));
});
