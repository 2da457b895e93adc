/** The figures and sentences of the performance page. One state determines them, so these tests need no browser. */
import { expect, it, vi } from 'vitest';
import { type Results, sentenceOf, tablesOf, withTimes } from '../../../bench/web/results.js';
import type { Row } from '../../../bench/web/setting.js';

const row = (subject: Row['subject'], name: string, by: string, load: Row['load'] = 'one'): Row => ({
  ...{ subject, name, by, load },
  group: name.startsWith('SHA') ? 'hashing' : by.startsWith('romulus-wasm/') ? 'other suites' : 'encryption',
});
const rows = [
  row('simd128', 'Romulus-N', 'simd128'),
  row('relaxed', 'Romulus-N', 'relaxed'),
  row('relaxed', 'Romulus-N', 'relaxed', 'many'),
  row('peers', 'AES-128-GCM', 'WebCrypto'),
  row('peers', 'AES-128-GCM', '@noble/ciphers'),
  row('peers', 'ChaCha20-Poly1305', '@noble/ciphers'),
  row('peers', 'ChaCha20-Poly1305', 'libsodium-wrappers'),
  row('peers', 'SHA-256', '@noble/hashes'),
  row('peers', 'Dumbo', 'romulus-wasm/elephant'),
];

/** Results for a message of 1000 bytes: for each row, the nanoseconds of each round. */
const resultsOf = (...times: number[][]): Results =>
  rows.reduce<Results>(
    (results, row, i) => (times[i] ?? []).reduce((all, time) => withTimes(all, row, [time]), results),
    { sizes: [1000], rows: [] },
  );

const measured = resultsOf([40_000], [10_000, 20_000, 12_500], [5000], [1000], [50_000], [8000], [3000], [10], [4e6]);

it('lists each group from the fastest to the slowest, by the median of rounds, and marks rounds that disagree', () => {
  const [encryption, hashing, suites, ...more] = tablesOf(measured, { load: 'one', size: 1000 });
  expect([encryption, hashing, suites].map((table) => table?.group)).toEqual(['encryption', 'hashing', 'other suites']);
  expect(more).toEqual([]);
  expect(encryption?.lines.map(({ name, by, value, isOurs }) => [`${name}, ${by}`, value, isOurs])).toEqual([
    ['AES-128-GCM, WebCrypto', '1,000', false],
    ['ChaCha20-Poly1305, libsodium-wrappers', '333', false],
    ['ChaCha20-Poly1305, @noble/ciphers', '125', false],
    ['Romulus-N, relaxed', '80 ±', true],
    ['Romulus-N, simd128', '25', true],
    ['AES-128-GCM, @noble/ciphers', '20', false],
  ]);
  expect(encryption?.lines[3]?.share).toBe(0.08);
  const many = tablesOf(measured, { load: 'many', size: 1000 });
  expect(many.map(({ lines }) => lines.map(({ value }) => value))).toEqual([['200']]);
  expect(tablesOf(measured, { load: 'one', size: 7 })).toEqual([]);
});

it('does not count a slow round as a disagreement', () => {
  const values = (...times: number[]) =>
    tablesOf(resultsOf(times), { load: 'one', size: 1000 })[0]?.lines.map(({ value }) => value);
  expect([values(100), values(100, 105, 400), values(100, 150)]).toEqual([['10,000'], ['9,520'], ['6,670 ±']]);
});

it('compares with the fastest of JavaScript, WebAssembly and WebCrypto, once there is something of each', () => {
  expect(sentenceOf(measured)).toBe(
    'At 1000 B Romulus-N does 80 MB/s. It takes 1.6 times as long as the fastest JavaScript measured (ChaCha20-Poly1305 of @noble/ciphers), takes 4.2 times as long as the fastest WebAssembly (ChaCha20-Poly1305 of libsodium-wrappers), and takes 13 times as long as WebCrypto (AES-128-GCM).',
  );
  expect(sentenceOf(resultsOf([10_000], [], [], [10_100], [20_000], [30_000], [10_000]))).toContain(
    'It is 2 times as fast as the fastest JavaScript measured (AES-128-GCM of @noble/ciphers), takes about as long as the fastest WebAssembly',
  );
  expect(sentenceOf(resultsOf([10_000], [], [], [1000], [1000], [1000]))).toBeUndefined();
  expect(sentenceOf(resultsOf([], [], [], [1000], [1000], [1000], [1000]))).toBeUndefined();
});

it('a call that is shorter than a step of the clock takes some time nevertheless', async () => {
  const { now } = performance;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => Math.floor(now.call(performance) / 20) * 20);
  // tinybench takes the clock that it finds when it is loaded.
  const { measure } = await import('../../../bench/measure.js');
  const [time = 0] = await measure([{ run() {} }], { rounds: 1, time: 50, iterations: 1 });
  spy.mockRestore();
  expect(time).toBeGreaterThan(0);
  expect(time).toBeLessThan(1e5);
});
