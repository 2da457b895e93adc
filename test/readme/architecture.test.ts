/** Holds docs/architecture.md and its picture to the source: what they name exists, and a message takes the path that they tell. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../package/tarball.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/architecture.md');
const picture = read('docs/architecture.svg');

it('docs/architecture.md names files and folders that exist', () => {
  const paths = [...page.matchAll(/`((?:ts|wasm-src)\/[\w./-]+)`/g)].map(([, path]) => path as string);
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true);
});

it('docs/architecture.svg names files that exist', () => {
  const files = ['ts', 'wasm-src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }),
  );
  const named = [...picture.matchAll(/[\w/-]+\.(?:ts|hpp|cpp)\b/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(20);
  for (const name of named)
    expect(
      files.some((file) => file === name || file.endsWith(`/${name}`)),
      name,
    ).toBe(true);
});

it('a short message runs through the seven files that docs/architecture.md lists', () => {
  const script = join(root, 'test/readme/call-path.ts');
  const ran = execFileSync(process.execPath, ['--import', 'tsx', script], { cwd: root, encoding: 'utf8' });
  const [, list = ''] = /runs through seven files[^:]*:((?:\s+`[^`]*`,)+)/.exec(page) ?? [];
  const listed = [...list.matchAll(/`(.*?)`/g)].map(([, path]) => path as string);
  expect(listed).toHaveLength(7);
  expect(ran.trim().split('\n').sort()).toEqual(listed.sort());
});
