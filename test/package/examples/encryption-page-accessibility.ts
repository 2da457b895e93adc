/** Every state of the page of browser-encryption, light and dark, as axe-core judges it; its test file imports this one. */
import { describe, it } from 'vitest';
import { hex, key, text } from '../../fixtures/bytes.js';
import { expectAccessible } from '../browser/accessibility.js';
import { isSkipped } from '../browser/launch.js';
import { eventually, longFile, noPickers, Site, seal, Visitor } from './encryption-page.js';

describe.skipIf(isSkipped('chromium'))('every state of the page', () => {
  /** The state in light and in dark. */
  async function judge({ page }: Visitor, state: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page, `${state}, ${colorScheme}`);
    }
  }

  it('breaks no rule for files', async () => {
    const visitor = await Visitor.open('chromium', { before: noPickers });
    const { page } = visitor;
    await page.getByText('Works without a network').waitFor();
    await judge(visitor, 'at the start');
    await visitor.choose({ name: 'a', contents: text(10) }, { name: 'b.romulus', contents: await seal({}) });
    await judge(visitor, 'with files in both directions');
    await visitor.press();
    await page.locator('#unlock-problem').waitFor();
    await judge(visitor, 'without a passphrase');
    await visitor.typePassphrase('password', 'other');
    await page.locator('#strength-text').waitFor();
    await visitor.press();
    await judge(visitor, 'with passphrases that differ');
    await visitor.typeKey('x');
    await visitor.press();
    await judge(visitor, 'with a wrong key');
    await visitor.typeKey('00'.repeat(16));
    await visitor.work();
    await judge(visitor, 'with a file that failed');
    await visitor.typeKey(hex(key));
    await visitor.work();
    await judge(visitor, 'with everything done');
    await visitor.downloadOf('b');
    await page.getByRole('button', { name: 'Remove b.romulus' }).click();
    await judge(visitor, 'with a result that was downloaded');
    await page.getByRole('button', { name: 'Start over' }).click();
    await visitor.choose({ name: 'c', contents: text(10) });
    await visitor.useKey(false);
    await page.getByRole('button', { name: 'Use a new one' }).click();
    await visitor.work();
    await judge(visitor, 'with a reminder of the passphrase');
  });

  it('breaks no rule while it works', async () => {
    const visitor = await Visitor.open('chromium', { before: noPickers });
    await visitor.choose(longFile(2_000_000_000));
    await visitor.typeKey(hex(key));
    await visitor.page.getByRole('radio', { name: 'Romulus-T' }).check();
    await visitor.press();
    await eventually(() => visitor.page.locator('#count').textContent()).toMatch(/left$/);
    await judge(visitor, 'at work');
    await visitor.page.getByRole('button', { name: 'Cancel' }).click();
    await visitor.end();
  });

  it('breaks no rule for texts and digests', async () => {
    const visitor = await Visitor.open('chromium', { before: noPickers });
    const { page } = visitor;
    await page.getByRole('tab', { name: 'Text' }).click();
    await judge(visitor, 'for a text');
    await page.locator('#text').fill('a text');
    await visitor.typeKey(hex(key));
    await visitor.work();
    await judge(visitor, 'with an encrypted text');
    await page.locator('#text').fill('-----BEGIN ROMULUS FILE-----');
    await visitor.work();
    await judge(visitor, 'with a damaged text');
    await page.getByRole('tab', { name: 'Check a hash' }).click();
    await judge(visitor, 'for a digest');
    await page.locator('#hash-file').setInputFiles({ name: 'a', mimeType: '', buffer: Buffer.from('a') });
    await page.locator('#digest').waitFor();
    await page.locator('#expected').fill('00'.repeat(32));
    await judge(visitor, 'with a digest that differs');
  });

  it('breaks no rule where it cannot work', async () => {
    const site = await Site.forThisTest({ policy: "default-src 'self'; script-src 'self'; object-src 'none'" });
    const visitor = await Visitor.open('chromium', {
      site,
      before: noPickers,
      logs: /Content.Security.Policy|CSP|ERR_FAILED/,
    });
    await visitor.page.getByRole('alert').waitFor();
    await judge(visitor, 'without WebAssembly');
    await visitor.page.route('**/page-*.js', (route) => route.abort());
    const other = await Site.forThisTest();
    await visitor.page.goto(other.address);
    await visitor.page.getByRole('heading', { name: 'The page has not started' }).waitFor();
    await judge(visitor, 'without its script');
    await visitor.page.unroute('**/page-*.js');
  });
});
