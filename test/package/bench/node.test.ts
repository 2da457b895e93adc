/** `npm run bench` in Node: what it says, and in what form. What it measures takes a millisecond a case here. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../tarball.js';

async function bench(...words: string[]): Promise<{ lines: string[]; progress: string }> {
  const tsx = 'node_modules/tsx/dist/cli.mjs';
  const argv = [tsx, 'bench/main.ts', '--time=1', ...words];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { cwd: root });
  return { lines: stdout.split('\n'), progress: stderr };
}

it('says in three lines what the figures mean, and fits a terminal', async () => {
  const { lines } = await bench('romulus-n');
  const [build, kernel, oneByOne, empty] = lines;
  expect(build).toMatch(/^This build: (simd128|relaxed|portable) in Node v/);
  expect(kernel).toMatch(/^To the bare kernel: /);
  expect(oneByOne).toMatch(/^Times as fast as one by one: /);
  expect(empty).toBe('');
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(120);
});

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
  const { lines } = await bench('--build=portable', 'romulus-h');
  expect(lines[0]).toMatch(/^This build: portable /);
  expect(lines.some((line) => line.startsWith('Romulus-H'))).toBe(true);
});
