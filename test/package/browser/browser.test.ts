/** The installed package in pages of browsers, under a strict Content-Security-Policy. */
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bytesOf, relaxed } from '../../../ts/engine/module-text.js';
import { text } from '../../../ts/suites/romulus/simd128.generated.js';
import type { Build } from '../../fixtures/emulate-build.js';
import { outcome, outcomeUpTo } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
import { startedOnce } from '../npm.js';
import { poolOutcome } from '../smoke.js';
import { type BrowserName, isSkipped } from './launch.js';
import { answerOf, browserOf } from './pages.js';
import { projectWithPages, serve } from './site.js';
import { isSkipped as isWebkitSkipped, open, startedWebkit, until } from './webkit.js';

const project = projectWithPages();
const site = startedOnce(
  () => serve(project),
  (site) => site.close(),
);

/** The errors that a browser logs by itself, by the pages. */
const logged: Record<BrowserName, Record<string, RegExp>> = {
  chromium: { 'no-pool': /worker-src/, 'bundles/no-pool': /404/ },
  firefox: { 'no-pool': /worker-src/, 'bundles/no-pool': /MIME type/, refused: /unsafe-eval/ },
};

/** The answers of pages in a browser, and the fastest build that it has. */
interface Shell {
  answer(page: string, policy: string, build?: Build): Promise<unknown>;
  fastest(): Promise<Build>;
}

function shellOf(name: BrowserName): Shell {
  const browser = browserOf(name);
  return {
    answer: async (page, ...more) =>
      answerOf(await browser(), (await site()).address(page, ...more), logged[name][page]),
    fastest: async () => 'relaxed',
  };
}

/** WebKit's driver does not tell what a page logs. */
function shellOfWebkit(): Shell {
  const webkit = startedWebkit();
  return {
    async answer(...page) {
      await open(await webkit(), (await site()).address(...page));
      return JSON.parse(await until(await webkit(), "return document.querySelector('output').textContent", 45_000));
    },
    /** If the engine lacks relaxed SIMD, the package must notice. */
    async fastest() {
      await open(await webkit(), 'about:blank');
      const validates = 'return WebAssembly.validate(Uint8Array.from(arguments[0]))';
      return (await (await webkit()).executeScript(validates, [...bytesOf(relaxed(text))])) ? 'relaxed' : 'simd128';
    },
  };
}

const strict = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const noWorkers = { code: 'ERR_ROMULUS_LOAD', hint: expect.stringMatching(/worker-src.*Content-Security-Policy/) };
const noModule = { code: 'ERR_ROMULUS_LOAD', hint: expect.stringContaining("'wasm-unsafe-eval'") };
const hashes = { blob: true, body: true, progress: [1_000_000, 1_000_000] };

/** Pages, each with its policy and its answer. */
const answers: [title: string, page: string, policy: string, answer: unknown][] = [
  ['hashes a Blob and the stream of a response', 'stream', strict, hashes],
  ['has a pool in workers of the package as it is', 'pool', strict, poolOutcome],
  ['names a remedy if the policy forbids workers', 'no-pool', `${strict}; worker-src 'none'`, noWorkers],
  // Two refusals: the package keeps no failure, and the second call reports the same.
  ["names 'wasm-unsafe-eval' where the policy lacks it", 'refused', "default-src 'self'", [noModule, noModule]],
];

describe.each(places['browser/browser'])('in a page of $name', ({ browser, entries }) => {
  const it = test.skipIf(browser === 'webkit' ? isWebkitSkipped : isSkipped(browser));
  const { answer, fastest } = browser === 'webkit' ? shellOfWebkit() : shellOf(browser);

  if (entries.includes('js')) {
    it('works all official vectors both ways, and messages', async () =>
      expect(await answer('js', "default-src 'self'; script-src 'self'")).toEqual(outcomeUpTo('compiled')));
    return;
  }

  it('works all official vectors both ways, messages and files', async () =>
    expect(await answer('build', strict)).toEqual(outcome(await fastest(), ['main', 'stream'])));

  it('works on the build simd128', async () =>
    expect(await answer('build', strict, 'simd128')).toEqual(outcomeUpTo('simd128')));

  it.each(answers)('%s', async (_, page, policy, expected) => expect(await answer(page, policy)).toEqual(expected));

  it('names a remedy if the script of the workers is missing', async () => {
    await bundle({
      entryPoints: [join(project.folder, 'programs/page.js')],
      outdir: join(project.folder, 'bundles'),
      absWorkingDir: project.folder,
      bundle: true,
      format: 'esm',
      logLevel: 'silent',
    });
    expect(await answer('bundles/no-pool', strict)).toEqual(noWorkers);
  });
});
