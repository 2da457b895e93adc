/** What tools/lint/lock-files.mjs refuses: anything that npm would download without a checksum, or from a host that a file names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../package/tarball.js';
import { accepted, checkFiles, folderOf, refused, run } from './planted.js';

/** What the check says of a folder with these files. */
const check = (files: Record<string, unknown>) => {
  const texts = Object.entries(files).map(([name, contents]) => [name, JSON.stringify(contents)]);
  return checkFiles('lock-files', Object.fromEntries(texts));
};
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

const integrity = `sha512-${'A'.repeat(86)}==`;
type Entry = Record<string, unknown>;
const lock = (packages: Record<string, Entry>, others: Entry = {}) => ({
  lockfileVersion: 3,
  packages: { '': { name: 'project' }, ...packages },
  ...others,
});

describe('tools/lint/lock-files.mjs', () => {
  it('is part of npm run lint', () =>
    expect(read('package.json').scripts.lint).toContain(' && node tools/lint/lock-files.mjs'));

  it('accepts the lock files of this repository', () => expect(run('lock-files')).toEqual(accepted));

  it('refuses the lock file of this repository without one of its checksums', () => {
    const lockFile = read('package-lock.json');
    expect(check({ 'package-lock.json': lockFile })).toEqual(accepted);
    delete lockFile.packages['node_modules/@biomejs/cli-darwin-arm64'].integrity;
    expect(check({ 'package-lock.json': lockFile })).toEqual(
      refused('package-lock.json: node_modules/@biomejs/cli-darwin-arm64 has no SHA-512'),
    );
  });

  it('accepts a link to a folder of the repository', () => {
    const link = { '../..': {}, 'node_modules/x': { resolved: '../..', link: true } };
    expect(check({ 'package-lock.json': lock(link) })).toEqual(accepted);
  });

  const [x, y] = ['node_modules/x', 'node_modules/x/node_modules/y'];
  const host = 'https://example.org/x.tgz';
  const weak = 'sha1-2jmj7l5rSw0yVb/';
  const optional = { [x]: { integrity, optionalDependencies: { 'x-darwin': '1.0.0' } } };
  const unresolved = { '': { dependencies: { y: '1.0.0' } } };

  it.each<[string, string, unknown]>([
    ['no checksum', `${x} has no SHA-512`, lock({ [x]: {} })],
    ['no checksum of a package within one', `${y} has no SHA-512`, lock({ [x]: { integrity }, [y]: {} })],
    ['no checksum of a package that another brings along', `${x} has no SHA-512`, lock({ [x]: { inBundle: true } })],
    ['a weak checksum', `${x} has no SHA-512`, lock({ [x]: { integrity: weak } })],
    ['a weak one beside a strong one', `${x} has no SHA-512`, lock({ [x]: { integrity: `${integrity} ${weak}` } })],
    ['a host', `${x} names where it is downloaded from`, lock({ [x]: { integrity, resolved: host } })],
    ['a link to a host', `${x} links to ${host}`, lock({ [x]: { resolved: host, link: true } })],
    ['an optional dependency without an entry', `${x} depends on x-darwin, which has no entry`, lock(optional)],
    ['a dependency of the project without an entry', 'the project depends on y, which has no entry', lock(unresolved)],
    ['a second list in the older form', 'is not of version 3', lock({}, { dependencies: { x: { version: '1.0.0' } } })],
    ['an older form', 'is not of version 3', { lockfileVersion: 1, dependencies: {} }],
  ])('refuses %s', (_, problem, contents) => {
    const unread = { 'examples/one/node_modules/y/package-lock.json': 'is not looked at' };
    expect(check({ 'examples/one/package-lock.json': contents, ...unread })).toEqual(
      refused(`${join('examples', 'one', 'package-lock.json')}: ${problem}`),
    );
  });

  it.each(['npm-shrinkwrap.json', 'yarn.lock'])('refuses a %s, which would be taken instead', (name) =>
    expect(check({ 'package-lock.json': lock({}), [name]: lock({}) })).toEqual(
      refused(`${name}: is not a package-lock.json`),
    ),
  );

  it('refuses a folder that has none', () => {
    const folder = folderOf({});
    expect(run('lock-files', folder)).toEqual(refused(`no lock file in ${folder}`));
  });
});
