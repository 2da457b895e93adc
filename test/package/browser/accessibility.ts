/** The findings of axe-core in a page: there must be none. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

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
