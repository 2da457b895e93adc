// Adds up the JSON reports of test runs, names what failed, and prints the line that CI reads. Beside a report <run>.json
// lies <run>.status, the exit status of the run: one that failed without a failed test had an error that no test caught.
// A test that one run skipped and no run passed counts as failed.
import { readFileSync } from 'node:fs';
import { testsIn } from './skipped.mjs';

const [passed, skipped] = [new Set(), new Set()];
const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const { test, status } of testsIn(report)) {
    if (status === 'passed') passed.add(test);
    if (status === 'skipped') skipped.add(test);
  }
  const status = readFileSync(file.replace(/\.json$/, '.status'), 'utf8').trim();
  const before = counts.failed;
  for (const { name, message, assertionResults } of report.testResults) {
    if (message) console.log(`failed: ${name}\n${message}`);
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') console.log(`failed: ${name} > ${fullName}\n${failureMessages.join('\n')}`);
  }
  counts.passed += report.numPassedTests;
  counts.failed +=
    report.numFailedTests +
    report.testResults.filter(({ assertionResults, status }) => status === 'failed' && assertionResults.length === 0)
      .length;
  counts.skipped += report.numPendingTests;
  if (status !== '0' && counts.failed === before) {
    console.log(`failed: ${file} ended with status ${status}, though none of its tests failed`);
    counts.failed++;
  }
}
for (const test of skipped)
  if (!passed.has(test)) {
    console.log(`failed: ${test} is skipped in every run`);
    counts.failed++;
  }
if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
if (counts.failed > 0) process.exitCode = 1;
