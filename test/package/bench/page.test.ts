/** The performance page, as a visitor uses it from beginning to end. */
import { expect, it, onTestFinished } from 'vitest';
import { serveBench } from '../../../bench/web/bundle.js';
import { suites } from '../../../ts/suites/table.js';
import { isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf } from '../browser/pages.js';

const browsers = { chromium: browserOf('chromium'), firefox: browserOf('firefox') };

const ours = (...names: string[]) =>
  names.flatMap((name) => ['simd128', 'relaxed'].map((build) => `Romulus-${name}, ${build}`));
const others = [
  ...['AES-128-GCM, WebCrypto', 'SHA-256, WebCrypto', 'ChaCha20-Poly1305, libsodium-wrappers'],
  ...['AES-128-GCM-SIV, @noble/ciphers', 'Ascon-AEAD128, js-ascon'],
  ...Object.values(suites)
    .slice(1)
    .flatMap(({ entry, modes }) => Object.values(modes).map(({ name }) => `${name}, romulus-wasm/${entry}`)),
];

it.for([
  ['chromium', /Chromium \d[\d.]+ \(V8\)/],
  ['firefox', /Firefox \d[\d.]+ \(SpiderMonkey\)/],
] as const)(
  'shows published figures in grey, and its own after a run, in %s',
  { timeout: 150_000 },
  async ([name, engine], { skip }) => {
    if (isSkipped(name)) skip();
    const { address, server } = await serveBench();
    onTestFinished(() => void server.close());
    // The rights to read the text that the page copies.
    const permissions = name === 'chromium' ? ['clipboard-read', 'clipboard-write'] : [];
    const page = await (await browsers[name]()).newPage({ permissions });
    const failures = failuresOf(page, { kinds: ['error', 'warning'] });
    const answer = await page.goto(`${address}?sizes=4096,16&rounds=1&time=1`);
    const policy = answer?.headers()['content-security-policy'];
    expect(policy).toMatch(/^default-src 'none';.*; frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/'unsafe-|[*:]/);

    const status = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 110_000 });
    const sentence = () => page.locator('#sentence').textContent();
    const published = page.locator('#results.published');
    const rows = () =>
      page
        .locator('tr')
        .evaluateAll((rows) =>
          (rows as HTMLTableRowElement[]).map(({ cells }) => [cells[0]!.textContent, cells[2]!.textContent]),
        );
    await status(/^Published figures, not yours: Chrom\w+ [\d.]+ \(V8\), .*\d{4}-\d\d-\d\d/);
    expect(await sentence()).toMatch(/^Published figures: At 4 KiB Romulus-N does/);
    const filters = published
      .locator('table')
      .evaluateAll((tables) => tables.map((table) => getComputedStyle(table).filter));
    expect(new Set(await filters)).toEqual(new Set(['grayscale(1)']));
    await page.getByRole('button', { name: 'Start' }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await status(/^Stopped before there were new figures\.$/);
    expect(await published.count()).toBe(1);

    await page.getByRole('button', { name: 'Start' }).press('Enter');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await status(/^Done in \d+ s\.$/);
    expect(await published.count()).toBe(0);
    expect(await sentence()).toMatch(/^At 4 KiB Romulus-N does [\d.,]+ MB\/s\. It /);
    expect(await page.locator('#facts').textContent()).toMatch(engine);
    await page.locator('#size').selectOption('16');
    const one = await rows();
    expect(one.map(([title]) => title)).toEqual(expect.arrayContaining([...ours('N', 'M', 'T', 'H'), ...others]));
    for (const [title, figure] of one) {
      const value = Number(figure!.replaceAll(/[, ±]/g, ''));
      expect([title, value > 0 && value < 1e5]).toEqual([title, true]);
    }
    await page.locator('#load').selectOption('many');
    expect((await rows()).map(([title]) => title)).toEqual(expect.arrayContaining([...ours('N', 'H'), others[0]]));
    expect(failures).toEqual([]);
    if (name !== 'chromium') return;
    await page.getByRole('button', { name: 'Copy as JSON' }).click();
    await page.getByText('Copied').waitFor();
    const { facts, results } = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    expect(results.sizes).toEqual([16, 4096]);
    expect(Object.fromEntries(facts)).toMatchObject({ setting: 'one round' });
  },
);
