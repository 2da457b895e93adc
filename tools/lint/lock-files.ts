/**
 * Checks that each lock file has a checksum for everything that npm would download on any system, and names no host to
 * download it from. lockfile-lint does not check this: it accepts a package without a checksum if no host is named.
 */
import type { Finding, Project } from './project.js';

interface LockEntry {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, LockEntry>;

/** npm prefers a shrinkwrap to a lock file. */
const lockFile = /(^|\/)(package-lock|npm-shrinkwrap)\.json$/;

export const checkLockFiles = (project: Project): Finding[] =>
  project
    .files(lockFile)
    .flatMap((file) => problemsOf(JSON.parse(project.text(file))).map((text) => ({ file, line: 1, text })));

function problemsOf(lock: { lockfileVersion: number; packages: Packages; dependencies?: object }): string[] {
  // Older versions list every package twice, and npm may read the second list.
  if (lock.lockfileVersion !== 3 || lock.dependencies) return ['is not of version 3'];
  const problems: string[] = [];
  for (const [place, { link, resolved, integrity, dependencies, optionalDependencies }] of Object.entries(
    lock.packages,
  )) {
    // A link leads to a folder of this repository, which has an entry of its own.
    const isFolder = /^[./]*$/.test(resolved ?? '') && Object.hasOwn(lock.packages, resolved ?? '');
    if (link ? !isFolder : resolved !== undefined) problems.push(`${place} comes from ${resolved}`);
    const isInstalled = !link && /(^|\/)node_modules\//.test(place);
    if (isInstalled && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) problems.push(`${place} has no SHA-512`);
    // On every system, npm installs an optional dependency only if it has an entry.
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (!isFound(lock.packages, place, name))
        problems.push(`${place || 'the project'} needs ${name}, which has no entry`);
  }
  return problems;
}

/** True if a package at this place of the tree finds the dependency in its own folder or a folder above. */
function isFound(packages: Packages, place: string, dependency: string): boolean {
  const path = `${place && `${place}/`}node_modules/${dependency}`;
  if (Object.hasOwn(packages, path)) return true;
  return (
    place !== '' && isFound(packages, place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0)), dependency)
  );
}
