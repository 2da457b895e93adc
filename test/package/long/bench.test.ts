/** `npm run bench` with the cases that take long. */
import { expect, it } from 'vitest';
import { bench } from '../bench/command.js';

it('has a table for each question that a word picks, without a column of numbers before it', async () => {
  const { lines, progress } = await bench('many');
  const questions = lines.filter((line) => line.endsWith('?'));
  expect(questions).toEqual(['How long does each of many messages take, in one call?']);
  const rows = lines.filter((line) => line.includes('4096 x 32 B, telemetry '));
  expect(rows.map((row) => row.split(' ')[0])).toEqual(expect.arrayContaining(['Romulus-N', 'Romulus-M', 'Romulus-T']));
  for (const row of rows) expect(row).toMatch(/ {2}\d+ {2,}[\d.]+ {2,}\d+\.\d\d$/);
  expect(progress).toContain('How long does each');
});

it('has a group by its name', async () => {
  const { lines } = await bench('files');
  expect(lines.filter((line) => line.endsWith('?'))).toEqual(['How long does a file take?']);
  expect(lines.filter((line) => /^\w+ +8388608 /.test(line))).toHaveLength(3);
});

it('takes another build', async () => {
  const { lines } = await bench('--build=simd128', 'romulus-h');
  expect(lines[0]).toMatch(/^This build: simd128 /);
  expect(lines.some((line) => line.startsWith('Romulus-H'))).toBe(true);
});
