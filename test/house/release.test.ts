/** What a release rests on: the workflows' pins and permissions, what is compared before it, and the checks of its tag. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../package/tarball.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Step {
  uses?: string;
  run?: string;
  name?: string;
  if?: string;
  with?: Record<string, unknown>;
}

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
const workflowOf = (name: string) => workflows[name] as Workflow;
const [check, pages] = [workflowOf('check.yml'), workflowOf('pages.yml')];
const [release, timing] = [workflowOf('release.yml'), workflowOf('timing.yml')];
const jobs = Object.values(workflows).flatMap((workflow) => Object.values(workflow.jobs));
const stepsOf = (job: Job | undefined) => job?.steps ?? [];
const commandsOf = (job: Job | undefined) => stepsOf(job).flatMap(({ run }) => (run ? run.trim().split('\n') : []));
const imageOf = ({ container }: Job) => (typeof container === 'object' ? container.image : container);
const needsOf = (job: Job | undefined) => [job?.needs ?? []].flat();
const jobOf = (workflow: Workflow, name: string) => workflow.jobs[name] as Job;

/** The job itself and all that has ended well before it begins. */
function rests(workflow: Workflow, name: string): Set<string> {
  return new Set([name, ...needsOf(workflow.jobs[name]).flatMap((need) => [...rests(workflow, need)])]);
}

