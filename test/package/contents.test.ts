/** What the tarball contains and what its package.json promises. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { shortened } from '../../tools/build/short-names.js';
import { LaneRequest, LaneWord } from '../../ts/engine/lanes.js';
import { sha256 } from '../../ts/suites/romulus/simd128.generated.js';
import { entries, suites } from '../../ts/suites/table.js';
import { installTarball, root } from './tarball.js';

const otherSuites = Object.keys(suites).filter((key) => key !== 'romulus');
/** What is bundled for each kind of runtime. */
const forRuntimes = (name: string) => ['', '.edge-light', '.workerd'].map((kind) => `dist/${name}${kind}.js`);
/** By folder; those of the other suites have only an index. */
const types = {
  '': 'index',
  'api/': 'aead bytes errors platform suite-entry text-encodings timing-safe-equal wipe',
  'messages/': 'request',
  'pool/': 'index',
  'pool/caller/': 'pool thread',
  'stream/': 'blob encrypted-file file-errors format index options transform',
  'suites/romulus/': 'hash-stream hash hasher hmac load modes seal',
};

const { installed } = installTarball();
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));

it('contains these files and no others', () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(installed, join(entry.parentPath, entry.name)));
  expect(files.sort()).toEqual(
    [
      'LICENSE',
      'README.md',
      'dist/LICENSE-noble-hashes',
      'dist/LICENSE-scure-bip39',
      'dist/cli.js',
      'dist/pool-worker.js',
      'dist/romulus-wasm.min.js',
      'dist/romulus.1',
      ...Object.entries(types).flatMap(([folder, names]) =>
        names.split(' ').map((name) => `dist/types/${folder}${name}.d.ts`),
      ),
      'docs/estimates.md',
      'docs/stream-format.md',
      ...readdirSync(join(root, 'docs/algorithms')).map((name) => `docs/algorithms/${name}`),
      'package.json',
      ...forRuntimes('shared-index-pool-stream'),
      ...forRuntimes('shared-index-pool'),
      ...forRuntimes('shared-pool-stream'),
      ...forRuntimes('scrypt'),
      ...Object.keys(entries()).flatMap((name) => (name === 'by-url' ? `dist/${name}.js` : forRuntimes(name))),
      'dist/romulus-portable.wasm',
      'dist/types/by-url/index.d.ts',
      ...forRuntimes('shared-all'),
      // What all share but the estimates, which need the errors alone.
      ...forRuntimes('shared-all-but-estimates'),
      ...['advantage', 'calls', 'family', 'index', 'latency'].map((name) => `dist/types/estimates/${name}.d.ts`),
      ...Object.keys(suites).map((key) => `dist/${key}.wasm`),
      ...otherSuites.map((key) => `dist/types/suites/${key}/index.d.ts`),
    ].sort(),
  );
});

it.each([
  {
    name: '@noble/hashes',
    file: 'LICENSE-noble-hashes',
    containing: ['pool-worker.js', ...['.edge-light', '', '.workerd'].map((kind) => `scrypt${kind}.js`)],
  },
  { name: '@scure/bip39', file: 'LICENSE-scure-bip39', containing: ['cli.js'] },
])('has the licence of $name, which is bundled, and names its holder where it is', ({ name, file, containing }) => {
  const licence = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8');
  expect(licence).toContain('MIT License');
  expect(readFileSync(join(installed, 'dist', file), 'utf8')).toBe(licence);
  const textOf = (bundle: string) => readFileSync(join(installed, 'dist', bundle), 'utf8');
  const bundles = readdirSync(join(installed, 'dist')).filter((bundle) => bundle.endsWith('.js'));
  expect(bundles.filter((bundle) => textOf(bundle).includes(`node_modules/${name}`))).toEqual(containing);
  for (const bundle of containing)
    expect(textOf(bundle), bundle).toMatch(new RegExp(`/\\*! Contains .*${name}\\. .*MIT`));
});

it('has the documents that the types name', () => {
  const types = join(installed, 'dist/types');
  const named = readdirSync(types, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .flatMap((name) => readFileSync(join(types, name), 'utf8').match(/\bdocs\/[\w/-]+\.md/g) ?? []);
  expect(new Set(named).size).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
});

it('has no dependencies of any kind', () => {
  for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies'])
    expect(manifest).not.toHaveProperty(kind);
  expect(manifest).not.toHaveProperty('bundledDependencies');
});

it('runs nothing when it is installed', () => {
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(manifest.scripts).not.toHaveProperty(script);
});

it('names the types before all other conditions, and the default last', () => {
  for (const target of Object.values<string | object>(manifest.exports)) {
    if (typeof target === 'string') continue;
    const conditions = Object.keys(target);
    expect(conditions[0]).toBe('types');
    expect(conditions.at(-1)).toBe('default');
  }
});

it('exports only files that exist', () => {
  const targets = Object.values<string | object>(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values<string>(target as Record<string, string>),
  );
  for (const target of targets) expect(() => readFileSync(join(installed, target)), target).not.toThrow();
});

it('has a program that can be executed', () => {
  expect(manifest.bin).toEqual({ romulus: './dist/cli.js' });
  const file = join(installed, manifest.bin.romulus);
  expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync(file).mode & 0o111).toBe(0o111);
});

it('has a manual page of its version', () => {
  expect(manifest.man).toBe('./dist/romulus.1');
  const page = readFileSync(join(installed, manifest.man), 'utf8');
  expect(page).toMatch(/^\.TH ROMULUS 1 /);
  expect(page.split('\n')[0]).toContain(`"romulus\\-wasm ${manifest.version}"`);
});

it('declares no name that is shortened when it is bundled', () => {
  const types = join(installed, 'dist/types');
  const member = new RegExp(`^ +(readonly )?(${shortened.join('|')})\\??[(:<]`, 'm');
  expect('{\n  readonly steps: number;').toMatch(member);
  const files = readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
  expect(files.filter((file) => member.test(readFileSync(join(types, file), 'utf8')))).toEqual([]);
});

it('shortens no name of an enumeration, which esbuild would lose', () => {
  for (const names of [LaneRequest, LaneWord])
    expect(Object.keys(names).filter((name) => shortened.includes(name))).toEqual([]);
});

it('has the module that is embedded as a file', () => {
  const module = readFileSync(join(installed, 'dist/romulus.wasm'));
  expect(createHash('sha256').update(module).digest('hex')).toBe(sha256);
});
