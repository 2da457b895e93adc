/** Runs `npm run bench`, which spends only a millisecond on each case here. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../tarball.js';

export async function bench(...words: string[]): Promise<{ lines: string[]; progress: string }> {
  const tsx = 'node_modules/tsx/dist/cli.mjs';
  const argv = [tsx, 'bench/main.ts', '--time=1', ...words];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, argv, { cwd: root });
  return { lines: stdout.split('\n'), progress: stderr };
}
