/** The runs of tests: what CI counts, what it names when it ends a run, what is tried again, and what a run cannot hide. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TestModule } from 'vitest/node';
import { root } from '../package/tarball.js';
import Unfinished from '../unfinished.js';
import { copyOfProject, run as runProgram } from './planted.js';

interface Run {
  status: string;
  failed?: number;
  /** A file in which no test could begin. */
  broken?: boolean;
  /** Whether the tenth test of a file is skipped. */
  skipped?: boolean;
}

function folderOfReports(): string {
  const folder = mkdtempSync(join(tmpdir(), 'romulus-count-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The report of a run in a clone of its own. */
const reportOf = ({ failed = 0, broken = false, skipped = false }: Run, clone: number) => {
  const statuses = Array.from({ length: 10 }, (_, i) =>
    i < failed ? 'failed' : skipped && i === 9 ? 'skipped' : 'passed',
  );
  const results = statuses.map((status, i) => ({ status, fullName: `test ${i}`, failureMessages: ['why'] }));
  const name = (file: string) => `/clone ${clone}/project/test/${file}.test.ts`;
  return {
    numPassedTests: statuses.filter((status) => status === 'passed').length,
    numFailedTests: failed,
    numPendingTests: skipped ? 1 : 0,
    testResults: [
      { name: name('a'), message: '', status: failed > 0 ? 'failed' : 'passed', assertionResults: results },
      ...(broken ? [{ name: name('b'), message: 'of import', status: 'failed', assertionResults: [] }] : []),
    ],
  };
};

/** Gives what tools/count.ts prints of runs with ten tests each. */
function count(runs: Run[]): string[] {
  const folder = folderOfReports();
  const reports = runs.map((run, i) => {
    writeFileSync(join(folder, `${i}.json`), JSON.stringify(reportOf(run, i)));
    writeFileSync(join(folder, `${i}.status`), `${run.status}\n`);
    return join(folder, `${i}.json`);
  });
  const { stdout } = runProgram(root, 'tools/count.ts', ...reports);
  return stdout.trimEnd().split('\n');
}

it('adds up what passed and failed', () => {
  expect(count([{ status: '0' }, { status: '0' }])).toEqual(['20 passed, 0 failed']);
  expect(count([{ status: '1', failed: 2 }, { status: '0' }]).at(-1)).toBe('18 passed, 2 failed');
  expect(count([{ status: '1', broken: true }])).toEqual([
    'failed: /clone 0/project/test/b.test.ts',
    'of import',
    '10 passed, 1 failed',
  ]);
});

it('counts a test as failed that no run has passed', () => {
  const skipped = { status: '0', skipped: true };
  expect(count([skipped, { status: '0' }])).toEqual(['1 skipped', '19 passed, 0 failed']);
  expect(count([skipped, skipped])).toEqual([
    'failed: test/a.test.ts > test 9 is skipped in every run',
    '2 skipped',
    '18 passed, 1 failed',
  ]);
});

it('names the files of which a run skipped a test, once each', () => {
  const file = join(folderOfReports(), 'report.json');
  const skippedOf = (run: Run) => {
    writeFileSync(file, JSON.stringify(reportOf(run, 0)));
    return runProgram(root, 'tools/count.ts', '--skipped', file).stdout;
  };
  expect(skippedOf({ status: '0', skipped: true })).toBe('test/a.test.ts\n');
  expect(skippedOf({ status: '0' })).toBe('');
});

describe('npm test', { timeout: 120_000 }, () => {
  const planted = 'test/node/planted.test.ts';
  const rest = "import { expect, it } from 'vitest';\nit('is right', () => expect(1).toBe(1));\n";
  const run = (text: string) => {
    const copy = copyOfProject({ generated: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(join(copy, planted), text);
    const { CI: _, ...env } = process.env;
    const args = ['run', '--config=vitest.config.ts', '--project=simd128', planted];
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, ...args], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...env, CHROMIUM: 'none', FIREFOX: 'none' },
    });
    return { status, said: stdout + stderr };
  };

  it('passes with a test that is right', () => expect(run(rest).status).toBe(0));

  it.each([
    ['has no test', 'export {};\n', 'No test suite found in file'],
    [
      'has a group of tests without one',
      `${rest}import { describe } from 'vitest';\ndescribe('a', () => {});\n`,
      'No test found in suite',
    ],
    ['hides others by it.only', `${rest}it.only('alone', () => expect(1).toBe(1));\n`, 'Unexpected .only modifier'],
  ])('fails where a file %s', (_, text, message) => {
    const { status, said } = run(text);
    expect(said).toContain(message);
    expect(status).toBe(1);
  });

  it('names a file of which every test is skipped', () =>
    expect(run(rest.replace('it(', 'it.skip('))).toMatchObject({
      status: 0,
      said: expect.stringContaining(`left out: every test of ${planted}\n`),
    }));
});

it('counts a run that failed without a failed test, as with an error that no test caught', () => {
  const lines = count([{ status: '1' }, { status: '1', failed: 1 }]);
  expect(lines[0]).toMatch(/0\.json ended with status 1, though none of its tests failed$/);
  expect(lines.at(-1)).toBe('19 passed, 2 failed');
});

it('names the files that have begun and not ended', () => {
  const modules = ['a', 'b'].map((name) => {
    const moduleId = join(process.cwd(), `test/${name}.test.ts`);
    return { moduleId, project: { name: 'simd128' } } as TestModule;
  });
  const unfinished = new Unfinished();
  for (const module of modules) unfinished.onTestModuleStart(module);
  unfinished.onTestModuleEnd(modules[0] as TestModule);
  expect(unfinished.lines()).toEqual(['unfinished after 0 s: test/b.test.ts (simd128)']);
});
