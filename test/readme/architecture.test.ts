/** Compares docs/architecture.md and its picture with the source: names exist, and a message takes that path. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../package/tarball.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/architecture.md');
const files = ['ts', 'wasm-src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);

it.each([
  ['docs/architecture.md', /(?<=`)(?:ts|wasm-src)\/[\w./-]+(?=`)/g, 15],
  ['docs/architecture.svg', /[\w/-]+\.(?:ts|hpp|cpp)\b/g, 20],
])('%s names files that exist', (document, pattern, least) => {
  const named = read(document).match(pattern) ?? [];
  expect(named.length).toBeGreaterThan(least);
  const exists = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name.replace(/\/$/, '')}`));
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

it('a short message runs through the seven files that docs/architecture.md lists', () => {
  const script = join(root, 'test/readme/call-path.ts');
  const ran = execFileSync(process.execPath, ['--import', 'tsx', script], { cwd: root, encoding: 'utf8' });
  const [, list = ''] = /runs through seven files[^:]*:((?:\s+`[^`]*`,)+)/.exec(page) ?? [];
  const listed = [...list.matchAll(/`(.*?)`/g)].map(([, path]) => path as string);
  expect(listed).toHaveLength(7);
  expect(ran.trim().split('\n').sort()).toEqual(listed.sort());
});
