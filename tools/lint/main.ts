/** Runs the checks that no tool has, and prints each finding with its place. An argument names another folder. */
import { join } from 'node:path';
import { checkCitations } from './citations.js';
import { checkIncludes } from './includes.js';
import { checkLockFiles } from './lock-files.js';
import { type Check, Project } from './project.js';

const checks: readonly Check[] = [checkCitations, checkIncludes, checkLockFiles];

const project = new Project(process.argv[2] ?? join(import.meta.dirname, '../..'));
const findings = checks.flatMap((check) => check(project));
for (const { file, line, text } of findings) console.error(`${file}:${line}: ${text}`);
if (findings.length > 0) process.exitCode = 1;
