/** An extension of Chromium with the manifest that docs/guide.md shows, and without the policy in it. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { expect, it } from 'vitest';
import { isSkipped, launches } from '../../browser/launch.js';
import { installTarball, kats, writePrograms } from '../../tarball.js';
import { outcome, outcomeUpTo, recipe } from '../consumer.js';
import { places } from '../places.js';

const project = installTarball();
const [shown = ''] = recipe('Browser extensions', 'json');

it.skipIf(isSkipped('chromium')).each(places['consumers/others/extension'])('works in the $name', async (place) => {
  const withoutWasm = place.entries.includes('js');
  const manifest = JSON.parse(shown);
  if (withoutWasm) delete manifest.content_security_policy;
  project.write('extension/manifest.json', JSON.stringify(manifest));
  project.write(
    'extension/page.html',
    '<!doctype html><title>page</title><script type="module" src="page.js"></script>',
  );
  cpSync(kats, join(project.folder, 'extension/kats'), { recursive: true });
  const { extension } = writePrograms(project, 'programs', 'consumers/others/extension.ts');
  await build({
    absWorkingDir: project.folder,
    entryPoints: { page: extension!, worker: extension!, 'pool-worker': 'romulus-wasm/pool/worker' },
    outdir: 'extension',
    bundle: true,
    format: 'esm',
  });
  const folder = join(project.folder, 'extension');
  const { executablePath, args } = launches.chromium;
  const context = await chromium.launchPersistentContext('', {
    executablePath,
    args: [...args, `--load-extension=${folder}`],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  try {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const page = await context.newPage();
    await page.goto(new URL('page.html', worker.url()).href);
    const answer = await (place.context === 'page' ? page.evaluate('answer') : worker.evaluate('answer'));
    const hint = expect.stringContaining("'wasm-unsafe-eval'");
    expect(answer).toEqual(withoutWasm ? { hint, ...outcomeUpTo('compiled') } : outcome('relaxed', place.entries));
  } finally {
    await context.close();
  }
});
