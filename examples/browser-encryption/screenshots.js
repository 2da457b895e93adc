/** Takes the picture for docs/images: the page at work, wide and light, and after it, narrow and dark. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createSite } from './site.js';

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'screenshots-'));
const lengths = { 'letter to the bank.odt': 38_211, 'tax return 2026.pdf': 1_204_119, 'holiday in Lisbon.mp4': 2e9 };
/** Files of zeros, which take no room on the disk. */
const paths = Object.entries(lengths).map(([name, length]) => {
  writeFileSync(join(folder, name), '');
  truncateSync(join(folder, name), length);
  return join(folder, name);
});
const site = createSite(here('dist')).listen(8474, 'localhost');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

/** @type {(width: number, colorScheme: 'light' | 'dark', files: string[], until: string) => Promise<string>} */
async function shot(width, colorScheme, files, until) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
  await page.goto('http://localhost:8474/');
  await page.locator('#files').setInputFiles(files);
  await page.locator('#start').click();
  await page.locator('#count, #status').filter({ hasText: until }).waitFor({ timeout: 60_000 });
  await page.evaluate(() => scrollTo(0, 0));
  return `<img src="data:image/png;base64,${(await page.screenshot()).toString('base64')}">`;
}

const images = [await shot(760, 'light', paths, 'MB/s'), await shot(360, 'dark', paths.slice(0, 2), 'encrypted')];
const sheet = await browser.newPage({ viewport: { width: 1144, height: 900 } });
await sheet.setContent(`<style>body { margin: 0; display: flex; gap: 24px }</style>${images.join('')}`);
await sheet.screenshot({ path: here('../../docs/images/browser-encryption.png'), omitBackground: true });
await browser.close();
site.close();
rmSync(folder, { recursive: true });
