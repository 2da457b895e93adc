/** Checks that one list of suites exists. Only the files of a suite and the exempt files below may name it. */
import { suites } from '../../ts/suites/table.js';
import type { Finding, Project } from './project.js';

/** The table, the manifests made from it, the documents, and two lists of ciphers: of kernels and of the proof. */
const exempt =
  /^(ts\/suites\/table\.ts|verify\/native\/kernels\.(cpp|ts)|verify\/proof\/members\.ts|package\.json|typedoc\.json|README\.md|CHANGELOG\.md|(docs|kats)\/.*|(.*\/)?package-lock\.json)$/;
/** The estimates follow papers that compare the suites of the family, so they name these suites. */
const estimates = /^(ts|test\/node)\/estimates\/|consumer\.estimates\.ts$/;
const texts = /\.(c|cpp|h|hpp|ts|mts|mjs|js|json|md|html|css|svg|yml|java)$|^\.ci\//;

/** True if a text contains the name of a suite, as a word or as a part of another name. */
function namesSuite(key: string, { name, modes }: { name: string; modes: object }): (text: string) => boolean {
  const words = [key, name, ...Object.keys(modes).filter((mode) => /^[A-Z][a-z]{3,}$/.test(mode))];
  const parts = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
  const word = new RegExp(`(?<![A-Za-z])(?:${words.join('|')})`, 'i');
  const part = new RegExp(`(?<=[a-z])(?:${parts.join('|')})`);
  return (text) => word.test(text) || part.test(text);
}

/** A citation of a suite's page may name the suite. */
const citation = /\[[a-z][\w-]* [\d.]+\]|docs\/algorithms\/[a-z][\w-]*\.md/g;

export function checkSuiteNames(project: Project): Finding[] {
  const files = project.files(texts).filter((file) => !exempt.test(file) && !estimates.test(file));
  const others = Object.entries(suites).filter(([, { entry }]) => entry !== 'index');
  return others.flatMap(([key, suite]) => {
    const isNamed = namesSuite(key, suite);
    const ofSuite = new RegExp(`(^|[/.-])${key}([/.-]|$)`);
    return files
      .filter((file) => !ofSuite.test(file))
      .flatMap((file) => {
        const found = project.lines(file).find(([, text]) => isNamed(text.replaceAll(citation, '')));
        return found ? [{ file, line: found[0], text: `names the suite ${key}: go over the table of suites` }] : [];
      });
  });
}
