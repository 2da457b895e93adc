/** What a release rests on: the workflows' pins and permissions, what is compared before it, and the checks of its tag. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './tarball.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const workflows = { release: read('.github/workflows/release.yml'), check: read('.github/workflows/check.yml') };

describe('the workflows', () => {
  it('take each action by the hash of a commit, the same everywhere, and name its version', () => {
    const uses = Object.values(workflows).flatMap((workflow) => workflow.match(/uses: .*/g) ?? []);
    expect(uses.length).toBeGreaterThan(8);
    for (const use of uses) expect(use).toMatch(/^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const hashes = new Map(uses.map((use) => [use.split('@')[0], use]));
    expect(new Set(uses).size).toBe(hashes.size);
  });

  it('take each container by its digest, one for each version', () => {
    const images = Object.values(workflows).flatMap((workflow) =>
      [...workflow.matchAll(/^ +(?:container|image): (.+)$/gm)].map(([, image]) => image as string),
    );
    expect(images.length).toBeGreaterThan(4);
    for (const image of images) expect(image).toMatch(/^node:\d+\.\d+\.\d+-[a-z]+@sha256:[0-9a-f]{64}$/);
    expect(new Set(images.map((image) => image.split('@')[0])).size).toBe(new Set(images).size);
  });

  it('run no script of a package that is installed, and neither does .ci/run', () => {
    const installs = [...Object.values(workflows), read('.ci/run')].flatMap((text) => text.match(/npm ci .*/g) ?? []);
    expect(installs.length).toBeGreaterThan(5);
    for (const install of installs) expect(install).toContain(' --ignore-scripts');
    for (const file of [...Object.values(workflows), read('.ci/run'), read('build/install.mjs')])
      expect(file).not.toMatch(/npm (install|i|add|exec|rebuild)\b|npm ci(?! --)|npx (?!vitest)/);
  });
});

describe('.github/workflows/check.yml', () => {
  it('may only read, and knows no secret', () => {
    expect(workflows.check).toMatch(/^permissions: \{\}$/m);
    expect(workflows.check).not.toMatch(/: write|secrets\./);
  });

  it('runs .ci/run, and what that leaves out', () => {
    for (const command of [
      '.ci/run',
      "npm run test:all -- --project='!consumers'",
      'npm run check -- consumers test/package/consumers/next.test.ts',
    ])
      expect(workflows.check).toContain(`run: ${command}\n`);
  });

  it('has .ci/run see the sources by memcheck, a minute of each fuzzer, and what hangs', () => {
    const steps = read('.ci/run').split('\n');
    for (const command of ['npm run check -- constant-time', 'npm run fuzz -- --minutes=4'])
      expect(steps.some((line) => line.startsWith('step ') && line.endsWith(command))).toBe(true);
    expect(steps.filter((line) => /^ *(npm|npx) /.test(line))).toEqual([]);
  });
});

describe('.github/workflows/release.yml', () => {
  const workflow = workflows.release;
  const job = (name: string) => workflow.split(new RegExp(`^  ${name}:$`, 'm'))[1]?.split(/^ {2}\w+:$/m)[0] as string;

  it('lets nobody prove who they are but the job that publishes, which runs nothing of the repository', () => {
    expect(workflow).toMatch(/^permissions: \{\}$/m);
    expect(workflow.match(/id-token: write/g)).toHaveLength(1);
    expect(job('publish')).toContain('id-token: write');
    expect(job('publish')).not.toMatch(/checkout|npm (ci|install|run)|node build/);
    expect(job('publish')).toContain('--provenance');
    expect(workflow).not.toContain('secrets.');
    expect(workflow.match(/contents: \w+/g)).toEqual(Array(3).fill('contents: read'));
  });

  it('runs each job in a container by its digest', () => {
    for (const name of ['test', 'pack', 'compare', 'publish'])
      expect(job(name), name).toMatch(/^ {4}container:\s+(image: )?node:.*@sha256:/m);
    expect(job('pack')).not.toContain(/node:\S+/.exec(job('test'))?.[0]);
  });

  it('publishes after the tests, the check of the tag and the comparison of what was packed with what was tested', () => {
    expect(job('publish')).toContain('needs: compare\n');
    expect(job('compare')).toContain('needs: [test, pack]\n');
    expect(job('test').indexOf('build/release.mjs')).toBeLessThan(job('test').indexOf('run: .ci/run'));
    expect(job('test').indexOf('run: .ci/run')).toBeLessThan(
      job('test').indexOf('build/checksums.mjs > tested.sha256'),
    );
    expect(job('compare')).toContain('node build/archive.mjs release/*.tgz tested/tested.sha256\n');
    expect(job('compare')).not.toMatch(/npm|npx/);
    expect(read('.ci/run')).toContain('npm run build:wasm -- --check');
  });

  describe('the commands of the job that publishes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'romulus-publish-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const commands = (job('publish').split('run: |\n')[1] as string).replaceAll(/^ {10}/gm, '');
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

describe('build/release.mjs', () => {
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
    const args = [join(root, 'build/release.mjs'), tag, 'someone/romulus-wasm'];
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  };

  it('lets a release pass that is ready', () => {
    expect(check({})).toMatchObject({ status: 0, stdout: 'romulus-wasm 1.2.3 may be released\n', stderr: '' });
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
});
