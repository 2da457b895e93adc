/**
 * A release: its tag, and the tarball that two systems make and that it publishes. The counts of tests in CI.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cleanEnvironment, npm, root, temporaryFolder } from '../package/npm.js';

/** A folder with files, for the test. */
function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Runs a program of the project in a folder. */
const run = (cwd: string, program: string, ...args: string[]) =>
  spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), join(root, program), ...args], {
    cwd,
    encoding: 'utf8',
  });

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const { compare, publish } = parse(read('.github/workflows/release.yml')).jobs;

const tarball = 'release/romulus-wasm-1.2.3.tgz';

it('release.yml hands on the tarball that both systems made, and nothing if they differ', () => {
  const comparing = (released: string) => {
    const folder = folderOf({ 'tested/romulus-wasm-1.2.3.tgz': 'tested', [tarball]: released, output: '' });
    const env = { GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary', PATH: process.env.PATH };
    const { status } = spawnSync('bash', ['-e', '-c', compare.steps.at(-1).run], { cwd: folder, env });
    return { status, output: readFileSync(join(folder, 'output'), 'utf8') };
  };
  expect(comparing('tested')).toEqual({ status: 0, output: expect.stringMatching(`^tarball=\\w{64}  ${tarball}\n$`) });
  expect(comparing('tested otherwise')).toEqual({ status: 1, output: '' });
});

it('release.yml publishes exactly the compared tarball, and nothing if none was compared', () => {
  const script = publish.steps.at(-1).run;
  const folder = folderOf({ [tarball]: 'as it was compared' });
  // A stand-in for npm that prints what it would publish.
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const TARBALL = spawnSync('sha256sum', [tarball], { cwd: folder, encoding: 'utf8' }).stdout.trimEnd();
  const publishing = (sum: string) => {
    const env = { TARBALL: sum, PATH: `${folder}:${process.env.PATH}` };
    return spawnSync('bash', ['-e', '-c', script], { cwd: folder, env, encoding: 'utf8' });
  };
  const published = `${tarball}: OK\npublish ./${tarball} --ignore-scripts --provenance --access public\n`;
  expect(publishing(TARBALL)).toMatchObject({ status: 0, stdout: published });
  writeFileSync(join(folder, tarball), 'as it was exchanged');
  for (const sum of [TARBALL, ''])
    expect(publishing(sum)).toMatchObject({ status: 1, stdout: expect.not.stringContaining('publish') });
});

/** Folders that no build needs. */
const needless = /^(\.git|node_modules|dist|bench|examples|kats|site|test|verify|wasm-src)$/;

it('npm packs the same bytes in another folder, and where the umask is 077', () => {
  const checkout = temporaryFolder();
  const installed = join(checkout, 'node_modules');
  mkdirSync(installed);
  // The bundles name the files of these packages by their real paths.
  const isBundled = (name: string) => /^@(noble|scure)$/.test(name);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const [from, to] = [join(root, 'node_modules', name), join(installed, name)];
    if (isBundled(name)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
  const names = readdirSync(root).filter((name) => !needless.test(name));
  const script =
    'umask 077; to=$1; shift; cp -R "$@" "$to"; cd "$to"; mkdir packed; npm pack --pack-destination packed';
  const settings = { cwd: root, env: cleanEnvironment(), stdio: 'pipe' } as const;
  execFileSync('sh', ['-ec', script, 'sh', checkout, ...names], settings);
  // CONTRIBUTING.md is not packed, so nothing changes its permissions.
  expect(statSync(join(checkout, 'CONTRIBUTING.md')).mode & 0o777).toBe(0o600);
  const packed = join(checkout, 'packed');
  const [tarball = ''] = readdirSync(packed);
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', checkout);
  expect(readFileSync(join(packed, tarball)).equals(readFileSync(join(checkout, tarball)))).toBe(true);
}, 120_000);

describe('tools/release/release.mjs', () => {
  const ready = {
    tag: 'v1.2.3',
    version: '1.2.3',
    lock: '1.2.3',
    heading: '## 1.2.3, 2030-01-31',
    repository: 'git+https://github.com/someone/romulus-wasm.git',
  };
  const checked = (change: Partial<typeof ready>) => {
    const { tag, version, lock, heading, repository } = { ...ready, ...change };
    const folder = folderOf({
      'package.json': JSON.stringify({ name: 'romulus-wasm', version, repository: { type: 'git', url: repository } }),
      'package-lock.json': JSON.stringify({ version: lock }),
      'CHANGELOG.md': `# Changelog\n\n${heading}\n\n- All.\n`,
    });
    return run(folder, 'tools/release/release.mjs', tag, 'someone/romulus-wasm');
  };

  it('lets a release pass that is ready', () => {
    expect(checked({})).toMatchObject({ status: 0, stdout: 'romulus-wasm 1.2.3 may be released\n', stderr: '' });
  });

  it.each<[Partial<typeof ready>, string]>([
    [{ tag: 'v1.2.4' }, 'the tag is v1.2.4, the version of package.json 1.2.3'],
    [{ tag: '1.2.3' }, 'the tag is 1.2.3'],
    [{ tag: '' }, 'the tag is missing'],
    [{ lock: '1.2.2' }, 'package-lock.json has another version'],
    [{ heading: '## 1.2.3, unreleased' }, 'CHANGELOG.md begins with'],
    [{ heading: '## 1.2.2, 2030-01-31' }, 'CHANGELOG.md begins with'],
    ...['', ready.repository.replace('someone', 'another')].map((repository): [object, string] => [
      { repository },
      `package.json names as its repository ${repository}, not git+https://github.com/someone/romulus-wasm.git`,
    ]),
  ])('stops one that is not: %o', (change, problem) => {
    const { status, stdout, stderr } = checked(change);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(problem)]);
  });
});

it('tools/count.ts fails for a failed test, a file in which none could begin, an uncaught error, and what every run skips', () => {
  /** Runs of one file, each in a clone of its own: the exit status, and how each test ended. */
  const runs: [status: number, ...tests: string[]][] = [
    [1, 'failed'],
    [1],
    [1, 'passed'],
    [0, 'passed', 'skipped', 'skipped'],
    [0, 'passed', 'passed', 'skipped'],
  ];
  const files = runs.flatMap(([ended, ...tests], run) => {
    const numberOf = (status: string) => tests.filter((each) => each === status).length;
    const numbers = { numPassedTests: numberOf('passed'), numFailedTests: numberOf('failed') };
    const assertionResults = tests.map((status, i) => ({ status, fullName: `test ${i}` }));
    const status = tests.length === 0 ? 'failed' : 'passed';
    const testResults = [{ name: `/clone ${run}/project/test/a.test.ts`, assertionResults, status }];
    const report = { ...numbers, numPendingTests: numberOf('skipped'), testResults };
    return [
      [`${run}.json`, JSON.stringify(report)],
      [`${run}.status`, `${ended}\n`],
    ];
  });
  const reports = folderOf(Object.fromEntries(files));
  const { status, stdout } = run(reports, 'tools/count.ts', ...runs.map((_, i) => `${i}.json`));
  expect(stdout.split('\n')).toEqual([
    'failed: 2.json, though none of its tests failed',
    'failed: test/a.test.ts > test 2 is skipped in every run',
    ...['3 skipped', '4 passed, 4 failed', ''],
  ]);
  expect(status).toBe(1);
  expect(run(reports, 'tools/count.ts', '4.json', '--skipped').stdout).toBe('test/a.test.ts\n');
  expect(run(reports, 'tools/count.ts', '2.json', '--skipped').stdout).toBe('');
});
