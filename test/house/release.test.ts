/** The safety of a release: the workflows' pins and permissions, the comparisons before it, and its tag. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../package/tarball.js';
import { projectOf, run } from './planted.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };

interface Job {
  uses?: string;
  needs?: string | string[];
  container?: string | { image: string };
  strategy?: { matrix: Record<string, string[]> };
  permissions?: Record<string, string>;
  steps?: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = '.github/workflows';
const texts = Object.fromEntries(readdirSync(join(root, folder)).map((name) => [name, read(join(folder, name))]));
const workflows = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parse(text) as Workflow]));
const [check, pages, release, timing] = ['check', 'pages', 'release', 'timing'].map(
  (name) => workflows[`${name}.yml`],
) as [Workflow, Workflow, Workflow, Workflow];
const jobs = Object.values(workflows).flatMap((workflow) => Object.values(workflow.jobs));
const stepsOf = (job: Job | undefined) => job?.steps ?? [];
const commandsOf = (job: Job | undefined) => stepsOf(job).flatMap(({ run }) => (run ? run.trim().split('\n') : []));
const imageOf = ({ container }: Job) => (typeof container === 'object' ? container.image : container);
const needsOf = (job: Job | undefined) => [job?.needs ?? []].flat();
const mayOnlyRead = { contents: 'read' };

/** The job, and all jobs that must succeed before it begins. */
const rests = (workflow: Workflow, name: string): string[] => [
  ...new Set([name, ...needsOf(workflow.jobs[name]).flatMap((need) => rests(workflow, need))]),
];

