/** The performance page, as a visitor uses it. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { serveBench } from '../../../bench/web/server.js';
import { suites } from '../../../ts/suites/table.js';
import { expectAccessible, expectAccessibleInEachScheme } from '../browser/accessibility.js';
import { type BrowserName, isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';
import { startedOnce } from '../started-once.js';

/** The rights to read the text that the page copies. */
const permissions = { chromium: ['clipboard-read', 'clipboard-write'], firefox: [] };
const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox') };
const site = startedOnce(serveBench, (site) => site.close());

/** Uses the page. It may log no errors, neither its own nor violations of its policy. */
async function visit(name: BrowserName, search: string, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await (await browsers[name]()).newContext({ permissions: permissions[name] });
  const page = await context.newPage();
  const failures = failuresOf(page, { kinds: ['error', 'warning'] });
  try {
    const answer = await page.goto((await site()).address + search);
    expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(answer?.headers()['content-security-policy']).not.toMatch(/'unsafe-|[*:]/);
    await use(page);
    expect(failures).toEqual([]);
  } finally {
    await context.close();
  }
}

const start = (page: Page) => page.getByRole('button', { name: 'Start' }).press('Enter');
/** On a busy machine, a run takes several times as long. */
const status = (page: Page, text: RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 110_000 });
const readTable = (page: Page) =>
  page
    .locator('table')
    .evaluate((table: HTMLTableElement) =>
      Array.from(table.rows, ({ cells }) => Array.from(cells, (cell) => cell.textContent ?? '')),
    );

describe.each<BrowserName>(['chromium', 'firefox'])('the performance page in %s', { timeout: 150_000 }, (name) => {
  it.skipIf(isSkipped(name))('shows published figures in grey, and its own after a run to the end', async () => {
    await visit(name, '?sizes=64,16&rounds=1&time=1', async (page) => {
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      await status(page, /^Published figures, not yours: Chrom\w+ [\d.]+ \(V8\), .*\d{4}-\d\d-\d\d/);
      const grey = page.locator('#results.published');
      expect(await grey.locator('#bars .ours').count()).toBeGreaterThan(2);
      expect(await grey.locator('#bars').evaluate((bars) => getComputedStyle(bars).filter)).toBe('grayscale(1)');
      await expectAccessible(page, 'published');
      await start(page);
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      expect(await grey.count()).toBe(0);
      await status(page, /^Done in \d+ s\.$/);
      const [heads, ...rows] = await readTable(page);
      expect(heads).toEqual(['function', 'by', '16 B', '64 B']);
      const functions = ['N', 'M', 'T'].flatMap((mode) => [`Romulus-${mode} encrypt`, `Romulus-${mode} encryptMany`]);
      const builds = ['portable', 'simd128', 'relaxed'];
      const found = rows.map(([name = '', by = '']) => `${name}, ${by.replace(' ±', '')}`);
      for (const wanted of [
        ...[...functions, 'Romulus-H', 'hashMany'].flatMap((name) => builds.map((build) => `${name}, ${build}`)),
        ...['AES-128-GCM, WebCrypto', 'SHA-256, WebCrypto', 'AES-128-GCM, many, WebCrypto'],
        ...['AES-128-GCM-SIV, @noble/ciphers', 'Ascon-AEAD128, js-ascon', 'ChaCha20-Poly1305, libsodium-wrappers'],
      ])
        expect(found).toContain(wanted);
      for (const { entry, modes } of Object.values(suites).slice(1))
        expect(found.filter((row) => row.endsWith(`romulus-wasm/${entry}`))).toHaveLength(Object.keys(modes).length);
      for (const figure of rows.flatMap((row) => row.slice(2))) {
        expect(Number(figure)).toBeGreaterThan(0);
        expect(Number(figure)).toBeLessThan(1e5);
      }
      const facts = (await page.locator('#facts').textContent()) ?? '';
      expect(facts).toMatch(
        { chromium: /Chromium \d[\d.]+ \(V8\)/, firefox: /Firefox \d[\d.]+ \(SpiderMonkey\)/ }[name],
      );

      // A picture has its columns side by side, so it is as wide as its labels need.
      await page.evaluate(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => make.call(URL, Object.assign(window, { handedOut: blob }).handedOut);
      });
      await page.getByRole('button', { name: 'PNG', exact: true }).click();
      await page.waitForFunction(() => 'handedOut' in window);
      const bytes = await page.evaluate(async () =>
        Array.from(new Uint8Array(await (window as unknown as { handedOut: Blob }).handedOut.arrayBuffer())),
      );
      const picture = Buffer.from(bytes);
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
      expect(picture.readUInt32BE(16)).toBeGreaterThan(2 * 700);
      expect(picture.readUInt32BE(20)).toBeGreaterThan(2 * 34 * (await page.locator('#bars li').count()));

      // A reload changes nothing.
      await page.reload();
      await status(page, /^Measured in this browser earlier: \d{4}-/);
      expect(await readTable(page)).toEqual([heads, ...rows]);
    });
  });

  it.skipIf(isSkipped(name))('stops on request, and explains a wrong address', async () => {
    await visit(name, '?sizes=16&rounds=100&time=100', async (page) => {
      await start(page);
      await page.locator('#bars li').nth(3).waitFor({ timeout: 60_000 });
      expect(await page.locator('#left').textContent()).toMatch(/^ · \d+ s left$/);
      await page.getByRole('button', { name: 'Stop' }).press('Enter');
      await status(page, /^Stopped; the figures so far stay\.$/);
      await page.goto(`${(await site()).address}?sizes=16,0`);
      await start(page);
      await status(page, /^Failed: not from 1 to 1048576: 0$/);
    });
  });
});

