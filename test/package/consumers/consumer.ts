/**
 * The consumers: small projects with the packed package and a runtime or bundlers. Those of others/ run in check.yml
 * alone, and have no lock file: their manifests name exact versions.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import * as simd128 from '../../../ts/suites/romulus/simd128.generated.js';
import type { Build } from '../../fixtures/emulate-build.js';
import { isSkipped } from '../browser/launch.js';
import { browserOf, failuresOf, serveAnswers } from '../browser/pages.js';
import { cleanEnvironment, root } from '../npm.js';
import { kats, type Project } from '../tarball.js';
import type { Bundler, Entry } from './places.js';

const sha256: Record<Build, string> = {
  simd128: simd128.sha256,
  relaxed: simd128.relaxedSha256,
};

/** The answer of work() when all is well. */
export const outcome = (build: Build | 'compiled', entries: readonly Entry[] = ['main']) => ({
  build: build === 'compiled' ? build : sha256[build],
  vectors: 4292,
  used: entries,
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
export async function buildConsumer(folder: string, script: string, allowed = /(?!)/): Promise<void> {
  const { stdout, stderr } = await runWhole(folder, 'npm', 'run', script);
  const complaints = `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => /warn|critical|deprecated|deprecation|\(!\)|⚠/i.test(line) && !allowed.test(line));
  expect(complaints).toEqual([]);
}

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";

/** The page of a project, with a script of the source or of what was built. */
const page = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,"><script ${script}></script><body></body></html>`;

/** Tests bundlers that are installed in one folder of a project, on one page, in Chromium under a strict policy. */
export function describeBundlers(bundlers: readonly Bundler[], project: Project, installed: Promise<string>): void {
  for (const { folder } of bundlers)
    project.write(
      `${folder}/src/page.js`,
      `import * as romulus from 'romulus-wasm';
      import * as pool from 'romulus-wasm/pool';
      import * as stream from 'romulus-wasm/stream';
      import { work } from './smoke.js';
      const read = async (file) => (await fetch('/kats/' + file)).text();
      work({ romulus, stream, pool }, read).catch(String).then((told) => {
        document.body.textContent = JSON.stringify(told);
      });`,
    );
  describe.skipIf(isSkipped('chromium'))('in a page', () => {
    const browser = browserOf('chromium');
    const servers: (() => Promise<void>)[] = [];
    afterAll(() => Promise.all(servers.map((close) => close())));

    it.concurrent.each(bundlers)('works when built by $name', async ({ program, script, entries }) => {
      const folder = await installed;
      writeFileSync(join(folder, 'index.html'), page('type="module" src="src/page.js"'));
      await buildConsumer(folder, program);
      const { port, close } = await serveAnswers((path) => {
        if (path === '/' && script) return { body: page(script), policy };
        const at = path === '/' ? '/index.html' : path;
        const file = [join(folder, 'dist', program, at), join(kats, '..', at)].find(existsSync) as string;
        return { body: readFileSync(file), policy };
      });
      servers.push(close);
      const opened = await (await browser()).newPage();
      const failures = failuresOf(opened, { kinds: ['log', 'info', 'debug', 'warning', 'error'] });
      await opened.goto(`http://127.0.0.1:${port}/`);
      const body = opened.locator('body:not(:empty)');
      await body.waitFor({ timeout: 45_000 }).catch((error: unknown) => failures.push(String(error)));
      expect(failures).toEqual([]);
      expect(JSON.parse((await body.textContent()) ?? '')).toEqual(outcome('relaxed', entries));
    });
  });
}
