/** The entry that loads the module from a file, in browsers, under a strict Content-Security-Policy. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builds } from '../../fixtures/emulate-build.js';
import { outcomeUpTo } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
import { startedOnce } from '../started-once.js';
import { installedSite, strict } from './answers.js';
import { buildByEsbuild, buildByVite } from './bundles.js';
import { isSkipped } from './launch.js';

const { project, answersIn } = installedSite();

const files = ['romulus.wasm', 'romulus-portable.wasm'];
const inPackage = (file: string) => join(project.installed, 'dist', file);
const inBundle = (folder: string, file: string) => join(project.folder, 'bundles', folder, file);

const bundled = startedOnce(
  async () => {
    await buildByVite(project, '/bundles/vite/', 'by-url');
    for (const folder of ['esbuild', 'changed', 'missing']) await buildByEsbuild(project, folder, ['by-url']);
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

/** The errors that browsers log by themselves, by the pages. */
const logged = {
  'bundles/missing/refused-by-url': /404|integrity/,
  'bundles/changed/refused-by-url': /integrity/,
};

describe.each(places['browser/by-url'])('in $name', ({ browser: name }) => {
  const it = test.skipIf(isSkipped(name));
  const answer = answersIn(name, logged);

  it.each(builds)('works on the build %s', async (build) =>
    expect(await answer('by-url', strict, build)).toEqual(outcomeUpTo(build)),
  );

  it.each(['vite', 'esbuild'])('works when bundled by %s', async (bundler) => {
    await bundled();
    for (const build of ['portable', 'relaxed'] as const)
      expect(await answer(`bundles/${bundler}/by-url`, strict, build)).toEqual(outcomeUpTo(build));
  });

  it.each(['missing', 'changed'])('refuses a file that is %s, and takes another', async (folder) => {
    await bundled();
    expect(await answer(`bundles/${folder}/refused-by-url`, strict, 'relaxed')).toEqual({
      isLoadError: true,
      hint: expect.stringContaining('romulus.wasm'),
      cause: expect.stringMatching(/romulus\.wasm is missing, or of another version/),
      length: 32,
    });
  });
});
