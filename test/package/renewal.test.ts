/** What the project pins is renewed: .github/dependabot.yml covers every workflow and every lock file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const { version, updates } = parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8')) as {
  version: number;
  updates: Update[];
};

const isLeftOut = (name: string) => ['.git', 'node_modules', 'dist'].includes(name);

/** The folders of the repository that have a lock file. */
function lockedFolders(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'package-lock.json') return [folder || '/'];
    return entry.isDirectory() && !isLeftOut(entry.name) ? lockedFolders(`${folder}/${entry.name}`) : [];
  });
}

it('comes once a month, in one pull request for all of a kind', () => {
  expect(version).toBe(2);
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(['github-actions', 'npm']);
  for (const { schedule, groups } of updates) {
    expect(schedule).toEqual({ interval: 'monthly' });
    expect(Object.values(groups)).toEqual([{ patterns: ['*'] }]);
  }
});

it('covers all workflows', () => {
  expect(updates[0]?.directory).toBe('/');
});

it('covers each lock file, and names no folder without one', () => {
  const patterns = updates[1]?.directories ?? [];
  const matches = (pattern: string, folder: string) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(folder);
  const folders = lockedFolders();
  expect(folders.length).toBeGreaterThan(10);
  for (const folder of folders)
    expect(
      patterns.filter((pattern) => matches(pattern, folder)),
      folder,
    ).toHaveLength(1);
  for (const pattern of patterns)
    expect(
      folders.some((folder) => matches(pattern, folder)),
      pattern,
    ).toBe(true);
});
