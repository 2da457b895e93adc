/** The entry that loads the module from a file, in browsers, under a strict Content-Security-Policy. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Build, builds } from '../../fixtures/emulate-build.js';
import { outcomeUpTo } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
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

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const files = ['romulus.wasm', 'romulus-portable.wasm'];
const inPackage = (file: string) => join(project.installed, 'dist', file);
const inBundle = (folder: string, file: string) => join(project.folder, 'bundles', folder, file);

const bundled = startedOnce(
  async () => {
    await buildByVite(project, '/bundles/vite/', 'by-url');
    for (const folder of ['esbuild', 'changed', 'missing'])
      await buildByEsbuild(project, folder, ['by-url', 'refused-by-url']);
    // Esbuild does not copy files that code names by their addresses.
    for (const file of files) {
      copyFileSync(inPackage(file), inBundle('esbuild', file));
      const changed = readFileSync(inPackage(file));
      changed[changed.length - 1]! ^= 1;
      writeFileSync(inBundle('changed', file), changed);
    }
  },
  async () => {},
);

describe.each(places['browser/by-url'])('in $name', ({ browser: name }) => {
  const browser = browserOf(name);
  const it = test.skipIf(isSkipped(name));

  async function answer<Answer>(program: string, build: Build, allowed?: RegExp): Promise<Answer> {
    await bundled();
    return answerOf(await browser(), `${(await site()).address(program, policy)}&build=${build}`, allowed);
  }

  it.each(builds)('works on the build %s', async (build) =>
    expect(await answer('by-url', build)).toEqual(outcomeUpTo(build)),
  );

  it.each(['vite', 'esbuild'])('works when bundled by %s', async (bundler) => {
    for (const build of ['portable', 'relaxed'] as const)
      expect(await answer(`bundles/${bundler}/by-url`, build)).toEqual(outcomeUpTo(build));
  });

  const refusal = {
    isLoadError: true,
    hint: expect.stringContaining('romulus.wasm'),
    cause: expect.stringMatching(/romulus\.wasm is missing, or not that of this version/),
    length: 32,
  };

  it('says that the file is missing, and takes another', async () =>
    expect(await answer('bundles/missing/refused-by-url', 'relaxed', /404|integrity/)).toEqual(refusal));

  it('refuses a file that was changed, and takes another', async () =>
    expect(await answer('bundles/changed/refused-by-url', 'relaxed', /integrity/)).toEqual(refusal));
});
