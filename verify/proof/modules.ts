/** The modules that the package ships. */
import { bytesOf, relaxed } from '../../ts/engine/module-text.js';
import { type SuiteKey, suites } from '../../ts/suites/table.js';

export const builds = ['portable', 'simd128', 'relaxed'] as const;
export type Build = (typeof builds)[number];

const textOf = async (suite: string, build: Build): Promise<string> =>
  build === 'relaxed'
    ? relaxed(await textOf(suite, 'simd128'))
    : (await import(`../../ts/suites/${suite}/${build}.generated.ts`)).text;
const texts = await Promise.all(
  Object.keys(suites).flatMap((suite) =>
    builds.map(async (build) => [`${suite} ${build}`, await textOf(suite, build)] as const),
  ),
);
const byName = new Map(texts);

export const moduleOf = (build: Build, suite: SuiteKey = 'romulus'): Uint8Array =>
  bytesOf(byName.get(`${suite} ${build}`)!);
