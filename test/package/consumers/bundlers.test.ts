/** The installed package in pages that bundlers build, as small projects configure them, in Chromium under a strict policy. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { installTarball, kats } from '../tarball.js';
import { buildConsumer, installConsumer, outcome, outcomeUpTo, writePrograms } from './consumer.js';

const skipped = isSkipped('chromium');

describe.skipIf(skipped)('in a page', () => {
  const project = skipped ? undefined : installTarball();
  const browser = browserOf('chromium');
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  /** What each loads: what Vite makes of the source, or what was built, which is no module of webpack's. */
  const scripts = Object.entries({
    vite: 'type="module" src="/src/page.js"',
    webpack: 'defer src="/page.js"',
    rollup: 'type="module" src="/page.js"',
    esbuild: 'type="module" src="/page.js"',
  });

  it.concurrent.each(scripts)('works when built by %s', async (name, script) => {
    const folder = await installConsumer(project!, name);
    const head = `<meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,"><script ${script}></script>`;
    project!.write(`${name}/index.html`, `<!doctype html><html lang="en">${head}<body></body></html>`);
    writePrograms(project!, `${name}/src`);
    await buildConsumer(folder);
    const address = await serve(folder);
    const page = await (await browser()).newPage();
    const failures = failuresOf(page, { kinds: ['log', 'info', 'debug', 'warning', 'error'] });
    await page.goto(address);
    const body = page.locator('body:not(:empty)');
    await body.waitFor({ timeout: 45_000 }).catch((error: unknown) => failures.push(String(error)));
    expect(failures).toEqual([]);
    expect(JSON.parse((await body.textContent()) ?? '')).toEqual({
      embedded: outcome('relaxed'),
      byUrl: outcomeUpTo('relaxed'),
    });
  });

  const types: Record<string, string> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.txt': 'text/plain',
    '.wasm': 'application/wasm',
  };

  /** What was built, or else what the project has as it is; the address. */
  async function serve(folder: string): Promise<string> {
    const server = createServer(({ url = '/' }, response) => {
      const path = url === '/' ? '/index.html' : url;
      const file = [join(folder, 'dist', path), join(folder, path), join(kats, '..', path)].find(existsSync);
      const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";
      if (!file) return response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': types[extname(file)], 'Content-Security-Policy': policy });
      return response.end(readFileSync(file));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
});
