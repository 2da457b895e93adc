/** The figures and sentences of the performance page. One state determines them, so these tests need no browser. */
import JsAscon from 'js-ascon';
import { describe, expect, it, vi } from 'vitest';
import { checked, fragmentOf, fromFragment, type Kept, remembered } from '../../../bench/web/archive.js';
import { barsOf, type Choice, sentenceOf, titleOf } from '../../../bench/web/comparison.js';
import { columnsOf, linesOf } from '../../../bench/web/picture.js';
import type { Survey, SurveyRow } from '../../../bench/web/protocol.js';
import { emptyResults, figureOf, type Results, withCores, withFigures } from '../../../bench/web/results.js';
import { settingFrom } from '../../../bench/web/setting.js';
import {
  begin,
  comparisonsOf,
  end,
  found,
  initial,
  loadsOf,
  show,
  survey,
  warn,
  whose,
} from '../../../bench/web/state.js';
import { rowsOf } from '../../../bench/web/suite.js';

const row = (subject: SurveyRow['subject'], name: string, by: string, workload: 'one' | 'many' = 'one') => ({
  ...{ subject, name, by, workload },
});
const told: Survey = {
  rows: [
    row('portable', 'Romulus-N encrypt', 'portable'),
    row('relaxed', 'Romulus-N encrypt', 'relaxed'),
    row('relaxed', 'Romulus-N encryptMany', 'relaxed', 'many'),
    row('peers', 'AES-128-GCM', 'WebCrypto'),
    row('peers', 'AES-128-GCM', '@noble/ciphers'),
    row('peers', 'ChaCha20-Poly1305', '@noble/ciphers'),
    row('peers', 'ChaCha20-Poly1305', 'libsodium-wrappers'),
    row('peers', 'SHA-256', '@noble/hashes'),
  ],
  clockStep: 0.005,
  isSlow: false,
};

/** Results for a message of 1000 bytes: for each row, the nanoseconds of each round. */
function resultsOf(...times: number[][]): Results {
  let results = emptyResults(told, [1000]);
  for (const [index, { subject }] of told.rows.entries())
    for (const time of times[index] ?? []) {
      const turn = { subject, first: 0, sizes: [1000], indexes: [index] };
      results = withFigures(results, turn, { index, nanoseconds: [time] });
    }
  return results;
}

const measured = resultsOf([40_000], [10_000, 20_000, 12_500], [5000], [1000], [50_000], [8000], [3000], [10]);
const choice: Choice = { comparison: 'encryption', load: 'one', size: 1000 };
const facts = [
  ['date', '2026-11-24 12:00'],
  ['browser', 'Chromium 1 (V8)'],
  ['system', 'Linux'],
] as const;
const kept: Kept = { results: measured, facts, warnings: [] };

it('compares with an Ascon-AEAD128 that follows the standard', () => {
  const counted = (first: number) => Uint8Array.from({ length: 16 }, (_, i) => first + i);
  // Number 545 of the authors' known answers.
  const encrypted = JsAscon.encrypt(counted(0), counted(0x10), counted(0x30), counted(0x20));
  expect(Buffer.from(encrypted).toString('hex')).toBe(
    '6373ebb28be97c9bac090cf399c13ef13abfc0d209e8f4844c90814d13f32c59',
  );
});

describe('rounds', () => {
  it('give their median, the slowest and the fastest, and whether they disagree', () => {
    const figure = (...times: number[]) => figureOf(resultsOf(times), resultsOf(times).rows[0]!, 0);
    expect(figure(10_000, 12_500, 8000)).toEqual({ median: 100, low: 80, high: 125, isDoubtful: true });
    const isDoubtful = (...times: number[]) => figure(...times)?.isDoubtful;
    expect([isDoubtful(100), isDoubtful(100, 105, 400), isDoubtful(100, 150)]).toEqual([false, false, true]);
  });
});

