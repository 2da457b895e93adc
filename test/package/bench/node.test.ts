/** `npm run bench` in Node: its statements and their form. */
import { expect, it } from 'vitest';
import { bench } from './command.js';

it('explains its figures in three lines, and fits a terminal', async () => {
  const { lines } = await bench('romulus-n encrypt');
  const [build, kernel, oneByOne, empty] = lines;
  expect(build).toMatch(/^This build: (simd128|relaxed) in Node v/);
  expect(kernel).toMatch(/^To the bare kernel: /);
  expect(oneByOne).toMatch(/^Times as fast as one by one: /);
  expect(empty).toBe('');
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(120);
});
