/**
 * The consumers: small projects with the packed package and a runtime or bundlers. Those of others/ run in check.yml
 * alone, and have no lock file: their manifests name exact versions.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import * as simd128 from '../../../ts/suites/romulus/simd128.generated.js';
import type { Build } from '../../fixtures/emulate-build.js';
import { cleanEnvironment, root } from '../npm.js';
import { fileOutcome, messagesOutcome, poolOutcome } from '../smoke.js';
import type { Project } from '../tarball.js';
import type { Entry } from './places.js';

const sha256: Record<Build, string> = {
  simd128: simd128.sha256,
  relaxed: simd128.relaxedSha256,
};

/** The answer of work() with these entry points, when all is well. */
export const outcome = (build: Build | 'compiled', entries: readonly Entry[]) => ({
  ...outcomeUpTo(build),
  ...(entries.includes('stream') && { file: fileOutcome }),
  ...(entries.includes('pool') && { pool: poolOutcome }),
});

/** The answer of work() when a limit is set and all is well. */
export const outcomeUpTo = (build: Build | 'compiled') => ({
  build: build === 'compiled' ? build : sha256[build],
  vectors: 4292,
  messages: messagesOutcome,
});

export const fastestHere = process.versions.node.startsWith('20.') ? 'simd128' : 'relaxed';

/** The code blocks in a language under a heading of docs/guide.md. */
export function recipe(heading: string, language: string): string[] {
  const [section = ''] =
    readFileSync(join(root, 'docs/guide.md'), 'utf8').split(`## ${heading}\n`)[1]?.split('\n## ') ?? [];
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);
}

/** Copies the named project into one that has the package, and installs its other dependencies. Returns its folder. */
export async function installConsumer(project: Project, name: string): Promise<string> {
  const folder = join(project.folder, name);
  cpSync(new URL(name, import.meta.url), folder, { recursive: true });
  const command = existsSync(join(folder, 'package-lock.json')) ? 'ci' : 'install';
  // No install scripts: they may download or compile code that no version covers.
  await run(folder, 'npm', command, '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts');
  cpSync(project.installed, join(folder, 'node_modules/romulus-wasm'), { recursive: true });
  return folder;
}

/** The programs that install.ts has installed. */
export const programs = fileURLToPath(new URL('programs/node_modules', import.meta.url));

const runWhole = (cwd: string, program: string, ...args: string[]) =>
  promisify(execFile)(program, args, { cwd, env: cleanEnvironment(), timeout: 240_000 });

export const run = async (...command: Parameters<typeof runWhole>): Promise<string> =>
  (await runWhole(...command)).stdout;

/** Runs a script of a consumer that builds it. Fails if it complains in any form, except for the allowed text. */
export async function buildConsumer(folder: string, { script = 'build', allowed = /(?!)/ } = {}): Promise<void> {
  const { stdout, stderr } = await runWhole(folder, 'npm', 'run', script);
  const complaints = `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => /warn|critical|deprecated|deprecation|\(!\)|⚠/i.test(line) && !allowed.test(line));
  expect(complaints).toEqual([]);
}