describe('the workflows', () => {
  it('are those that these tests know', () => {
    expect(Object.keys(workflows).sort()).toEqual(['check.yml', 'pages.yml', 'release.yml', 'timing.yml']);
  });

  it('leave out no job and no command, and let none of them fail', () => {
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
    // The version is a comment, of which the structure knows nothing.
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

  it('give nothing to a job that it does not ask for, and leave no token in a checkout', () => {
    for (const { permissions } of Object.values(workflows)) expect(permissions).toEqual({});
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

  it('know no secret', () => {
    expect(JSON.stringify(workflows)).not.toMatch(/\bsecrets\b/);
  });
});

describe('.github/workflows/check.yml', () => {
  it('may only read', () => {
    for (const job of Object.values(check.jobs)) expect(job.permissions).toEqual({ contents: 'read' });
  });

  it('runs .ci/run, and what that leaves out', () => {
    const commands = Object.values(check.jobs).flatMap(commandsOf);
    for (const command of [
      '.ci/run',
      'npm run fuzz -- --seconds=60',
      'npm run prove',
      'npm run prove -- --mutants',
      "npm run test:all -- --project='!consumers'",
      'npm run check -- consumers test/package/consumers/next.test.ts',
    ])
      expect(commands).toContain(command);
  });

  it('runs the package and the program on other systems', () => {
    expect(Object.keys(check.jobs)).toEqual(['everything', 'proof', 'systems', 'consumers']);
    const systems = jobOf(check, 'systems');
    expect(systems.strategy?.matrix).toEqual({ system: ['windows-2025', 'macos-15', 'macos-15-intel'] });
    expect(commandsOf(systems)).toEqual(
      expect.arrayContaining([
        'npm run build',
        'npx vitest run --project=relaxed --project=portable test/every-build test/every-engine',
        'npx vitest run --project=package test/package/cli',
      ]),
    );
  });

  it('runs for every commit, and where another workflow asks for it', () => {
    expect(check.on).toEqual({ push: { branches: ['**'] }, pull_request: null, workflow_call: null });
  });

  it('has .ci/run see the sources by memcheck, half a minute of each fuzzer, and what hangs', () => {
    const steps = read('.ci/run').split('\n');
    for (const command of ['npm run check -- constant-time', 'npm run fuzz -- --seconds=15'])
      expect(steps.some((line) => line.startsWith('step ') && line.endsWith(command))).toBe(true);
    expect(steps.filter((line) => /^ *(npm|npx) /.test(line))).toEqual([]);
  });

  it('has .ci/run begin with the commands of README on a bare machine, in at most six minutes', () => {
    const commands = read('.ci/run')
      .split('\n')
      .filter((line) => /^(step|tests) /.test(line));
    expect(commands.slice(0, 2)).toEqual([
      expect.stringMatching(/^step \d '.*' \.ci\/bare "\$bare\/project" npm run quickstart$/),
      expect.stringMatching(/^tests 6 bare \.ci\/bare "\$bare\/project" npm test --$/),
    ]);
    // Each test of this repository is counted: those of lint, and those that need more than a bare machine.
    for (const run of ['tests 10 lint npm run lint --', 'tests 20 browsers npm test -- --project=browsers'])
      expect(commands).toContain(run);
  });
});

describe('.github/workflows/timing.yml', () => {
  it('measures each week, on demand, and where another workflow asks for it, and may only read', () => {
    const { schedule, ...others } = timing.on;
    expect(others).toEqual({ workflow_dispatch: null, workflow_call: null });
    // Minute, hour, any day of the month, any month, one day of the week.
    expect(schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) }]);
    expect(Object.keys(timing.jobs)).toEqual(['timing']);
    expect(jobOf(timing, 'timing').permissions).toEqual({ contents: 'read' });
    expect(commandsOf(timing.jobs.timing)).toContain('npm run check -- timing');
  });
});

describe('.github/workflows/pages.yml', () => {
  it('publishes with a release what a job built that may only read', () => {
    expect(Object.keys(pages.on)).toEqual(['release', 'workflow_dispatch']);
    expect(pages.on.release).toEqual({ types: ['published'] });
    const { build, publish, ...others } = pages.jobs;
    expect(others).toEqual({});
    expect(build?.permissions).toEqual({ contents: 'read' });
    expect(imageOf(build as Job)).toContain('@sha256:');
    expect(commandsOf(build)).toContain(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
      'npm run site -- --base="https://$GITHUB_REPOSITORY_OWNER.github.io/${GITHUB_REPOSITORY#*/}/"',
    );
    expect(needsOf(publish)).toEqual(['build']);
    expect(publish?.permissions).toEqual({ pages: 'write', 'id-token': 'write' });
    expect(commandsOf(publish)).toEqual([]);
  });
});

describe('.github/workflows/release.yml', () => {
  const job = (name: string) => jobOf(release, name);

  it('lets nobody prove who they are but the job that publishes, which runs nothing of the repository', () => {
    const { publish, ...others } = release.jobs;
    expect(publish?.permissions).toEqual({ 'id-token': 'write' });
    for (const other of Object.values(others)) expect(other.permissions).toEqual({ contents: 'read' });
    const [download, upload, ...more] = stepsOf(publish);
    expect(more).toEqual([]);
    expect(download?.uses).toMatch(/^actions\/download-artifact@/);
    expect(upload?.run).not.toMatch(/npm (ci|install|run)|node tools\/build/);
    expect(upload?.run).toContain('--provenance');
  });

  it('runs for the tags of versions', () => {
    expect(release.on).toEqual({ push: { tags: ['v*'] } });
  });

  it('runs each job in a container by its digest, but for the workflows that it calls', () => {
    expect(Object.keys(release.jobs)).toEqual(['check', 'timing', 'test', 'pack', 'compare', 'publish']);
    for (const name of ['test', 'pack', 'compare', 'publish']) expect(imageOf(job(name)), name).toContain('@sha256:');
    expect(imageOf(job('pack'))).not.toBe(imageOf(job('test')));
  });

  it('publishes after all that check.yml and timing.yml run on the tagged commit, the tests, and the comparison of what was packed', () => {
    expect(rests(release, 'publish')).toEqual(new Set(['publish', 'compare', 'check', 'timing', 'test', 'pack']));
    for (const name of ['check', 'timing'])
      expect(job(name)).toEqual({ uses: `./.github/workflows/${name}.yml`, permissions: { contents: 'read' } });
    expect(commandsOf(job('test'))).toEqual([
      'node tools/release/release.mjs "$GITHUB_REF_NAME" "$GITHUB_REPOSITORY"',
      'git config --global --add safe.directory "$GITHUB_WORKSPACE"',
      '.ci/run',
      'node tools/release/checksums.mjs > tested.sha256',
    ]);
    const compared = commandsOf(job('compare'));
    expect(compared[0]).toBe('node tools/release/archive.mjs release/*.tgz tested/tested.sha256');
    expect(compared.join()).not.toMatch(/npm|npx/);
    expect(read('.ci/run')).toContain('npm run build:wasm -- --check');
  });

  describe('the commands of the job that publishes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'romulus-publish-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const commands = commandsOf(job('publish')).join('\n');
    // A program in the place of npm that says what it is to publish.
    const npm = join(folder, 'npm');
    writeFileSync(npm, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    mkdirSync(join(folder, 'release'));
    const tarball = join('release', 'romulus-wasm-1.2.3.tgz');
    const publish = () => {
      writeFileSync(join(folder, tarball), 'as it was compared');
      const sum = spawnSync('sha256sum', [tarball], { cwd: folder, encoding: 'utf8' }).stdout.trimEnd();
      return { TARBALL: sum, PATH: `${folder}:${process.env.PATH}` };
    };
    const run = (env: NodeJS.ProcessEnv) =>
      spawnSync('bash', ['-e', '-c', commands], { cwd: folder, env, encoding: 'utf8' });

    it('publish the tarball that was compared', () => {
      expect(run(publish())).toMatchObject({
        status: 0,
        stdout: `${tarball}: OK\npublish ./${tarball} --ignore-scripts --provenance --access public\n`,
      });
    });

    it('publish no other, and nothing where none was compared', () => {
      const env = publish();
      writeFileSync(join(folder, tarball), 'as it was exchanged');
      for (const other of [env, { ...env, TARBALL: '' }]) {
        const { status, stdout } = run(other);
        expect(status).toBe(1);
        expect(stdout).not.toContain('publish');
      }
    });
  });
});

describe('tools/release/release.mjs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'romulus-release-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const ready = {
    tag: 'v1.2.3',
    version: '1.2.3',
    lock: '1.2.3',
    heading: '## 1.2.3, 2030-01-31',
    repository: 'git+https://github.com/someone/romulus-wasm.git',
  };
  const check = (change: Partial<typeof ready>) => {
    const { tag, version, lock, heading, repository } = { ...ready, ...change };
    const manifest = { name: 'romulus-wasm', version, repository: { type: 'git', url: repository } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ version: lock }));
    writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n${heading}\n\n- All.\n`);
    const args = [join(root, 'tools/release/release.mjs'), tag, 'someone/romulus-wasm'];
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  };

  it('lets a release pass that is ready', () => {
    expect(check({})).toMatchObject({ status: 0, stdout: 'romulus-wasm 1.2.3 may be released\n', stderr: '' });
  });

  it('takes the address in the forms that npm writes', () => {
    for (const repository of ['https://github.com/someone/romulus-wasm', 'https://github.com/someone/romulus-wasm.git'])
      expect(check({ repository }).status).toBe(0);
  });

  it.each([
    [{ tag: 'v1.2.4' }, 'the tag is v1.2.4, the version of package.json 1.2.3'],
    [{ tag: '1.2.3' }, 'the tag is 1.2.3'],
    [{ tag: '' }, 'the tag is missing'],
    [{ lock: '1.2.2' }, 'package-lock.json has another version'],
    [{ heading: '## 1.2.3, unreleased' }, 'CHANGELOG.md begins with'],
    [{ heading: '## 1.2.2, 2030-01-31' }, 'CHANGELOG.md begins with'],
    [{ repository: 'git+https://github.com/another/romulus-wasm.git' }, 'package.json names as its repository'],
    [{ repository: '' }, 'package.json names as its repository'],
  ])('stops one that is not: %o', (change, problem) => {
    const { status, stdout, stderr } = check(change);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(problem);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each([
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
  ])('stops one whose package.json names another repository: %s', (repository) => {
    const { status, stderr } = check({ repository });
    expect(status).toBe(1);
    expect(stderr).toBe(
      `package.json names as its repository ${repository}, not git+https://github.com/someone/romulus-wasm.git\n`,
    );
  });
});
