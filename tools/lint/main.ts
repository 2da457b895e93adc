/**
 * Runs the checks that no tool has, and prints each finding with its place. Then zizmor and actionlint check the
 * workflows; where they are not installed, this program says so, and fails in CI only. An argument names another folder.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkCitations } from './citations.js';
import { checkIncludes } from './includes.js';
import { checkLockFiles } from './lock-files.js';
import { type Check, Project } from './project.js';

const checks: readonly Check[] = [checkCitations, checkIncludes, checkLockFiles];

const cwd = process.argv[2] ?? join(import.meta.dirname, '../..');
const project = new Project(cwd);
const findings = checks.flatMap((check) => check(project));
for (const { file, line, text } of findings) console.error(`${file}:${line}: ${text}`);
if (findings.length > 0) process.exitCode = 1;

for (const [program, ...args] of [['zizmor', '--offline', '--quiet', '.github'], ['actionlint']] as const) {
  const { error, status } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  if (isMissing) console.error(`${program} is missing, so it did not check the workflows: .ci/checkers installs it`);
  else if (error) throw error;
  if (isMissing ? process.env.CI : status !== 0) process.exitCode = 1;
}
