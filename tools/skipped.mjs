// Prints the files of which a run of tests skipped a test, by its JSON report: to be tried again where no program is missing.
import { readFileSync } from 'node:fs';

/** The tests of a report. Reports of other clones of this repository have the same names of files. */
export const testsIn = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) => {
    const file = name.slice(name.lastIndexOf('/test/') + 1);
    return assertionResults.map(({ fullName, status }) => ({ file, test: `${file} > ${fullName}`, status }));
  });

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  const skipped = testsIn(report).filter(({ status }) => status === 'skipped');
  for (const file of new Set(skipped.map(({ file }) => file))) console.log(file);
}
