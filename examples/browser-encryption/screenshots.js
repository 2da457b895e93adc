/** Takes the picture of the page in docs/images: at work in a wide light window, and done in a narrow dark one. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { pngOf } from './png.js';
import { createSite } from './site.js';

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Files of zeros, which take no room: their names and lengths. */
const files = {
  'holiday in Lisbon.mp4': 480_000_000,
  'letter to the bank.odt': 38_211,
  'tax return 2026.pdf': 1_204_119,
};
const folder = mkdtempSync(join(tmpdir(), 'screenshots-'));
const paths = Object.entries(files).map(([name, length]) => {
  const path = join(folder, name);
  writeFileSync(path, '');
  truncateSync(path, length);
  return path;
});

const site = createSite(here('dist'));
await new Promise((resolve) => site.listen(0, 'localhost', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (site.address());
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** @param {import('playwright').BrowserContextOptions} options */
async function open(options) {
  const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
  // In place of a native dialog.
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showSaveFilePicker');
    Reflect.deleteProperty(window, 'showDirectoryPicker');
  });
  await page.goto(`http://localhost:${port}/`);
  await page.getByText('Works without a network').waitFor();
  return page;
}

const wide = await open({ viewport: { width: 760, height: 900 }, colorScheme: 'light' });
await wide.locator('#files').setInputFiles([...paths].reverse());
await wide.locator('#rows li').last().waitFor();
await wide.locator('#start').click();
await wide.waitForFunction(() =>
  [...document.querySelectorAll('progress')].some(({ value }) => value > 0.5 && value < 0.9),
);
await wide.evaluate(() => scrollTo(0, 0));
const working = await wide.screenshot();

const narrow = await open({ viewport: { width: 360, height: 900 }, colorScheme: 'dark' });
await narrow.locator('#files').setInputFiles(paths.slice(1));
await narrow.locator('#rows li').last().waitFor();
await narrow.locator('#start').click();
await narrow.getByRole('status').filter({ hasText: 'encrypted' }).waitFor();
await narrow.evaluate(() => scrollTo(0, 0));
const done = await narrow.screenshot();

// Side by side, by the browser.
const sheet = await browser.newPage({ viewport: { width: 1144, height: 900 } });
const images = [working, done].map((image) => `<img src="data:image/png;base64,${image.toString('base64')}">`);
await sheet.setContent(
  `<style>body { margin: 0; display: flex; gap: 24px } img { border-radius: 12px }</style>${images.join('')}`,
);
const shot = (await sheet.screenshot({ omitBackground: true })).toString('base64');
const { width, height, pixels } = await sheet.evaluate(async (shot) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.drawImage(image, 0, 0);
  const { width, height, data } = context.getImageData(0, 0, image.width, image.height);
  let text = '';
  for (let i = 0; i < data.length; i += 4096) text += String.fromCharCode(...data.subarray(i, i + 4096));
  return { width, height, pixels: btoa(text) };
}, shot);
writeFileSync(here('../../docs/images/browser-encryption.png'), pngOf(width, height, Buffer.from(pixels, 'base64')));

await browser.close();
site.close();
rmSync(folder, { recursive: true });
