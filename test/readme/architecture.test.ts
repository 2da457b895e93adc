/** Holds docs/architecture.md and its picture to the source: what they name exists. */
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

it('both have the sizes and names that the source has', () => {
  expect(read('wasm-src/suites/romulus/module.cpp')).toContain('piece_length = 16384;');
  expect(read('wasm-src/modes/romulus/lane.hpp')).toContain('piece_length = 2048;');
  expect(read('ts/runtime/event-loop.ts')).toContain('clock.now() + 5;');
  for (const [name, file] of Object.entries({ aead_encrypt: 'module_aead.hpp', lanes_run: 'module_lanes.hpp' })) {
    expect(page + picture).toContain(name);
    expect(read(`wasm-src/common/${file}`)).toContain(`${name}(`);
  }
});
