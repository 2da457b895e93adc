/** The installed package in browsers, under a strict Content-Security-Policy. */
import { describe, expect, test } from 'vitest';
import { outcome } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
import { poolOutcome } from '../smoke.js';
import { answers, installedSite, noWorkers, strict } from './answers.js';
import { buildByEsbuild, buildByVite } from './bundles.js';
import { isSkipped } from './launch.js';

const { project, answersIn } = installedSite();

/** The errors that a browser logs by itself, by the pages. */
const logged = {
  chromium: { 'no-pool': /worker-src/, 'bundles/no-worker/no-pool': /404/ },
  firefox: { 'no-pool': /worker-src/, 'bundles/no-worker/no-pool': /MIME type/, refused: /unsafe-eval/ },
};

describe.each(places['browser/browser'])('in a page of $name', ({ browser: name }) => {
  const it = test.skipIf(isSkipped(name));
  const answer = answersIn(name, logged[name]);

  it('works all official vectors both ways, messages and files', async () => {
    expect(await answer('build', strict)).toEqual(outcome('relaxed', ['main', 'stream']));
  });

  it.each(answers)('%s', async (_, page, policy, expected) => expect(await answer(page, policy)).toEqual(expected));

  it('has a pool when bundled by Vite', async () => {
    await buildByVite(project, '/bundles/vite/', 'main');
    expect(await answer('bundles/vite/pool', strict)).toEqual(poolOutcome);
  });

  it('has a pool when bundled by esbuild, with the worker as an entry point', async () => {
    await buildByEsbuild(project, 'esbuild', ['main'], { 'pool-worker': 'romulus-wasm/pool/worker' });
    expect(await answer('bundles/esbuild/pool', strict)).toEqual(poolOutcome);
  });

  it('names a remedy if the script of the workers is missing', async () => {
    await buildByEsbuild(project, 'no-worker', ['main']);
    expect(await answer('bundles/no-worker/no-pool', strict)).toEqual(noWorkers);
  });
});
