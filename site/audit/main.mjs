// `npm run check -- site` builds the site and runs Lighthouse on one page of each kind, in Chromium with its usual setting of a phone on
// slow 4G. It fails under 95 points in any category, and if the start page's first paint takes a second.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';

const least = 95;
/** Milliseconds. */
const latestFirstPaint = 1000;
/** One of each kind: documents differ in their text alone, so the longest stands for all. */
const pages = ['', 'encrypt/', 'performance/', 'docs/', 'docs/guide.html', 'docs/api/romulus-wasm.html'];

const chromePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(chromePath)) throw new Error(`there is no ${chromePath}: name a Chromium by the variable CHROMIUM`);

const here = import.meta.dirname;
const { install } = await tsImport('../install.ts', import.meta.url);
install(here);
const { default: lighthouse } = await import('lighthouse');
const { launch } = await import('chrome-launcher');
const { buildSite } = await tsImport('../build.ts', import.meta.url);
const { serveSite } = await tsImport('../serve.ts', import.meta.url);
const folder = join(here, '../dist');
await buildSite(folder);
const site = await serveSite(folder);
try {
  for (const path of pages) await audit(path);
} finally {
  await site.close();
}

/** So often it is tried: what other programs take of the machine makes pages slower, and nothing makes them faster. */
async function audit(path) {
  const tries = 3;
  for (let i = 1; i <= tries; i++) {
    const lhr = await reportOf(path);
    const scores = Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(100 * (score ?? 0))]);
    const firstPaint = Math.round(lhr.audits['first-contentful-paint'].numericValue);
    const points = scores.map(([id, score]) => `${id} ${score}`).join(', ');
    console.log(`${path || 'the start page'}: ${points}; first paint ${firstPaint} ms`);
    const low = scores.filter(([, score]) => score < least).map(([id]) => id);
    if (low.length === 0 && (path !== '' || firstPaint < latestFirstPaint)) return;
    if (i === tries) for (const category of low) explain(lhr, category);
  }
  process.exitCode = 1;
}

/** In a browser of its own, which keeps nothing of other pages. */
async function reportOf(path) {
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
  try {
    const { lhr } = await lighthouse(site.address + path, { port: chrome.port, logLevel: 'error' });
    return lhr;
  } finally {
    await chrome.kill();
  }
}

/** What takes points of a category. */
function explain({ categories, audits }, category) {
  for (const { id, weight } of categories[category].auditRefs) {
    const { score, title, displayValue = '', details } = audits[id];
    if (weight > 0 && (score ?? 1) < 1)
      console.error(`  ${category}: ${title} ${displayValue} ${JSON.stringify(details?.items?.slice(0, 3) ?? '')}`);
  }
}
