/** Browsers that the tests of a file share, servers of their pages, what these log, and what axe-core finds in them. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, chromium, firefox, type LaunchOptions, type Page } from 'playwright';
import { expect } from 'vitest';
import { listen, startedOnce } from '../npm.js';
import { type BrowserName, launches } from './launch.js';

export const browserOf = (name: BrowserName, options: LaunchOptions = {}): (() => Promise<Browser>) =>
  startedOnce(
    () => ({ chromium, firefox })[name].launch({ ...launches[name], ...options }),
    (browser) => browser.close(),
  );

/** The page's errors from now on, except those that it may log. */
export function failuresOf(page: Page, { kinds = ['error'], allowed = /(?!)/ } = {}): string[] {
  const failures: string[] = [];
  const note = (text: string) => {
    if (!allowed.test(text)) failures.push(text);
  };
  page.on('pageerror', (error) => note(String(error)));
  page.on('console', (message) => {
    if (kinds.includes(message.type())) note(message.text());
  });
  return failures;
}

/** The types of files. A page has no ending. */
const types: Record<string, string> = {
  '': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

type Respond = (path: string, request: IncomingMessage) => { body: string | Uint8Array; policy?: string | null };

/** A server that answers each request with `respond`, or with 404 if that throws. */
export async function serveAnswers(respond: Respond) {
  const server = createServer((request, response) => {
    try {
      const path = new URL(request.url ?? '', 'http://site').pathname;
      const { body, policy } = respond(path, request);
      response.setHeader('Content-Type', `${types[extname(path)] ?? 'text/plain'}; charset=utf-8`);
      if (policy) response.setHeader('Content-Security-Policy', policy);
      response.end(body);
    } catch (error) {
      response.writeHead(404).end(String(error));
    }
  });
  return {
    port: await listen(server),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ofColours = ['color-contrast', 'link-in-text-block'];
const onlyColours: RunOptions = { runOnly: ofColours };
export const withoutColours: RunOptions = {
  rules: Object.fromEntries(ofColours.map((id) => [id, { enabled: false }])),
};

export async function expectAccessible(page: Page, state: string, options: RunOptions = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(program);
  const run = (options: RunOptions) =>
    (window as unknown as { axe: typeof import('axe-core') }).axe.run({ ...options, resultTypes: ['violations'] });
  const { violations } = await page.evaluate<AxeResults, RunOptions>(run, options);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, help, html: html.slice(0, 200), failureSummary })),
  );
  expect({ state, found }).toEqual({ state, found: [] });
}

/** The schemes differ in their colours alone, so the second one is checked for these. */
export async function expectAccessibleInEachScheme(page: Page, state: string): Promise<void> {
  for (const [colorScheme, options] of [
    ['light', {}],
    ['dark', onlyColours],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, `${state}, ${colorScheme}`, options);
  }
}