describe('the workflows', () => {
  it('leave out no job and no command, and let none of them fail', () => {
    expect(Object.keys(workflows).sort()).toEqual(['check.yml', 'pages.yml', 'release.yml', 'timing.yml']);
    for (const job of jobs) {
      for (const part of [job, ...stepsOf(job)]) expect(part).not.toHaveProperty('continue-on-error');
      for (const part of [job, ...stepsOf(job).filter(({ run }) => run)]) expect(part).not.toHaveProperty('if');
    }
  });

  it('take each action by the hash of a commit, the same everywhere, and name its version', () => {
    const uses = jobs.flatMap((job) => stepsOf(job).flatMap(({ uses }) => uses ?? []));
    expect(uses.length).toBeGreaterThan(8);
    for (const use of uses) expect(use).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
    expect(new Set(uses).size).toBe(new Set(uses.map((use) => use.split('@')[0])).size);
    // The version is a comment, so the parsed file does not show it.
    const lines = Object.values(texts).flatMap((text) => text.match(/uses: actions.*/g) ?? []);
    expect(lines).toHaveLength(uses.length);
    for (const line of lines) expect(line).toMatch(/ # v\d+\.\d+\.\d+$/);
  });

  it('take each container by its digest, one for each version', () => {
    const images = jobs.flatMap((job) => imageOf(job) ?? []);
    expect(images.length).toBeGreaterThan(4);
    for (const image of images) expect(image).toMatch(/^node:\d+\.\d+\.\d+-[a-z]+@sha256:[0-9a-f]{64}$/);
    expect(new Set(images.map((image) => image.split('@')[0])).size).toBe(new Set(images).size);
  });

  it('give a job nothing that it does not ask for, no secret, and no token in a checkout', () => {
    for (const { permissions } of Object.values(workflows)) expect(permissions).toEqual({});
    expect(JSON.stringify(workflows)).not.toMatch(/\bsecrets\b/);
    const checkouts = jobs.flatMap((job) => stepsOf(job).filter(({ uses }) => uses?.startsWith('actions/checkout@')));
    expect(checkouts.length).toBeGreaterThan(4);
    for (const step of checkouts) expect(step.with).toEqual({ 'persist-credentials': false });
  });

  it('run no script of a package that is installed, and neither does .ci/run', () => {
    const commands = [...jobs.flatMap(commandsOf), ...read('.ci/run').split('\n')];
    const installs = commands.flatMap((command) => command.match(/npm ci .*/g) ?? []);
    expect(installs.length).toBeGreaterThan(5);
    for (const install of installs) expect(install).toContain(' --ignore-scripts');
    for (const command of [...commands, read('tools/build/install.mjs')])
      expect(command).not.toMatch(/npm (install|i|add|exec|rebuild)\b|npm ci(?! --)|npx (?!vitest)/);
  });

  it('may only read where they check and measure', () => {
    for (const { jobs } of [check, timing])
      for (const job of Object.values(jobs)) expect(job.permissions).toEqual(mayOnlyRead);
  });
});

describe('.github/workflows/check.yml', () => {
  it('runs for every commit, and where another workflow asks for it', () => {
    expect(check.on).toEqual({ push: { branches: ['**'] }, pull_request: null, workflow_call: null });
  });

  it('runs .ci/run, the checks that it leaves out, and the package on other systems', () => {
    expect(Object.values(check.jobs).flatMap(commandsOf)).toEqual(
      expect.arrayContaining([
        '.ci/run',
        'npm run fuzz -- --seconds=120',
        'npm run kats -- --check',
        'npm run prove',
        'npx vitest run --config=vitest.all.config.ts --project=simd128 test/node/modules/proof.test.ts test/node/modules/ciphers.test.ts',
        'PATH="$RUNNER_TEMP/rate/bin:$PATH" npm run prove -- --solver',
        "npm run test:all -- --project='!consumers'",
        'npm run check -- consumers test/package/consumers/next.test.ts',
      ]),
    );
    const { systems } = check.jobs;
    expect(systems?.strategy?.matrix).toEqual({ system: ['windows-2025', 'macos-15', 'macos-15-intel'] });
    expect(commandsOf(systems)).toEqual(
      expect.arrayContaining([
        'npm run build',
        'npx vitest run --project=relaxed --project=portable test/every-build test/every-engine',
        'npx vitest run --project=package test/package/cli',
      ]),
    );
  });

  it('has .ci/run begin with the commands of README on a bare machine, and run each check as a step', () => {
    const lines = read('.ci/run').split('\n');
    // Comments do not count.
    expect(lines.filter((line) => /^ *(npm|npx) /.test(line))).toEqual([]);
    const commands = lines.filter((line) => /^(step|tests) /.test(line));
    expect(commands.slice(0, 2)).toEqual([
      expect.stringMatching(/^step \d '.*' \.ci\/bare "\$bare\/project" npm run quickstart$/),
      expect.stringMatching(/^tests 6 bare \.ci\/bare "\$bare\/project" npm test --$/),
    ]);
    for (const command of [
      'npm run check -- constant-time',
      'npm run fuzz -- --seconds=5',
      'tests 10 lint npm run lint --',
      'tests 20 browsers npm test -- --project=browsers',
    ])
      expect(commands.filter((line) => line.endsWith(command))).toHaveLength(1);
    expect(read('.ci/run')).toContain('npm run build:wasm -- --check');
  });
});

it('.github/dependabot.yml has the actions and every lock file renewed once a month, and names no other folder', () => {
  const { updates } = parse(read('.github/dependabot.yml'));
  expect(updates).toMatchObject([
    { 'package-ecosystem': 'github-actions', directory: '/', schedule: { interval: 'monthly' } },
    { 'package-ecosystem': 'npm', schedule: { interval: 'monthly' } },
  ]);
  const patterns: string[] = updates[1].directories;
  const matches = (pattern: string, folder: string) => new RegExp(`^${pattern.replace('*', '[^/]+')}$`).test(folder);
  const { stdout } = spawnSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' });
  const folders = stdout
    .trimEnd()
    .split('\n')
    .map((lock) => posix.join('/', dirname(lock)));
  const placesOf = (folder: string) => patterns.filter((pattern) => matches(pattern, folder)).length;
  expect(folders.filter((folder) => placesOf(folder) !== 1)).toEqual([]);
  expect(patterns.filter((pattern) => !folders.some((folder) => matches(pattern, folder)))).toEqual([]);
});

it('.github/workflows/timing.yml measures each week, on demand, and where another workflow asks for it', () => {
  const { schedule, ...others } = timing.on;
  expect(others).toEqual({ workflow_dispatch: null, workflow_call: null });
  // Minute, hour, any day of the month, any month, one day of the week.
  expect(schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) }]);
  expect(commandsOf(timing.jobs.timing)).toContain('npm run check -- timing');
});

it('.github/workflows/pages.yml publishes with a release, from a build job that may only read', () => {
  expect(pages.on).toEqual({ release: { types: ['published'] }, workflow_dispatch: null });
  const { build, publish, ...others } = pages.jobs;
  expect(others).toEqual({});
  expect(build?.permissions).toEqual(mayOnlyRead);
  expect(imageOf(build as Job)).toContain('@sha256:');
  expect(commandsOf(build).join()).toContain('npm run site -- --base=');
  expect(needsOf(publish)).toEqual(['build']);
  expect(publish?.permissions).toEqual({ pages: 'write', 'id-token': 'write' });
  expect(commandsOf(publish)).toEqual([]);
});

