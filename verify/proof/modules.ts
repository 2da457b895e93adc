/** The modules that the package ships. */
import { bytesOf, relaxed } from '../../ts/engine/module-text.js';
import { type SuiteKey, suites } from '../../ts/suites/table.js';

export const builds = ['portable', 'simd128', 'relaxed'] as const;
export type Build = (typeof builds)[number];

const textOf = async (suite: string, build: Build): Promise<string> =>
  build === 'relaxed'
    ? relaxed(await textOf(suite, 'simd128'))
    : (await import(`../../ts/suites/${suite}/${build}.generated.ts`)).text;
const names = Object.keys(suites).flatMap((suite) => builds.map((build) => [suite, build] as const));
const texts = new Map(await Promise.all(names.map(async (name) => [name.join(' '), await textOf(...name)] as const)));

export const moduleOf = (build: Build, suite: SuiteKey = 'romulus'): Uint8Array =>
  bytesOf(texts.get(`${suite} ${build}`)!);
