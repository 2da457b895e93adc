/** The runs of tests: their counts in CI, and the names of files that a run ended. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import Unfinished from '../unfinished.js';
import { projectOf, run } from './planted.js';

/** A run in a clone of its own: its exit status, and how each test of its only file ended. */
type Run = readonly [status: number, ...tests: ('passed' | 'failed' | 'skipped')[]];

const reportOf = (tests: readonly string[], clone: number) => {
  const numberOf = (status: string) => tests.filter((each) => each === status).length;
  return {
    numPassedTests: numberOf('passed'),
    numFailedTests: numberOf('failed'),
    numPendingTests: numberOf('skipped'),
    testResults: [
      {
        name: `/clone ${clone}/project/test/a.test.ts`,
        // A file without tests is one in which none could begin.
        message: tests.length === 0 ? 'of import' : '',
        status: tests.length === 0 ? 'failed' : 'passed',
        assertionResults: tests.map((status, i) => ({ status, fullName: `test ${i}`, failureMessages: ['why'] })),
      },
    ],
  };
};

/** The lines that tools/count.ts prints for the runs. */
function printed(runs: readonly Run[], ...options: string[]): string[] {
  const files = runs.flatMap(([status, ...tests], i) => [
    [`${i}.json`, JSON.stringify(reportOf(tests, i))],
    [`${i}.status`, `${status}\n`],
  ]);
  const reports = runs.map((_, i) => `${i}.json`);
  const { stdout } = run(projectOf(Object.fromEntries(files)), 'tools/count.ts', ...options, ...reports);
  return stdout.split('\n').slice(0, -1);
}

const passed: Run = [0, 'passed', 'passed'];
const skipped: Run = [0, 'passed', 'skipped'];
const file = '/clone 0/project/test/a.test.ts';

it.each<[what: string, Run[], string[]]>([
  ['what passed', [passed, passed], ['4 passed, 0 failed']],
  ['a failed test', [[1, 'failed'], passed], [`failed: ${file} > test 0`, 'why', '2 passed, 1 failed']],
  ['a file in which no test could begin', [[1]], [`failed: ${file}`, 'of import', '0 passed, 1 failed']],
  ['a test that another run has passed once', [skipped, passed], ['1 skipped', '3 passed, 0 failed']],
  [
    'a test that no run has passed as failed',
    [skipped, skipped],
    ['failed: test/a.test.ts > test 1 is skipped in every run', '2 skipped', '2 passed, 1 failed'],
  ],
  [
    'an error that no test caught as failed',
    [[1, 'passed'], passed],
    ['failed: 0.json ended with status 1, though none of its tests failed', '3 passed, 1 failed'],
  ],
])('tools/count.ts counts %s', (_, runs, lines) => expect(printed(runs)).toEqual(lines));

it('tools/count.ts --skipped names the files of which a run skipped a test, once each', () => {
  expect(printed([skipped, skipped], '--skipped')).toEqual(['test/a.test.ts']);
  expect(printed([passed], '--skipped')).toEqual([]);
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