describe.skipIf(isSkipped('chromium'))('the performance page', { timeout: 150_000 }, () => {
  it('shows its results in a sentence and in bars, and hands them on', async () => {
    await visit('chromium', '?sizes=64,4096&rounds=2&time=1', async (page) => {
      const bars = page.locator('#bars li');
      await start(page);
      await status(page, /^round 1/);
      // The first picture appears during the first round.
      expect(await page.locator('#sentence').textContent()).toMatch(
        /^At 4 KiB Romulus-N does [\d.,]+ MB\/s: .* the fastest JavaScript measured \(.* of @noble\/ciphers\), .* the fastest WebAssembly \(.*\), and .* WebCrypto \(AES-128-GCM\)\.$/,
      );
      await status(page, /^Done in/);
      const sentence = await page.locator('#sentence').textContent();
      for (const [load, counts] of Object.entries({ one: [10, 6], many: [9, 6], cores: [9, 6] }))
        for (const [i, comparison] of ['encryption', 'hashing'].entries()) {
          await page.locator('#load').selectOption(load);
          await page.locator('#comparison').selectOption(comparison);
          await expect.poll(() => bars.count()).toBe(counts[i]);
          const shown = (await bars.locator('.value').allTextContents()).map((text) =>
            Number.parseFloat(text.replaceAll(',', '')),
          );
          expect(shown).toEqual([...shown].sort((a, b) => b - a));
        }
      await page.locator('#load').selectOption('one');
      await expectAccessibleInEachScheme(page, 'with results');
      await page.getByText('All figures, MB/s').click();
      await page.setViewportSize({ width: 360, height: 740 });
      const cut = await page.evaluate(() =>
        Array.from(document.querySelectorAll('td, .value, .label, svg text'))
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth)
          .map(({ textContent }) => textContent),
      );
      expect(cut).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Copied').waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link.length).toBeLessThanOrEqual(1500);
      const context = await page.context().browser()!.newContext();
      const other = await context.newPage();
      await other.goto(link);
      await status(other, /^Figures of whoever made this link: Chromium .*Start measures this browser\.$/);
      const linked = await other.locator('#sentence').textContent();
      expect(linked).toMatch(/^Figures of a link: At 4 KiB Romulus-N does /);
      // A link rounds the figures.
      const [is, was] = [linked, sentence].map((text) => Number(/does ([\d.]+)/.exec(text ?? '')?.[1]));
      expect(is! / was!).toBeCloseTo(1, 2);
      await start(other);
      await other.getByRole('button', { name: 'Stop' }).press('Enter');
      await status(other, /^Stopped before there were figures\.$/);
      expect([await other.locator('#bars li').count(), new URL(other.url()).hash]).toEqual([0, '']);
      await other.goto(link.slice(0, -40));
      await other.reload();
      await status(other, /^There are no results in this link/);
      await context.close();
    });
  });

  it('warns of a debugger', async () => {
    await visit('chromium', '?sizes=16&rounds=100&time=100', async (page) => {
      await attachDebugger(page);
      await start(page);
      await page.getByRole('alert').filter({ hasText: 'WebAssembly runs slowly here' }).waitFor();
    });
  });
});

/** Attaches a debugger as DevTools do: to the page, and to each worker before it runs. */
async function attachDebugger(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    for (const [id, method] of ['Debugger.enable', 'Runtime.runIfWaitingForDebugger'].entries())
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
  });
  await session.send('Debugger.enable');
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
}
