/** The figures and sentences of the performance page. One state determines them, so these tests need no browser. */
import { expect, it } from 'vitest';
import { type Results, sentenceOf, tablesOf, withTimes } from '../../../bench/web/results.js';
import type { Row } from '../../../bench/web/setting.js';

/** Results for a message of 1000 bytes: of each row, by its name, the nanoseconds of each round. */
const resultsOf = (times: Record<string, number[]>, load: Row['load'] = 'one'): Results =>
  Object.entries(times).reduce<Results>(
    (results, [title, rounds]) => {
      const [name = '', by = ''] = title.split(', ');
      const subject = by === 'relaxed' ? by : 'peers';
      const row: Row = { subject, name, by, load, group: name.startsWith('SHA') ? 'hashing' : 'encryption' };
      return rounds.reduce((all, time) => withTimes(all, row, [time]), results);
    },
    { sizes: [1000], rows: [] },
  );

it('lists each group from the fastest to the slowest, by the median of rounds, and marks rounds that are faster', () => {
  const measured = resultsOf({
    'Romulus-N, relaxed': [10_000, 20_000, 12_500],
    'AES-128-GCM, WebCrypto': [1000],
    'SHA-256, @noble/hashes': [10],
    'ChaCha20-Poly1305, libsodium-wrappers': [3000, 3150, 12_000],
  });
  const [encryption, hashing, ...more] = tablesOf(measured, { load: 'one', size: 1000 });
  expect([encryption?.group, hashing?.group, more]).toEqual(['encryption', 'hashing', []]);
  expect(encryption?.lines.map(({ name, value, isOurs, share }) => [name, value, isOurs, share])).toEqual([
    ['AES-128-GCM', '1,000', false, 1],
    ['ChaCha20-Poly1305', '317', false, 0.317],
    ['Romulus-N', '80 ±', true, 0.08],
  ]);
  for (const choice of [{ load: 'many', size: 1000 } as const, { load: 'one', size: 7 } as const])
    expect(tablesOf(measured, choice)).toEqual([]);
});

it('compares with the fastest of JavaScript, WebAssembly and WebCrypto, once there is something of each', () => {
  const others = {
    'AES-128-GCM, @noble/ciphers': [50_000],
    'ChaCha20-Poly1305, @noble/ciphers': [20_000],
    'ChaCha20-Poly1305, libsodium-wrappers': [10_000],
    'AES-128-GCM, WebCrypto': [1000],
  };
  expect(sentenceOf(resultsOf({ 'Romulus-N, relaxed': [10_100], ...others }))).toBe(
    'At 1000 B Romulus-N does 99 MB/s. It is 2 times as fast as the fastest JavaScript measured (ChaCha20-Poly1305 of @noble/ciphers), takes about as long as the fastest WebAssembly (ChaCha20-Poly1305 of libsodium-wrappers), and takes 10 times as long as WebCrypto (AES-128-GCM).',
  );
  const { 'AES-128-GCM, WebCrypto': _, ...fewer } = others;
  for (const times of [others, { 'Romulus-N, relaxed': [10_100], ...fewer }])
    expect(sentenceOf(resultsOf(times))).toBeUndefined();
});
