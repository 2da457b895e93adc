/** The findings of axe-core in a page: there must be none. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function expectAccessible(page: Page, state: string): Promise<void> {
  const { violations } = await page.evaluate<AxeResults>(`${program}; axe.run(document)`);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, help, html: html.slice(0, 200), failureSummary })),
  );
  expect({ state, found }).toEqual({ state, found: [] });
}

export async function expectAccessibleInEachScheme(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, `${state}, ${colorScheme}`);
  }
}
