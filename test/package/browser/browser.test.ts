/** The installed package in browsers, under a strict Content-Security-Policy. */
import { describe, expect, test } from 'vitest';
import { outcomeUpTo } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
import { fileOutcome, poolOutcome } from '../smoke.js';
import { startedOnce } from '../started-once.js';
import { installTarball } from '../tarball.js';
import { buildByEsbuild, buildByVite } from './bundles.js';
import { isSkipped } from './launch.js';
import { answerOf, browserOf } from './pages.js';
import { serve } from './site.js';

const project = installTarball();
const site = startedOnce(
  () => serve(project),
  (site) => site.close(),
);

/** The errors that a browser logs by itself for a missing script and for a policy without 'wasm-unsafe-eval'. */
const expectedLogs = {
  chromium: { missing: /404/, refused: undefined },
  firefox: { missing: /MIME type/, refused: /unsafe-eval/ },
};

describe.each(places['browser/browser'])('in a page of $name', ({ browser: name }) => {
  const it = test.skipIf(isSkipped(name));
  const browser = browserOf(name);
  const expected = expectedLogs[name];

  /** The answer of the page with this name. The page may log no errors except those allowed. */
  const answer = async <Answer>(name: string, policy: string, allowed?: RegExp) =>
    answerOf<Answer>(await browser(), (await site()).address(name, policy), allowed);

  const strict = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

  it('works all official vectors both ways, messages and files', async () => {
    expect(await answer('build', strict)).toEqual({ ...outcomeUpTo('relaxed'), file: fileOutcome });
  });

  it('hashes a Blob and the stream of a response', async () => {
    expect(await answer('stream', strict)).toEqual({ blob: true, body: true, progress: [1_000_000, 1_000_000] });
  });

  describe('a pool', () => {
    const refusal = { code: 'ERR_ROMULUS_LOAD', hint: expect.stringMatching(/entry point.*Content-Security-Policy/) };
    const vite = '/bundles/vite/';

    it('works in workers of the package as it is', async () => {
      expect(await answer('pool', strict)).toEqual(poolOutcome);
    });

    it('works when bundled by Vite', async () => {
      await buildByVite(project, vite, 'pool');
      expect(await answer('bundles/vite/pool', strict)).toEqual(poolOutcome);
    });

    it('works when bundled by esbuild, with the worker as an entry point', async () => {
      await buildByEsbuild(project, 'esbuild', ['pool'], { 'pool-worker': 'romulus-wasm/pool/worker' });
      expect(await answer('bundles/esbuild/pool', strict)).toEqual(poolOutcome);
    });

    it('names a remedy if the script of the workers is missing', async () => {
      await buildByEsbuild(project, 'no-worker', ['no-pool']);
      expect(await answer('bundles/no-worker/no-pool', strict, expected.missing)).toEqual(refusal);
    });

    it('names a remedy if the policy forbids workers', async () => {
      expect(await answer('no-pool', `${strict}; worker-src 'none'`, /worker-src/)).toEqual(refusal);
    });
  });

  it("names 'wasm-unsafe-eval' where the policy lacks it", async () => {
    const refusals = await answer<{ code: string; hint: string }[]>('refused', "default-src 'self'", expected.refused);
    // Two refusals: the package keeps no failure, and the second call reports the same.
    expect(refusals).toHaveLength(2);
    for (const { code, hint } of refusals) {
      expect(code).toBe('ERR_ROMULUS_LOAD');
      expect(hint).toContain("'wasm-unsafe-eval'");
    }
  });
});
