/** `npm run bench` as a command: it measures the benchmarks of other libraries, beside the figures of a machine. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../tarball.js';

it('makes the 146 benchmarks of the libraries and the 14 of Delirium, beside the figures of a machine', () => {
  const argv = ['node_modules/tsx/dist/cli.mjs', 'bench/main.ts', '--time=1', '--machine=A72', 'libraries'];
  const told = execFileSync(process.execPath, argv, { cwd: root, encoding: 'utf8' });
  expect(told.match(/^\| (romulus|isap|elephant)::/gm)).toHaveLength(146 + 14);
  const figures = String.raw` +\d+ \| +[\d.]+ \| +185800 \| +5\.42 \| +\|`;
  expect(told).toMatch(new RegExp(String.raw`^\| romulus::romulusm_encrypt/32/1024 +\| Cortex-A72 \|${figures}$`, 'm'));
}, 180_000);
