/**
 * `npx tsx bench/web/screenshot.ts` runs the performance page in Chromium to its end and writes its figures, which the page shows
 * before a visitor has any, and docs/images/performance-page.png. With a folder after it, it writes there how the page looks
 * before and after a run, light, dark and on a phone; a word that starts with `?` goes to the page's address.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { fragmentOf } from './archive.js';
import { serveBench } from './server.js';

const words = process.argv.slice(2);
const search = words.find((word) => word.startsWith('?')) ?? '';
const folder = words.find((word) => word !== search);
const site = await serveBench();
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 905 } });
const take = async (path: string, fullPage: boolean) => page.screenshot({ path, fullPage });
const takeAll = async (state: string) => {
  for (const [name, width, colorScheme] of [
    ['light', 1200, 'light'],
    ['dark', 1200, 'dark'],
    ['phone', 390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await take(join(folder!, `${state}-${name}.png`), true);
  }
};
try {
  page.on('pageerror', (error) => console.error(error));
  page.on('console', (message) => console.error(message.text()));
  await page.goto(site.address + search);
  if (folder) mkdirSync(folder, { recursive: true });
  if (folder) await takeAll('before');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Done in').waitFor({ timeout: 900_000 });
  if (folder) await takeAll('after');
  else {
    await take(join(import.meta.dirname, '../../docs/images/performance-page.png'), false);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JSON' }).click(),
    ]);
    const fragment = await fragmentOf(JSON.parse(readFileSync(await download.path(), 'utf8')));
    writeFileSync(join(import.meta.dirname, 'published.json'), `${JSON.stringify({ fragment })}\n`);
  }
} finally {
  await browser.close();
  await site.close();
}
