/** The performance page in WebKit, the engine of Safari: from its start to its end, on the builds that the engine has. */
import { describe, expect, it } from 'vitest';
import { serveBench } from '../../../bench/web/server.js';
import { suites } from '../../../ts/suites/table.js';
import { isSkipped } from './browser.js';
import { webkitWith } from './shared.js';

const otherEntries = Object.values(suites).flatMap(({ entry }) => (entry === 'index' ? [] : [`romulus-wasm/${entry}`]));

describe.skipIf(isSkipped)('the performance page', () => {
  const started = webkitWith(serveBench);

  it('runs to its end', async () => {
    const { webkit, site } = await started();
    await webkit.open(`${site.address}?sizes=64&rounds=1&time=1`);
    await webkit.waitFor("return document.querySelector('#facts').children.length > 0", 10_000);
    await webkit.click('#start');
    await webkit.waitFor("return /^Done in /.test(document.querySelector('#status').textContent)", 110_000);
    const cells = await webkit.evaluate<string[][]>(
      "return Array.from(document.querySelector('table').rows, ({ cells }) => Array.from(cells, (cell) => cell.textContent))",
    );
    const figures = cells.slice(1).map((row) => Number(row.at(-1)));
    expect(figures.length).toBeGreaterThan(20);
    for (const figure of figures) expect(figure).toBeGreaterThan(0);
    const by = new Set(cells.map((row) => row.at(-2)));
    for (const wanted of ['portable', 'simd128', 'WebCrypto', ...otherEntries]) expect(by).toContain(wanted);
    expect(by).not.toContain('relaxed');
  }, 150_000);
});
