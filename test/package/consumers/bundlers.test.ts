/** The installed package in pages that bundlers build, as small projects configure them, in Chromium under a strict policy. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { serveAnswers } from '../browser/site.js';
import { installTarball, kats, writePrograms } from '../tarball.js';
import { buildConsumer, installConsumer, outcome } from './consumer.js';
import { places } from './places.js';

const skipped = isSkipped('chromium');

describe.skipIf(skipped)('in a page', () => {
  const project = skipped ? undefined : installTarball();
  const browser = browserOf('chromium');
  const servers: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(servers.map((close) => close())));

  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

  it.concurrent.each(places['consumers/bundlers'])('works when built by $name', async (place) => {
    const folder = await installConsumer(project!, place.folder);
    const head = `<meta charset="utf-8"><title>${place.name}</title><link rel="icon" href="data:,">`;
    const page = `<html lang="en">${head}<script ${place.script}></script><body></body></html>`;
    project!.write(`${place.folder}/index.html`, `<!doctype html>${page}`);
    writePrograms(project!, `${place.folder}/src`, 'consumers/page.ts');
    await buildConsumer(folder);
    // A built file if there is one, otherwise the project's own file.
    const { port, close } = await serveAnswers((path) => {
      const at = path === '/' ? '/index.html' : path;
      const file = [join(folder, 'dist', at), join(folder, at), join(kats, '..', at)].find(existsSync) as string;
      return { type: types[extname(file)] ?? 'text/plain', body: readFileSync(file), policy };
    });
    servers.push(close);
    const opened = await (await browser()).newPage();
    const failures = failuresOf(opened, { kinds: ['log', 'info', 'debug', 'warning', 'error'] });
    await opened.goto(`http://127.0.0.1:${port}/`);
    const body = opened.locator('body:not(:empty)');
    await body.waitFor({ timeout: 45_000 }).catch((error: unknown) => failures.push(String(error)));
    expect(failures).toEqual([]);
    expect(JSON.parse((await body.textContent()) ?? '')).toEqual(outcome('relaxed', place.entries));
  });
});
