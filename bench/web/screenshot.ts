/**
 * `npx tsx bench/web/screenshot.ts` runs the performance page in Chromium to its end and writes
 * docs/images/performance-page.png. With a folder after it, it writes there how the page looks light, dark and on a phone; a
 * word that starts with `?` goes to the page's address.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { serveBench } from './server.js';

const words = process.argv.slice(2);
const search = words.find((word) => word.startsWith('?')) ?? '';
const folder = words.find((word) => word !== search);
const site = await serveBench();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 905 } });
  page.on('pageerror', (error) => console.error(error));
  page.on('console', (message) => console.error(message.text()));
  await page.goto(site.address + search);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Done in').waitFor({ timeout: 500_000 });
  if (folder === undefined) {
    const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));
    mkdirSync(images, { recursive: true });
    await page.screenshot({ path: join(images, 'performance-page.png') });
  } else {
    mkdirSync(folder, { recursive: true });
    const take = (name: string) => page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    await take('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await take('dark');
    await page.getByRole('tab', { name: 'By length' }).click();
    await take('dark-lengths');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 800 });
    await take('phone');
  }
} finally {
  await browser.close();
  await site.close();
}
