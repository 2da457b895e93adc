/** `npm run quickstart`: its output, and whether its file opens with the command that it prints. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../package/tarball.js';

it('shows each result with its speed, and a file that opens by the command that it prints', () => {
  const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: root, maxBuffer: 1 << 24 });
  const shown = String(run('node tools/build/quickstart.mjs'));
  const [command = '', keyFile = ''] = /^ {2}(node dist\/cli\.js decrypt --key (\S+) .*)$/m.exec(shown)!.slice(1);
  onTestFinished(() => rmSync(dirname(keyFile), { recursive: true }));
  expect(run(command)).toEqual(readFileSync(join(root, 'README.md')));
  expect(shown.match(/ \d+ MB\/s$/gm)).toHaveLength(4);
  expect(shown).toMatch(/with one bit changed +ERR_ROMULUS_AUTH\n/);
  expect(shown.match(/^ {2}npm /gm)).toHaveLength(3);
});
