// Fails unless every lock file below a folder (this repository if none is named) names a checksum for all that npm would
// download, on any system, and no host to download it from.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));

/** The lock files below a folder, without those of what is installed there. */
function* lockFilesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git') yield* lockFilesBelow(path);
    // The others take the place of package-lock.json wherever they are.
    else if (/^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/.test(entry.name))
      yield path;
  }
}

/** Whether a package at this place of the tree finds the dependency there, or in a folder above. */
function finds(packages, place, dependency) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (Object.hasOwn(packages, `${folder}${folder && '/'}node_modules/${dependency}`)) return true;
    if (folder === '') return false;
  }
}

function* problemsOf({ lockfileVersion, packages, dependencies }) {
  // Older forms list everything a second time, and npm may read that list.
  if (lockfileVersion !== 3 || dependencies !== undefined) return yield 'is not of version 3';
  for (const [place, entry] of Object.entries(packages)) {
    if (entry.link) {
      // A link to a folder of this repository, which has an entry of its own.
      if (!/^[./]*$/.test(entry.resolved) || !Object.hasOwn(packages, entry.resolved))
        yield `${place} links to ${entry.resolved}`;
      continue;
    }
    if (entry.resolved !== undefined) yield `${place} names where it is downloaded from`;
    if (/(^|\/)node_modules\//.test(place) && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity))
      yield `${place} has no SHA-512`;
    // npm skips on every system what is optional and has no entry.
    for (const dependency of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      if (!finds(packages, place, dependency))
        yield `${place || 'the project'} depends on ${dependency}, which has no entry`;
  }
}

let found = 0;
for (const file of lockFilesBelow(root)) {
  const name = relative(root, file);
  const problems = name.endsWith('package-lock.json')
    ? problemsOf(JSON.parse(readFileSync(file, 'utf8')))
    : ['is not a package-lock.json'];
  for (const problem of problems) {
    console.error(`${name}: ${problem}`);
    process.exitCode = 1;
  }
  found++;
}
if (found === 0) {
  console.error(`no lock file in ${root}`);
  process.exitCode = 1;
}
