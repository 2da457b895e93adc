/** What a release rests on: the workflow's pins and permissions, the checks before it, and the commands of docs/verify.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256 as portable } from '../../ts/engine/portable.generated.js';
import { relaxedSha256 as relaxed, sha256 as simd128 } from '../../ts/engine/simd128.generated.js';
import { installTarball, root } from './tarball.js';

const project = installTarball();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

const workflows = { release: read('.github/workflows/release.yml'), check: read('.github/workflows/check.yml') };

describe('the workflows', () => {
  it('take each action by the hash of a commit, the same everywhere, and name its version', () => {
    const uses = Object.values(workflows).flatMap((workflow) => workflow.match(/uses: .*/g) ?? []);
    expect(uses.length).toBeGreaterThan(8);
    for (const use of uses) expect(use).toMatch(/^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const hashes = new Map(uses.map((use) => [use.split('@')[0], use]));
    expect(new Set(uses).size).toBe(hashes.size);
  });
});

describe('.github/workflows/check.yml', () => {
  it('may only read, and knows no secret', () => {
    expect(workflows.check).toMatch(/^permissions: \{\}$/m);
    expect(workflows.check).not.toMatch(/: write|secrets\./);
  });

  it('runs .ci/run, what that leaves out, a minute of each fuzzer, and Next', () => {
    for (const command of [
      '.ci/run',
      'npm run check:constant-time',
      'npm run test:all',
      'npm run fuzz -- --minutes=1',
      'npx vitest run --project=consumers test/consumers/next.test.ts',
    ])
      expect(workflows.check).toContain(`run: ${command}\n`);
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
    expect(workflow.match(/contents: \w+/g)).toEqual(['contents: read', 'contents: read']);
  });

  it('publishes after the tests and the check of the tag', () => {
    expect(job('publish')).toContain('needs: [test, pack]');
    expect(job('test').indexOf('build/release.mjs')).toBeLessThan(job('test').indexOf('run: .ci/run'));
    expect(read('.ci/run')).toContain('npm run build:wasm -- --check');
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

describe('docs/verify.md', () => {
  const page = read('docs/verify.md');

  it('has commands and files that exist', () => {
    const scripts = [...(page + read('SECURITY.md')).matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
      ([, name]) => name,
    );
    expect(scripts.length).toBeGreaterThan(4);
    for (const script of scripts) expect(manifest.scripts).toHaveProperty([script as string]);
    for (const document of ['docs/verify.md', 'SECURITY.md']) {
      const links = [...read(document).matchAll(/\]\(([^)#:]+)\)/g)].map(([, target]) => target as string);
      for (const link of links) expect(existsSync(join(root, document, '..', link)), link).toBe(true);
    }
  });

  it('has checksums made of all files of the package, and no others', () => {
    const lines = execFileSync(process.execPath, [join(root, 'build/checksums.mjs'), project.installed], {
      encoding: 'utf8',
    });
    const files = readdirSync(project.installed, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const sums = lines.trimEnd().split('\n');
    expect(sums).toHaveLength(files.length);
    for (const line of sums) {
      const [, sum, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) as unknown as [string, string, string];
      const bytes = readFileSync(join(project.installed, name));
      expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sum);
    }
  });

  it('has a program that shows which module the engine gets', async () => {
    const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
    const printed = await project.run(project.write('show.mjs', program));
    expect([portable, simd128, relaxed]).toContain(printed.trim());
  });

  it('is right that nothing is needed at run time', () => {
    const sbom = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' });
    const { metadata, components } = JSON.parse(sbom);
    expect(metadata.component).toMatchObject({
      version: manifest.version,
      purl: `pkg:npm/romulus-wasm@${manifest.version}`,
    });
    expect(components).toEqual([]);
  });
});
