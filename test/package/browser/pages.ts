/** Browsers that the tests of a file share, what their pages log, and what axe-core finds in them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, chromium, firefox, type LaunchOptions, type Page } from 'playwright';
import { expect } from 'vitest';
import { startedOnce } from '../npm.js';
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

/** The answer of the page at an address, once it is there. The page may log no errors except those allowed. */
export async function answerOf<Answer>(browser: Browser, address: string, allowed = /(?!)/): Promise<Answer> {
  const page = await browser.newPage();
  try {
    const failures = failuresOf(page, { allowed });
    await page.goto(address);
    const output = page.locator('output:not(:empty)');
    await output.waitFor({ timeout: 45_000 }).catch((error: unknown) => failures.push(String(error)));
    expect(failures).toEqual([]);
    return JSON.parse((await output.textContent()) ?? '');
  } finally {
    await page.close();
  }
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