describe('.github/workflows/release.yml', () => {
  const { publish, ...others } = release.jobs as Record<string, Job>;

  it('gives an identity only to the publishing job, which runs nothing of the repository', () => {
    expect(publish?.permissions).toEqual({ 'id-token': 'write' });
    for (const other of Object.values(others)) expect(other.permissions).toEqual(mayOnlyRead);
    const [download, upload, ...more] = stepsOf(publish);
    expect(more).toEqual([]);
    expect(download?.uses).toMatch(/^actions\/download-artifact@/);
    expect(upload?.run).not.toMatch(/npm (ci|install|run)|node tools\/build/);
  });

  it('runs for the tags of versions, each job in a container by its digest', () => {
    expect(release.on).toEqual({ push: { tags: ['v*'] } });
    for (const [name, job] of Object.entries(release.jobs))
      if (!job.uses) expect(imageOf(job), name).toContain('@sha256:');
    expect(imageOf(others.pack as Job)).not.toBe(imageOf(others.test as Job));
  });

  it('publishes after check.yml and timing.yml, the tests, and the comparison of archives', () => {
    expect(rests(release, 'publish').sort()).toEqual(['check', 'compare', 'pack', 'publish', 'test', 'timing']);
    expect(Object.keys(release.jobs)).toHaveLength(6);
    for (const name of ['check', 'timing'])
      expect(others[name]).toEqual({ uses: `./.github/workflows/${name}.yml`, permissions: mayOnlyRead });
    expect(commandsOf(others.test)).toEqual([
      'node tools/release/release.mjs "$GITHUB_REF_NAME" "$GITHUB_REPOSITORY"',
      'git config --global --add safe.directory "$GITHUB_WORKSPACE"',
      '.ci/run',
      'node tools/release/checksums.mjs > tested.sha256',
    ]);
    const compared = commandsOf(others.compare);
    expect(compared[0]).toBe('node tools/release/archive.mjs release/*.tgz tested/tested.sha256');
    expect(compared.join()).not.toMatch(/npm|npx/);
  });

  it('publishes exactly the compared tarball, and nothing if none was compared', () => {
    const tarball = 'release/romulus-wasm-1.2.3.tgz';
    const folder = projectOf({ [tarball]: 'as it was compared' });
    // A stand-in for npm that prints what it would publish.
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const TARBALL = spawnSync('sha256sum', [tarball], { cwd: folder, encoding: 'utf8' }).stdout.trimEnd();
    const publishing = (sum: string) => {
      const env = { TARBALL: sum, PATH: `${folder}:${process.env.PATH}` };
      return spawnSync('bash', ['-e', '-c', commandsOf(publish).join('\n')], { cwd: folder, env, encoding: 'utf8' });
    };
    const published = `${tarball}: OK\npublish ./${tarball} --ignore-scripts --provenance --access public\n`;
    expect(publishing(TARBALL)).toMatchObject({ status: 0, stdout: published });
    writeFileSync(join(folder, tarball), 'as it was exchanged');
    for (const sum of [TARBALL, ''])
      expect(publishing(sum)).toMatchObject({ status: 1, stdout: expect.not.stringContaining('publish') });
  });
});

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
    const folder = projectOf({
      'package.json': JSON.stringify({ name: 'romulus-wasm', version, repository: { type: 'git', url: repository } }),
      'package-lock.json': JSON.stringify({ version: lock }),
      'CHANGELOG.md': `# Changelog\n\n${heading}\n\n- All.\n`,
    });
    return run(folder, 'tools/release/release.mjs', tag, 'someone/romulus-wasm');
  };

  it('lets a release pass that is ready, with the address in each form that npm writes', () => {
    const may = { status: 0, stdout: 'romulus-wasm 1.2.3 may be released\n', stderr: '' };
    expect(checked({})).toMatchObject(may);
    for (const address of ['https://github.com/someone/romulus-wasm', 'https://github.com/someone/romulus-wasm.git'])
      expect(checked({ repository: address })).toMatchObject(may);
  });

  const wrongAddresses = [
    '',
    'git+https://github.com/another/romulus-wasm.git',
    'https://evil.example/github.com/someone/romulus-wasm',
    'git+https://evilgithub.com/someone/romulus-wasm.git',
    'git+https://github.com.evil.example/github.com/someone/romulus-wasm.git',
    'git+https://github.com/another/github.com/someone/romulus-wasm.git',
    'git+https://github.com@evil.example/?github.com/someone/romulus-wasm.git',
    'git+https://github.com/someone/romulus-wasm.git#github.com/someone/romulus-wasm',
    'git+http://github.com/someone/romulus-wasm.git',
    'git+https://github.com/someone/romulus-wasm.git.git',
    'git+https://github.com/Someone/romulus-wasm.git',
    'git+git+https://github.com/someone/romulus-wasm.git',
    'github.com/someone/romulus-wasm',
  ];

  it.each<[Partial<typeof ready>, string]>([
    [{ tag: 'v1.2.4' }, 'the tag is v1.2.4, the version of package.json 1.2.3'],
    [{ tag: '1.2.3' }, 'the tag is 1.2.3'],
    [{ tag: '' }, 'the tag is missing'],
    [{ lock: '1.2.2' }, 'package-lock.json has another version'],
    [{ heading: '## 1.2.3, unreleased' }, 'CHANGELOG.md begins with'],
    [{ heading: '## 1.2.2, 2030-01-31' }, 'CHANGELOG.md begins with'],
    ...wrongAddresses.map((repository): [object, string] => [
      { repository },
      `package.json names as its repository ${repository}, not git+https://github.com/someone/romulus-wasm.git`,
    ]),
  ])('stops one that is not: %o', (change, problem) => {
    const { status, stdout, stderr } = checked(change);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(problem)]);
  });
});
