// What the checks of the house share: the files of a project, and how a check reports what it found there. A check looks at
// this project, or at the folder that its argument names.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));

/** Nobody writes what is in these by hand. */
const skipped = new Set(['.git', 'node_modules', 'dist', 'coverage', 'verify/fuzz/corpus', 'verify/fuzz/found']);

/** The files of the project whose paths match, in order. */
export function filesOf(pattern, folder = '') {
  const found = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (skipped.has(path) || skipped.has(entry.name)) continue;
    if (entry.isDirectory()) found.push(...filesOf(pattern, path));
    else if (pattern.test(path)) found.push(path);
  }
  return found.sort();
}

export const textOf = (file) => readFileSync(join(root, file), 'utf8');
export const linesOf = (file) => textOf(file).split('\n');

/** The names of the folders in a folder. */
export const foldersIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    : [];

/**
 * What breaks a rule today, for each check by the file and what is said of it, with what cures it. An exception that nothing
 * needs any more is an error.
 */
const exceptionList = 'tools/lint/exceptions.json';

/** Prints each finding with its place and its mend, fails if there is one, and says otherwise what was found in order. */
export function report(check, findings, inOrder) {
  const exceptions = existsSync(join(root, exceptionList)) ? (JSON.parse(textOf(exceptionList))[check] ?? {}) : {};
  const keyOf = ({ file, text }) => `${file}: ${text}`;
  const errors = findings
    .filter((finding) => !Object.hasOwn(exceptions, keyOf(finding)))
    .map(({ file, line, text, mend }) => `${file}:${line}: ${text}; ${mend}`);
  const keys = new Set(findings.map(keyOf));
  for (const key of Object.keys(exceptions))
    if (!keys.has(key)) {
      const line = linesOf(exceptionList).findIndex((text) => text.includes(JSON.stringify(key))) + 1;
      errors.push(`${exceptionList}:${line}: nothing needs the exception ${JSON.stringify(key)}; delete it`);
    }
  if (errors.length > 0) {
    console.error(errors.join('\n'));
    process.exit(1);
  }
  const count = Object.keys(exceptions).length;
  console.log(`${check}: ${inOrder}${count > 0 ? `; ${count} exceptions in ${exceptionList}` : ''}`);
}
