/**
 * Adds up the JSON reports of test runs and prints the line that CI reads. The runs themselves name what failed. Beside
 * each report <run>.json lies <run>.status with the exit status of the run. A run that failed without a failed test
 * counts as a failure, because it had an error that no test caught. A test that some run skipped and no run passed
 * counts as failed.
 *
 * With --skipped it prints the files in which the runs skipped a test, so that another run can try them where no
 * program is missing.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { fullName: string; status: string }[];
  }[];
}

/** The tests of a report, by paths in the repository. Reports of other clones then have the same paths. */
const testsIn = ({ testResults }: Report) =>
  testResults.flatMap(({ name, assertionResults }) => {
    const file = name.slice(name.lastIndexOf('/test/') + 1);
    return assertionResults.map(({ fullName, status }) => ({ file, test: `${file} > ${fullName}`, status }));
  });

const { values, positionals } = parseArgs({ allowPositionals: true, options: { skipped: { type: 'boolean' } } });
const reports = positionals.map((file) => ({ file, report: JSON.parse(readFileSync(file, 'utf8')) as Report }));
const tests = reports.flatMap(({ report }) => testsIn(report));
const skipped = tests.filter(({ status }) => status === 'skipped');
if (values.skipped) for (const file of new Set(skipped.map(({ file }) => file))) console.log(file);
else count();

function count(): void {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { file, report } of reports) {
    // None of a file's tests could begin.
    const unbegun = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    const failed = report.numFailedTests + unbegun.length;
    const isUncaught = failed === 0 && readFileSync(file.replace(/\.json$/, '.status'), 'utf8').trim() !== '0';
    if (isUncaught) console.log(`failed: ${file}, though none of its tests failed`);
    counts.passed += report.numPassedTests;
    counts.failed += failed + Number(isUncaught);
    counts.skipped += report.numPendingTests;
  }
  const passed = new Set(tests.filter(({ status }) => status === 'passed').map(({ test }) => test));
  const untried = new Set(skipped.map(({ test }) => test).filter((test) => !passed.has(test)));
  for (const test of untried) console.log(`failed: ${test} is skipped in every run`);
  counts.failed += untried.size;
  if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0) process.exitCode = 1;
}
