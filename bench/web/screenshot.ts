/** Runs the performance page in Chromium to its end, and writes published.json and docs/images/performance-page.png. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { serveBench } from './bundle.js';

const here = import.meta.dirname;
const { address, server } = await serveBench();
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 905 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Done in').waitFor({ timeout: 900_000 });
  await page.screenshot({ path: join(here, '../../docs/images/performance-page.png') });
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  await page.getByText('Copied').waitFor();
  writeFileSync(join(here, 'published.json'), `${await page.evaluate(() => navigator.clipboard.readText())}\n`);
} finally {
  await browser.close();
  server.close();
}
