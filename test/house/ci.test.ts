/** What CI prints last: how many tests passed and failed, what failed without a test, and what was under way when it was ended. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { TestModule } from 'vitest/node';
import { root } from '../package/tarball.js';
import Unfinished from '../unfinished.js';

interface Run {
  status: string;
  failed?: number;
  /** A file in which no test could begin. */
  broken?: boolean;
}

/** What tools/count.mjs prints of runs with ten tests each. */
function count(runs: Run[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'romulus-count-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const reports = runs.map(({ status, failed = 0, broken = false }, i) => {
    const results = Array.from({ length: failed }, () => ({
      status: 'failed',
      fullName: 'a test',
      failureMessages: ['why'],
    }));
    const report = {
      numPassedTests: 10 - failed,
      numFailedTests: failed,
      numPendingTests: 0,
      testResults: [
        { name: 'a.test.ts', message: '', status: failed > 0 ? 'failed' : 'passed', assertionResults: results },
        ...(broken ? [{ name: 'b.test.ts', message: 'of import', status: 'failed', assertionResults: [] }] : []),
      ],
    };
    writeFileSync(join(folder, `${i}.json`), JSON.stringify(report));
    writeFileSync(join(folder, `${i}.status`), `${status}\n`);
    return join(folder, `${i}.json`);
  });
  const { stdout } = spawnSync(process.execPath, [join(root, 'tools/count.mjs'), ...reports], { encoding: 'utf8' });
  return stdout.trimEnd().split('\n');
}

it('adds up what passed and failed', () => {
  expect(count([{ status: '0' }, { status: '0' }])).toEqual(['20 passed, 0 failed']);
  expect(count([{ status: '1', failed: 2 }, { status: '0' }]).at(-1)).toBe('18 passed, 2 failed');
  expect(count([{ status: '1', broken: true }])).toEqual(['failed: b.test.ts', 'of import', '10 passed, 1 failed']);
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
