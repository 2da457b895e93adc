/** Runs the performance page in Chromium to its end, and writes published.json and docs/images/performance-page.png. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { fragmentOf } from './archive.js';
import { serveBench } from './server.js';

const here = import.meta.dirname;
const site = await serveBench();
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 905 } });
  await page.goto(site.address);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Done in').waitFor({ timeout: 900_000 });
  await page.screenshot({ path: join(here, '../../docs/images/performance-page.png') });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON' }).click();
  const fragment = await fragmentOf(JSON.parse(readFileSync(await (await saved).path(), 'utf8')));
  writeFileSync(join(here, 'published.json'), `${JSON.stringify({ fragment })}\n`);
} finally {
  await browser.close();
  await site.close();
}
