/** The contents of the tarball, and the promises of its package.json. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { shortened } from '../../tools/build/short-names.js';
import { LaneRequest, LaneWord } from '../../ts/engine/lane-memory.js';
import { entries, suites } from '../../ts/suites/table.js';
import { npm } from './npm.js';
import { installTarball, root } from './tarball.js';

const otherSuites = Object.keys(suites).filter((key) => key !== 'romulus');
const forRuntimes = (name: string) => ['', '.edge-light', '.workerd'].map((kind) => `dist/${name}${kind}.js`);
/** The type declarations by folder; other suites have only an index. */
const typesIn = {
  '': 'index',
  'api/': 'aead secrets suite-entry text-encodings',
  'base/': 'bytes errors platform',
  'messages/': 'request',
  'estimates/': 'advantage calls circuits cost family index latency',
  'js/': 'index',
  'pool/': 'index',
  'pool/caller/': 'pool thread',
  'stream/': 'armor file-errors format index key-file options random-access transform whole',
  'suites/romulus/': 'hash-stream hash hasher hmac load modes seal',
};

/** The pages for users. */
const documents =
  'analysis benchmarks cli commitment constant-time estimates guide proof recipes stream-format suites verify';

const project = installTarball();
const { installed } = project;
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
      'dist/romulus-text.js',
      'dist/romulus.1',
      ...Object.entries(typesIn).flatMap(([folder, names]) =>
        names.split(' ').map((name) => `dist/types/${folder}${name}.d.ts`),
      ),
      'CHANGELOG.md',
      'SECURITY.md',
      ...documents.split(' ').map((name) => `docs/${name}.md`),
      ...readdirSync(join(root, 'docs/algorithms')).map((name) => `docs/algorithms/${name}`),
      'package.json',
      'dist/shared-all.js',
      // The estimates need only the errors, so all other entries share the rest. Main entry and suites export the same errors.
      ...['', '-pool-stream'].flatMap((others) => forRuntimes(`shared-all-but-estimates${others}`)),
      ...['index-pool-stream', 'index-pool', 'index-stream', 'pool-stream'].flatMap((name) =>
        forRuntimes(`shared-${name}`),
      ),
      ...forRuntimes('scrypt'),
      ...Object.keys(entries()).flatMap((name) => (name === 'js' ? 'dist/js.js' : forRuntimes(name))),
      ...Object.keys(suites).map((key) => `dist/${key}.wasm`),
      ...otherSuites.map((key) => `dist/types/suites/${key}/index.d.ts`),
    ].sort(),
  );
});

const inDist = (name: string) => readFileSync(join(installed, 'dist', name), 'utf8');
const bundles = readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.js'));
const scrypts = ['edge-light.js', 'js', 'workerd.js'].map((kind) => `scrypt.${kind}`);

it.each([
  ['@noble/hashes', 'LICENSE-noble-hashes', ['pool-worker.js', ...scrypts]],
  ['@scure/bip39', 'LICENSE-scure-bip39', ['cli.js']],
])('has the licence of %s, which is bundled, and names its holder where it is', (name, file, containing) => {
  const licence = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8');
  expect(licence).toContain('MIT License');
  expect(inDist(file)).toBe(licence);
  expect(bundles.filter((bundle) => inDist(bundle).includes(`node_modules/${name}`))).toEqual(containing);
  const notice = new RegExp(`/\\*! Contains .*${name}\\. .*MIT`);
  for (const bundle of containing) expect(inDist(bundle), bundle).toMatch(notice);
});

const types = readdirSync(join(installed, 'dist/types'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.d.ts'))
  .map((name) => ({ name, text: inDist(`types/${name}`) }));

it('has the documents that the types name and that README.md links', () => {
  const named = types.flatMap(({ text }) => text.match(/\bdocs\/[\w/-]+\.md/g) ?? []);
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const linked = [...readme.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path]) => path as string);
  expect(new Set(named).size).toBeGreaterThan(5);
  expect(new Set(linked).size).toBeGreaterThan(10);
  expect([...named, ...linked].filter((path) => !existsSync(join(installed, path)))).toEqual([]);
});

it('has no dependencies of any kind, and runs nothing when it is installed', () => {
  expect(Object.keys(manifest).filter((name) => /dependencies$/i.test(name))).toEqual(['devDependencies']);
  expect(Object.keys(manifest.scripts).filter((name) => /install$|^prepare$/.test(name))).toEqual([]);
});

it('installs its program, and a manual page of its version, when npm installs it globally', () => {
  const [prefix, tarballs] = [join(project.folder, 'global'), join(project.folder, 'tarballs')];
  const options = ['--offline', '--no-audit', '--no-fund', '--prefix', prefix];
  npm(project.folder, 'install', '--global', ...options, join(tarballs, readdirSync(tarballs)[0] as string));
  const [title] = readFileSync(join(prefix, 'share/man/man1/romulus.1'), 'utf8').split('\n');
  expect(title).toMatch(/^\.TH ROMULUS 1 /);
  expect(title).toContain(`"romulus\\-wasm ${manifest.version}"`);
  expect(statSync(join(prefix, 'bin/romulus')).mode & 0o111).toBe(0o111);
});

it('declares nothing global in programs that import it, and no name that is shortened', () => {
  const member = new RegExp(`^ +(readonly )?(${shortened.join('|')})\\??[(:<]`, 'm');
  expect('{\n  readonly steps: number;').toMatch(member);
  expect(types.length).toBeGreaterThan(20);
  for (const { name, text } of types) expect(/declare global/.test(text) || member.test(text), name).toBe(false);
  const enumerated = [LaneRequest, LaneWord].flatMap((names) => Object.keys(names));
  expect(enumerated.filter((name) => shortened.includes(name))).toEqual([]);
});
