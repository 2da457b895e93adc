/** Browsers that the tests of a file share, and what their pages log. */
import { type Browser, chromium, firefox, type LaunchOptions, type Page } from 'playwright';
import { expect } from 'vitest';
import { startedOnce } from '../started-once.js';
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
