/** Single documents: names in them exist, their statements about the source hold, and the quickstart works. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../package/tarball.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
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

const promises = [...read('SECURITY.md').matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, ...cells]) => cells);
const [head, , ...rows] = promises;

it('SECURITY.md has a table of promises, of how they are checked, and of the tests', () => {
  expect(head).toEqual(['promise', 'how it is checked', 'by which test']);
  expect(rows.length).toBeGreaterThan(10);
});

it.each(rows)('SECURITY.md names tests that exist: %s', (_promise, _how, tests = '') => {
  for (const path of tests.split(', ').map((path) => /^`(.+)`$/.exec(path)?.[1] ?? '')) {
    expect(path && existsSync(join(root, path)), tests).toBe(true);
    const files = path.endsWith('/') ? readdirSync(join(root, path)).map((name) => path + name) : [path];
    const isCheck = (file: string) => /^test\/.+\.test\.ts$|^(tools|verify)\/.+\.m?[tj]s$/.test(file);
    expect(files.some(isCheck), path).toBe(true);
  }
});

it('npm run quickstart shows each result with its speed, and a file that opens by the command that it prints', () => {
  const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: root, maxBuffer: 1 << 24 });
  const shown = String(run('node tools/build/quickstart.mjs'));
  const [command = '', keyFile = ''] = /^ {2}(node dist\/cli\.js decrypt --key (\S+) .*)$/m.exec(shown)!.slice(1);
  onTestFinished(() => rmSync(dirname(keyFile), { recursive: true }));
  expect(run(command).toString()).toBe(read('README.md'));
  expect(shown.match(/ \d+ MB\/s$/gm)).toHaveLength(4);
  expect(shown).toMatch(/with one bit changed +ERR_ROMULUS_AUTH\n/);
  expect(shown.match(/^ {2}npm /gm)).toHaveLength(3);
});

it.each(['npm run quickstart', 'npm test'])(
  'README.md names %s for a fresh machine, and .ci/run runs it',
  (command) => {
    expect(read('README.md')).toMatch(new RegExp(`^${command} +# .* minutes`, 'm'));
    expect(read('.ci/run')).toMatch(new RegExp(`^[^#]*\\.ci/bare "\\$bare/project" ${command}( --)?$`, 'm'));
  },
);
