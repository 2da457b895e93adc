// `npm run check -- site` builds the site and runs Lighthouse on one page of each kind, in Chromium. Lighthouse's usual
// setting is a phone on slow 4G. The check fails if a category has less than 95 points, or if the start page's first
// paint takes a second.
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';

const least = 95;
/** Milliseconds. */
const latestFirstPaint = 1000;
/** One page of each kind. Documents differ in their text alone, so the longest document stands for all. */
const pages = ['', 'encrypt/', 'performance/', 'docs/', 'docs/guide.html', 'docs/api/romulus-wasm.html'];

const chromePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
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
  for (const path of pages) if (!(await passes(path))) process.exitCode = 1;
} finally {
  await site.close();
}

/** Tries six times: other programs on the machine make pages slower, and nothing makes pages faster. */
async function passes(path, triesLeft = 6) {
  if (triesLeft === 0) return false;
  // A new browser keeps nothing of other pages.
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
  const { lhr } = await lighthouse(site.address + path, { port: chrome.port, logLevel: 'error' }).finally(() =>
    chrome.kill(),
  );
  const scores = Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(100 * (score ?? 0))]);
  const firstPaint = Math.round(lhr.audits['first-contentful-paint'].numericValue);
  console.log(`${path || 'the start page'}: ${scores.join(' ')}; first paint ${firstPaint} ms`);
  const low = scores.flatMap(([id, score]) => (score < least ? [id] : []));
  if (low.length === 0 && (path !== '' || firstPaint < latestFirstPaint)) return true;
  for (const { id } of low.flatMap((category) => lhr.categories[category].auditRefs.filter(({ weight }) => weight > 0)))
    if ((lhr.audits[id].score ?? 1) < 1)
      console.error(`  ${lhr.audits[id].title} ${lhr.audits[id].displayValue ?? ''}`);
  return passes(path, triesLeft - 1);
}
