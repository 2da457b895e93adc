/** What the performance page makes of the times of its rounds. */
import { describe, expect, it } from 'vitest';
import { csvOf, fragmentOf, fromFragment } from '../../../bench/web/archive.js';
import { barsOf, sentenceOf } from '../../../bench/web/comparison.js';
import type { Survey, Turn } from '../../../bench/web/protocol.js';
import { Results } from '../../../bench/web/results.js';
import { settingFrom } from '../../../bench/web/setting.js';

const row = (
  subject: Survey['rows'][number]['subject'],
  name: string,
  by: string,
  workload: 'one' | 'many' = 'one',
) => ({
  ...{ subject, name, by, workload },
});
const survey: Survey = {
  rows: [
    row('portable', 'Romulus-N encrypt', 'portable'),
    row('relaxed', 'Romulus-N encrypt', 'relaxed'),
    row('relaxed', 'Romulus-N encryptMany', 'relaxed', 'many'),
    row('peers', 'AES-128-GCM', 'WebCrypto'),
    row('peers', 'AES-128-GCM', '@noble/ciphers'),
    row('peers', 'SHA-256', 'WebCrypto'),
  ],
  clockStep: 0.005,
  slowdown: 0.6,
};
const setting = { ...settingFrom('quick', new URLSearchParams()), sizes: [1000] };

/** Results with these nanoseconds of a message, a list of rounds for each row. */
function resultsOf(...times: number[][]): Results {
  const results = Results.empty(survey, setting);
  for (const [i, { subject, index }] of results.rows.entries()) {
    const turn: Turn = { subject: subject as Turn['subject'], sizes: [1000], indexes: [index] };
    for (const nanoseconds of times[i] ?? []) results.add(turn, { index, nanoseconds: [nanoseconds] });
  }
  return results;
}

const choice = { comparison: 'encryption', load: 'one', place: 0, unit: 'MB/s' } as const;

describe('rounds', () => {
  it('give their median, and the slowest and the fastest of them', () => {
    const results = resultsOf([10_000, 12_500, 8000]);
    expect(results.figureOf(results.rows[0]!, 0)).toEqual({ median: 100, low: 80, high: 125 });
  });

  it('disagree if more than one of five says something else', () => {
    const disagrees = (...times: number[]) => {
      const results = resultsOf(times);
      return results.disagrees(results.rows[0]!);
    };
    expect(disagrees(100)).toBe(false);
    expect(disagrees(100, 105, 110)).toBe(false);
    expect(disagrees(100, 105, 400)).toBe(false);
    expect(disagrees(100, 150)).toBe(true);
    expect(disagrees(100, 150, 200)).toBe(true);
    expect(disagrees(100, 101, 102, 103, 300)).toBe(false);
  });
});

describe('the first picture', () => {
  it('has the fastest first, of the fastest build and other packages, with their spread', () => {
    const results = resultsOf([40_000], [10_000, 20_000, 12_500], [5000], [1000], [50_000], [2000]);
    const bars = barsOf(results, choice);
    expect(bars.map(({ label, value, isOurs }) => ({ label, value, isOurs }))).toEqual([
      { label: 'AES-128-GCM, WebCrypto', value: '1,000 MB/s', isOurs: false },
      { label: 'Romulus-N', value: '80 MB/s', isOurs: true },
      { label: 'AES-128-GCM, @noble/ciphers', value: '20 MB/s', isOurs: false },
    ]);
    expect(bars[1]).toMatchObject({ share: 0.08, from: 0.05, to: 0.1, isDoubtful: true });
    expect(barsOf(results, { ...choice, unit: 'µs' }).map(({ value }) => value)).toEqual(['1 µs', '12.5 µs', '50 µs']);
    expect(barsOf(results, { ...choice, unit: 'messages/s' })[0]?.value).toBe('1,000,000 messages/s');
    expect(sentenceOf(results, 0)).toBe(
      'At 1000 B Romulus-N does 80 MB/s: 4 times AES-GCM of @noble/ciphers, 0.08 times WebCrypto.',
    );
  });

  it('adds up what all cores do', () => {
    const results = resultsOf();
    results.addAllCores({ subject: 'relaxed', sizes: [1000], indexes: [1] }, 1, [10_000, 20_000]);
    const [bar] = barsOf(results, { ...choice, load: 'cores' });
    expect(bar).toMatchObject({ label: 'Romulus-N', value: '150 MB/s' });
  });

  it('is not there before there are figures', () => {
    expect(barsOf(resultsOf(), choice)).toEqual([]);
    expect(sentenceOf(resultsOf(), 0)).toBeUndefined();
  });
});

describe('results that are passed on', () => {
  const kept = {
    results: resultsOf([40_000], [10_000, 20_000], [5000], [1000], [50_000], [2000]),
    facts: [['browser', 'a "browser", of 1 line']] as const,
    warnings: ['slow'],
  };

  it('come back from an address as they were', async () => {
    const back = (await fromFragment(await fragmentOf(kept)))!;
    expect(back.results).toEqual(kept.results);
    expect([back.facts, back.warnings]).toEqual([kept.facts, kept.warnings]);
  });

  it('are refused if they are not whole, or not results', async () => {
    expect(await fromFragment('#part')).toBeUndefined();
    const fragment = await fragmentOf(kept);
    await expect(fromFragment(fragment.slice(0, -20))).rejects.toThrow();
    const bad = { ...kept, facts: [['browser', 1]] } as unknown as typeof kept;
    await expect(fromFragment(await fragmentOf(bad))).rejects.toThrow('not results');
  });

  it('are lines for a spreadsheet', () => {
    const lines = csvOf(kept).split('\n');
    expect(lines[0]).toBe('# browser,"a ""browser"", of 1 line"');
    expect(lines).toContain('Romulus-N encrypt,relaxed,one,1000,50,50,100,2,');
  });
});
