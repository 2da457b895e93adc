/** The installed package on a site with a page for each program, and what the pages must answer in every browser. */
import { expect } from 'vitest';
import type { Build } from '../../fixtures/emulate-build.js';
import { poolOutcome } from '../smoke.js';
import { startedOnce } from '../started-once.js';
import type { BrowserName } from './launch.js';
import { answerOf, browserOf } from './pages.js';
import { projectWithPages, serve } from './site.js';

export const strict = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

export const noWorkers = {
  code: 'ERR_ROMULUS_LOAD',
  hint: expect.stringMatching(/worker-src.*Content-Security-Policy/),
};
const noModule = { code: 'ERR_ROMULUS_LOAD', hint: expect.stringContaining("'wasm-unsafe-eval'") };

/** Pages, each with its policy and its answer. */
export const answers: [title: string, page: string, policy: string, answer: unknown][] = [
  [
    'hashes a Blob and the stream of a response',
    'stream',
    strict,
    { blob: true, body: true, progress: [1_000_000, 1_000_000] },
  ],
  ['has a pool in workers of the package as it is', 'pool', strict, poolOutcome],
  ['names a remedy if the policy forbids workers', 'no-pool', `${strict}; worker-src 'none'`, noWorkers],
  // Two refusals: the package keeps no failure, and the second call reports the same.
  ["names 'wasm-unsafe-eval' where the policy lacks it", 'refused', "default-src 'self'", [noModule, noModule]],
];

export function installedSite() {
  const project = projectWithPages();
  const site = startedOnce(
    () => serve(project),
    (site) => site.close(),
  );
  /** The answers of pages in a browser. A page may log no errors except those allowed for it. */
  const answersIn = (name: BrowserName, allowed: Record<string, RegExp> = {}) => {
    const browser = browserOf(name);
    return async (page: string, policy: string, build?: Build): Promise<unknown> =>
      answerOf(await browser(), (await site()).address(page, policy, build), allowed[page]);
  };
  return { project, answersIn };
}
