/** The installed package in pages that bundlers build, as small projects configure them, in Chromium under a strict policy. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { serveAnswers } from '../browser/site.js';
import { kats } from '../tarball.js';
import { buildConsumer, outcome } from './consumer.js';
import type { Bundler } from './places.js';

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** The page of a project, with a script of the source or of what was built. */
const page = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,"><script ${script}></script><body></body></html>`;

/** Tests bundlers that are installed in one folder. */
export function describeBundlers(bundlers: readonly Bundler[], installed: Promise<string>): void {
  describe.skipIf(isSkipped('chromium'))('in a page', () => {
    const browser = browserOf('chromium');
    const servers: (() => Promise<void>)[] = [];
    afterAll(() => Promise.all(servers.map((close) => close())));

    it.concurrent.each(bundlers)('works when built by $name', async ({ program, script, entries }) => {
      const folder = await installed;
      writeFileSync(join(folder, 'index.html'), page('type="module" src="src/page.js"'));
      await buildConsumer(folder, { script: program });
      const { port, close } = await serveAnswers((path) => {
        if (path === '/' && script) return { type: 'text/html', body: page(script), policy };
        const at = path === '/' ? '/index.html' : path;
        const file = [join(folder, 'dist', program, at), join(kats, '..', at)].find(existsSync) as string;
        return { type: types[extname(file)] ?? 'text/plain', body: readFileSync(file), policy };
      });
      servers.push(close);
      const opened = await (await browser()).newPage();
      const failures = failuresOf(opened, { kinds: ['log', 'info', 'debug', 'warning', 'error'] });
      await opened.goto(`http://127.0.0.1:${port}/`);
      const body = opened.locator('body:not(:empty)');
      await body.waitFor({ timeout: 45_000 }).catch((error: unknown) => failures.push(String(error)));
      expect(failures).toEqual([]);
      expect(JSON.parse((await body.textContent()) ?? '')).toEqual(outcome('relaxed', entries));
    });
  });
}
