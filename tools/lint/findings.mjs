// What the checks of the house share: the files of a project, and how a check reports what it found there. A check looks at
// this project, or at the folder that its argument names.
import { readdirSync, readFileSync } from 'node:fs';
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

/** Prints each finding with its place and its mend, fails if there is one, and says otherwise what was found in order. */
export function report(check, findings, inOrder) {
  for (const { file, line, text, mend } of findings) console.error(`${file}:${line}: ${text}; ${mend}`);
  if (findings.length > 0) process.exit(1);
  console.log(`${check}: ${inOrder}`);
}
