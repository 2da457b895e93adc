/** The runs of tests: counts in CI, names of runs that it ends, retries, and failures that no run can hide. */
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { root } from '../package/tarball.js';
import Unfinished from '../unfinished.js';
import { copyOfProject, projectOf, run } from './planted.js';

interface Run {
  status: string;
  failed?: number;
  /** True if no test of a file could begin. */
  broken?: boolean;
  /** True if the tenth test of a file is skipped. */
  skipped?: boolean;
}

/** The report of a run, made in a clone of its own. */
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

/** The lines that tools/count.ts prints for runs with ten tests each. */
function printed(runs: Run[], ...options: string[]): string[] {
  const files = runs.flatMap((run, i) => [
    [`${i}.json`, JSON.stringify(reportOf(run, i))],
    [`${i}.status`, `${run.status}\n`],
  ]);
  const reports = runs.map((_, i) => `${i}.json`);
  return run(projectOf(Object.fromEntries(files)), 'tools/count.ts', ...options, ...reports)
    .stdout.split('\n')
    .slice(0, -1);
}

const passed = { status: '0' };
const skipped = { status: '0', skipped: true };
const noReason = 'failed: 0.json ended with status 1, though none of its tests failed';

describe('tools/count.ts', () => {
  it.each<[what: string, Run[], string[]]>([
    ['what passed', [passed, passed], ['20 passed, 0 failed']],
    [
      'a file in which no test could begin as failed',
      [{ status: '1', broken: true }],
      ['failed: /clone 0/project/test/b.test.ts', 'of import', '10 passed, 1 failed'],
    ],
    ['a test that another run has passed once', [skipped, passed], ['1 skipped', '19 passed, 0 failed']],
    [
      'a test that no run has passed as failed',
      [skipped, skipped],
      ['failed: test/a.test.ts > test 9 is skipped in every run', '2 skipped', '18 passed, 1 failed'],
    ],
    ['an error that no test caught as failed', [{ status: '1' }, passed], [noReason, '20 passed, 1 failed']],
  ])('counts %s', (_, runs, lines) => expect(printed(runs)).toEqual(lines));

  it.each([
    [{ status: '1', failed: 2 }, passed, '18 passed, 2 failed'],
    [{ status: '1' }, { status: '1', failed: 1 }, '19 passed, 2 failed'],
    [{ status: '1', failed: 1 }, { status: '1' }, '19 passed, 2 failed'],
  ])('adds up failures: %o, %o', (one, other, sum) => expect(printed([one, other]).at(-1)).toBe(sum));
});

it('tools/count.ts --skipped names the files of which a run skipped a test, once each', () => {
  expect(printed([skipped], '--skipped')).toEqual(['test/a.test.ts']);
  expect(printed([passed], '--skipped')).toEqual([]);
});

/** Runs a test file of the project in a copy, and tells how that ends. */
function tested(text: string) {
  const planted = 'test/node/planted.test.ts';
  const copy = copyOfProject({ generated: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, planted), `import { expect, it } from 'vitest';\n${text}`);
  const { CI: _, ...env } = process.env;
  const args = ['run', '--config=test/vitest.config.ts', '--project=simd128', planted];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { ...env, CHROMIUM: 'none', FIREFOX: 'none' },
    },
  );
  return { status, said: stdout + stderr };
}

const right = "('is right', () => expect(1).toBe(1));\n";
it.each([
  [
    'names a file of which every test is skipped',
    `it.skip${right}`,
    0,
    'left out: every test of test/node/planted.test.ts\n',
  ],
  ['fails where a test hides others by it.only', `it${right}it.only${right}`, 1, 'Unexpected .only modifier'],
])('npm test %s', { timeout: 120_000 }, (_, text, status, message) =>
  expect(tested(text)).toMatchObject({ status, said: expect.stringContaining(message) }),
);

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
