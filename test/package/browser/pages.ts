/** Browsers that the tests of a file share, and what their pages log. */
import { type Browser, chromium, firefox, type LaunchOptions, type Page } from 'playwright';
import { startedOnce } from '../started-once.js';
import { type BrowserName, launches } from './launch.js';

export const browserOf = (name: BrowserName, options: LaunchOptions = {}): (() => Promise<Browser>) =>
  startedOnce(
    () => ({ chromium, firefox })[name].launch({ ...launches[name], ...options }),
    (browser) => browser.close(),
  );

/** The errors that a page makes from now on, but those that it may log. */
export function failuresOf(page: Page, { kinds = ['error'], allowed = /(?!)/ } = {}): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('console', (message) => {
    if (kinds.includes(message.type()) && !allowed.test(message.text())) failures.push(message.text());
  });
  return failures;
}
