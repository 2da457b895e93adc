/** The modules that the package ships, and the one of which it makes JavaScript. */
import { bytesOf, relaxed } from '../../ts/engine/module-text.js';
import { type SuiteKey, suites } from '../../ts/suites/table.js';

export const builds = ['javascript', 'simd128', 'relaxed'] as const;
export type Build = (typeof builds)[number];

const textOf = async (suite: string, build: Build): Promise<string> =>
  build === 'relaxed'
    ? relaxed(await textOf(suite, 'simd128'))
    : (await import(`../../ts/suites/${suite}/${build === 'javascript' ? 'for-javascript' : build}.generated.ts`)).text;
const names: (readonly [suite: string, build: Build])[] = [
  ['romulus', 'javascript'],
  ...Object.keys(suites).flatMap((suite) => [[suite, 'simd128'] as const, [suite, 'relaxed'] as const]),
];
const texts = new Map(await Promise.all(names.map(async (name) => [name.join(' '), await textOf(...name)] as const)));

export const moduleOf = (build: Build, suite: SuiteKey = 'romulus'): Uint8Array =>
  bytesOf(texts.get(`${suite} ${build}`)!);
