/** Pinned versions are renewed: .github/dependabot.yml covers the actions and every lock file. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './tarball.js';

it('covers actions, and each lock file once, and names no folder without one', () => {
  const { updates } = parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8'));
  expect(updates.map((update: Record<string, unknown>) => update['package-ecosystem'])).toEqual([
    'github-actions',
    'npm',
  ]);
  const patterns: string[] = updates[1].directories;
  const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' });
  const folders = locks
    .trim()
    .split('\n')
    .map((lock) => posix.join('/', posix.dirname(lock)));
  expect(folders.length).toBeGreaterThan(10);
  const matches = (pattern: string, folder: string) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(folder);
  for (const folder of folders)
    expect([folder, patterns.filter((pattern) => matches(pattern, folder)).length]).toEqual([folder, 1]);
  expect(patterns.filter((pattern) => !folders.some((folder) => matches(pattern, folder)))).toEqual([]);
});
