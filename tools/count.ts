/**
 * Adds up the JSON reports of test runs, names the failures, and prints the line that CI reads. Beside each report
 * <run>.json lies <run>.status with the exit status of the run. A run that failed without a failed test counts as a
 * failure, because it had an error that no test caught. A test that some run skipped and no run passed counts as
 * failed.
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
    readonly message?: string;
    readonly status: string;
    readonly assertionResults: readonly { fullName: string; status: string; failureMessages: string[] }[];
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
    const status = readFileSync(file.replace(/\.json$/, '.status'), 'utf8').trim();
    const before = counts.failed;
    for (const { name, message, assertionResults, status } of report.testResults) {
      if (message) console.log(`failed: ${name}\n${message}`);
      // This means that no test of the file could begin.
      if (status === 'failed' && assertionResults.length === 0) counts.failed++;
      for (const { status, fullName, failureMessages } of assertionResults)
        if (status === 'failed') console.log(`failed: ${name} > ${fullName}\n${failureMessages.join('\n')}`);
    }
    counts.passed += report.numPassedTests;
    counts.failed += report.numFailedTests;
    counts.skipped += report.numPendingTests;
    if (status !== '0' && counts.failed === before) {
      console.log(`failed: ${file} ended with status ${status}, though none of its tests failed`);
      counts.failed++;
    }
  }
  const passed = new Set(tests.filter(({ status }) => status === 'passed').map(({ test }) => test));
  for (const test of new Set(skipped.map(({ test }) => test)))
    if (!passed.has(test)) {
      console.log(`failed: ${test} is skipped in every run`);
      counts.failed++;
    }
  if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0) process.exitCode = 1;
}
