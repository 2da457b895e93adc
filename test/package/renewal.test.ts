/** Pinned versions are renewed once a month: .github/dependabot.yml names actions and every lock file. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './tarball.js';

interface Update {
  'package-ecosystem': string;
  directory?: string;
  directories?: string[];
  schedule: { interval: string };
  groups: Record<string, { patterns: string[] }>;
}

const file = readFileSync(join(root, '.github/dependabot.yml'), 'utf8');
const [actions, packages, ...others] = (parse(file) as { updates: Update[] }).updates;

it('renews actions and packages once a month, in one pull request for all of a kind', () => {
  expect(others).toEqual([]);
  expect(actions).toMatchObject({ 'package-ecosystem': 'github-actions', directory: '/' });
  expect(packages).toMatchObject({ 'package-ecosystem': 'npm' });
  for (const update of [actions, packages]) {
    expect(update?.schedule).toEqual({ interval: 'monthly' });
    expect(Object.values(update?.groups ?? {})).toEqual([{ patterns: ['*'] }]);
  }
});

it('covers each lock file once, and names no folder without one', () => {
  const patterns = packages?.directories ?? [];
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