describe('the picture', () => {
  it('has the fastest first, of the fastest build and other packages, with their spread', () => {
    const bars = barsOf(measured, choice);
    expect(bars.map(({ label, value, isOurs }) => [label, value, isOurs])).toEqual([
      ['AES-128-GCM, WebCrypto', '1,000 MB/s', false],
      ['ChaCha20-Poly1305, libsodium-wrappers', '333 MB/s', false],
      ['ChaCha20-Poly1305, @noble/ciphers', '125 MB/s', false],
      ['Romulus-N', '80 MB/s ±', true],
      ['AES-128-GCM, @noble/ciphers', '20 MB/s', false],
    ]);
    expect(bars[3]).toMatchObject({ share: 0.08, from: 0.05, to: 0.1 });
    expect(barsOf(measured, { ...choice, comparison: 'builds' }).map(({ label }) => label)).toEqual([
      'Romulus-N, relaxed',
      'Romulus-N, portable',
    ]);
    expect(barsOf(resultsOf(), choice)).toEqual([]);
    expect(titleOf({ ...choice, load: 'cores' })).toBe('Speed of encryption: messages of 1000 B, many, on all cores');
  });

  it('adds up the speed of all cores at the chosen size', () => {
    const turn = { subject: 'relaxed', first: 1, sizes: [100, 1000], indexes: [2] } as const;
    const ofWorkers = [10_000, 20_000].map((time) => ({ index: 2, nanoseconds: [2000, time] }));
    const results = withCores(emptyResults(told, [100, 1000]), turn, 2, ofWorkers);
    const values = [100, 1000].map((size) => barsOf(results, { ...choice, size, load: 'cores' })[0]?.value);
    expect(values).toEqual(['100 MB/s', '150 MB/s']);
  });

  it('has room for each label and each figure, and a title in lines', () => {
    const widthOf = (text: string) => 10 * text.length;
    const bars = barsOf(measured, choice).map((bar) => ({ ...bar, label: `${bar.label}, a longer one than any` }));
    const columns = columnsOf(bars, widthOf);
    for (const { label, value } of bars) {
      expect(columns.label + widthOf(label)).toBeLessThan(columns.track);
      expect(columns.value + widthOf(value)).toBeLessThan(columns.width);
    }
    expect(linesOf('one word more', 80, widthOf)).toEqual(['one word', 'more']);
  });
});

describe('the sentence', () => {
  const against = (...times: number[][]) => sentenceOf(resultsOf([], ...times), 1000);

  it('compares with the fastest of JavaScript, WebAssembly and WebCrypto', () => {
    expect(sentenceOf(measured, 1000)).toBe(
      'At 1000 B Romulus-N does 80 MB/s: 1.6 times slower than the fastest JavaScript measured (ChaCha20-Poly1305 of @noble/ciphers), 4.2 times slower than the fastest WebAssembly (ChaCha20-Poly1305 of libsodium-wrappers), and 13 times slower than WebCrypto (AES-128-GCM).',
    );
    const ahead = against([10_000], [], [10_100], [20_000], [30_000], [10_000]);
    expect(ahead).toContain(
      '2 times as fast as the fastest JavaScript measured (AES-128-GCM of @noble/ciphers), about as fast as the fastest WebAssembly',
    );
  });

  it('is not there before there is something of each', () => {
    expect(against([10_000], [], [1000], [1000], [1000], [])).toBeUndefined();
    expect(against([], [], [1000], [1000], [1000], [1000])).toBeUndefined();
  });
});

