/** What build/lock-files.mjs refuses: anything that npm would download without a checksum, or from a host that a file names. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './tarball.js';

const check = (folder: string) =>
  spawnSync(process.execPath, [join(root, 'build/lock-files.mjs'), folder], { encoding: 'utf8' });

const integrity = `sha512-${'A'.repeat(86)}==`;
type Entry = Record<string, unknown>;
const lock = (packages: Record<string, Entry>, others: Entry = {}) => ({
  lockfileVersion: 3,
  packages: { '': { name: 'project' }, ...packages },
  ...others,
});

describe('build/lock-files.mjs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'romulus-lock-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, contents: unknown) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(contents));
  };

  it('is part of npm run lint', () => {
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.lint).toContain(
      ' && node build/lock-files.mjs',
    );
  });

  it('accepts the lock files of this repository', () => {
    expect(check(root)).toMatchObject({ status: 0, stderr: '' });
  });

  it('refuses the lock file of this repository without one of its checksums', () => {
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name));
    const contents = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    expect(check(folder)).toMatchObject({ status: 0, stderr: '' });
    delete contents.packages['node_modules/@biomejs/cli-darwin-arm64'].integrity;
    write('package-lock.json', contents);
    expect(check(folder)).toMatchObject({
      status: 1,
      stderr: 'package-lock.json: node_modules/@biomejs/cli-darwin-arm64 has no SHA-512\n',
    });
  });

  it('accepts a link to a folder of the repository', () => {
    write('package-lock.json', lock({ '../..': {}, 'node_modules/x': { resolved: '../..', link: true } }));
    expect(check(folder)).toMatchObject({ status: 0, stderr: '' });
  });

  const [x, y] = ['node_modules/x', 'node_modules/x/node_modules/y'];
  const host = 'https://example.org/x.tgz';
  const weak = 'sha1-2jmj7l5rSw0yVb/';
  const optionalDependencies = { 'x-darwin': '1.0.0' };
  const unresolved = { '': { dependencies: { y: '1.0.0' } } };

  it.each<[string, string, unknown]>([
    ['no checksum', `${x} has no SHA-512`, lock({ [x]: {} })],
    ['no checksum of a package within one', `${y} has no SHA-512`, lock({ [x]: { integrity }, [y]: {} })],
    ['no checksum of a package that another brings along', `${x} has no SHA-512`, lock({ [x]: { inBundle: true } })],
    ['a weak checksum', `${x} has no SHA-512`, lock({ [x]: { integrity: weak } })],
    ['a weak one beside a strong one', `${x} has no SHA-512`, lock({ [x]: { integrity: `${integrity} ${weak}` } })],
    ['a host', `${x} names where it is downloaded from`, lock({ [x]: { integrity, resolved: host } })],
    ['a link to a host', `${x} links to ${host}`, lock({ [x]: { resolved: host, link: true } })],
    [
      'an optional dependency without an entry',
      `${x} depends on x-darwin, which has no entry`,
      lock({ [x]: { integrity, optionalDependencies } }),
    ],
    [
      'a dependency of the project without an entry',
      'the project depends on y, which has no entry',
      { lockfileVersion: 3, packages: unresolved },
    ],
    ['a second list in the older form', 'is not of version 3', lock({}, { dependencies: { x: { version: '1.0.0' } } })],
    ['an older form', 'is not of version 3', { lockfileVersion: 1, dependencies: {} }],
  ])('refuses %s', (_, problem, contents) => {
    write('examples/one/package-lock.json', contents);
    write('examples/one/node_modules/y/package-lock.json', 'is not looked at');
    expect(check(folder)).toMatchObject({
      status: 1,
      stderr: `${join('examples', 'one', 'package-lock.json')}: ${problem}\n`,
    });
  });

  it.each(['npm-shrinkwrap.json', 'yarn.lock'])('refuses a %s, which would be taken instead', (name) => {
    write('package-lock.json', lock({}));
    write(name, lock({}));
    expect(check(folder)).toMatchObject({ status: 1, stderr: `${name}: is not a package-lock.json\n` });
  });

  it('refuses a folder that has none', () => {
    expect(check(folder)).toMatchObject({ status: 1, stderr: `no lock file in ${folder}\n` });
  });
});