describe('the state', () => {
  const shown = show(kept, 'published')(initial);

  it('says whose figures are shown, and keeps none of others when a run begins', () => {
    const where = 'Chromium 1 (V8), Linux, 2026-11-24 12:00';
    expect(whose(shown)).toBe(`Published figures, not yours: ${where}. They are rounded. Start measures this browser.`);
    expect(whose(show(kept, 'link')(initial))).toContain(`whoever made this link: ${where}. They are rounded.`);
    expect(whose(show(kept, 'earlier')(initial))).toBe('Measured in this browser earlier: 2026-11-24 12:00.');
    const begun = begin(warn('slow')(shown));
    expect(begun.shown).toBeUndefined();
    const setting = settingFrom('quick', new URLSearchParams());
    const run = found(measured)(survey(told, setting, new Date(0))(begun));
    expect(run.shown).toMatchObject({ origin: 'run', warnings: [], results: measured });
    expect(run.shown?.facts).toContainEqual(['date', '1970-01-01 00:00']);
    expect(whose(end('Done in 3 s.')(run))).toBe('Done in 3 s.');
    expect(warn('slow')(warn('slow')(run)).shown?.warnings).toEqual(['slow']);
  });

  it('offers only choices with figures, and falls back to them', () => {
    expect(comparisonsOf(measured)).toEqual(['encryption', 'builds']);
    const other = { ...initial, choice: { ...choice, comparison: 'suites', size: 7 } as const };
    expect(show(kept, 'link')(other).choice).toEqual(choice);
    expect(loadsOf({ ...shown, choice: { ...choice, comparison: 'builds' } })).toEqual(['one', 'many']);
  });

  it('takes sizes, rounds and times from the address, and refuses others', () => {
    const setting = (search: string) => settingFrom('quick', new URLSearchParams(search));
    expect(setting('sizes=64,16,64&rounds=1&time=2')).toMatchObject({ sizes: [16, 64], rounds: 1, time: 2 });
    for (const search of ['sizes=0', 'sizes=16,x', 'rounds=101', 'time=1.5'])
      expect(() => setting(search)).toThrow('not from 1');
  });
});

describe('a link', () => {
  it("brings back the picture's figures, and who measured them", async () => {
    const back = (await fromFragment(await fragmentOf(kept)))!;
    expect(back.facts).toEqual(facts);
    const [were, are] = [measured, back.results].map((results) => barsOf(results, choice));
    expect(are!.map(({ label }) => label)).toEqual(were!.map(({ label }) => label));
    for (const [i, { value, share }] of are!.entries()) {
      expect(value.endsWith('±')).toBe(were![i]!.value.endsWith('±'));
      expect(Math.abs(share / were![i]!.share - 1)).toBeLessThan(0.01);
    }
    expect(sentenceOf(back.results, 1000)?.slice(0, 12)).toBe(sentenceOf(measured, 1000)?.slice(0, 12));
  });

  it('has at most 1500 characters for a whole full run with long facts', async () => {
    const setting = settingFrom('full', new URLSearchParams());
    const all = await Promise.all(
      (['simd128', 'peers'] as const).map(async (subject) =>
        (await rowsOf(subject, [1], setting)).map((each) => ({ subject, ...each })),
      ),
    );
    const random = () => 10 ** (1 + 8 * Math.random());
    const { sizes, rows } = emptyResults({ ...told, rows: all.flat() }, setting.sizes);
    const times = () => sizes.map(() => [random(), random()]);
    const results = { sizes, rows: rows.map((row) => ({ ...row, times: times(), cores: sizes.map(random) })) };
    const long = ['date', 'package', 'browser', 'system', 'CPU threads', 'setting', 'clock'].map(
      (name) => [name, Array.from({ length: 30 }, random).join()] as const,
    );
    const link = await fragmentOf({ results, facts: long, warnings: ['slow'] });
    expect(link.length).toBeLessThan(1500 - 'https://a-name.example.org/romulus-wasm/performance/'.length);
    expect((await fromFragment(link))?.results.sizes).toEqual([16, 256, 4096, 65_536]);
  });

  it('is refused if it is not whole, or not of results', async () => {
    expect(await fromFragment('#part')).toBeUndefined();
    const fragment = await fragmentOf(kept);
    for (const cut of [fragment.slice(0, -4), fragment.slice(0, 40), '#r=', `${fragment}AAAA`])
      await expect(fromFragment(cut), cut).rejects.toThrow();
    const bad = { ...kept, facts: [['browser', { slice: () => 1 }]] } as unknown as Kept;
    await expect(fromFragment(await fragmentOf(bad))).rejects.toThrow('not results');
  });
});

describe('kept results', () => {
  it('are refused if another version or page wrote them', () => {
    expect(checked(kept)).toBe(kept);
    for (const text of ['{}', 'null', '"text"', JSON.stringify({ ...kept, results: { sizes: [16], rows: [{}] } })]) {
      vi.stubGlobal('localStorage', { getItem: () => text });
      expect(remembered(), text).toBeUndefined();
    }
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) });
    expect(remembered()).toEqual(kept);
    vi.unstubAllGlobals();
  });
});
