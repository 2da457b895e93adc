/**
 * The compiler confirms the claims of ts/engine/lanes.ts, ts/suites/table.ts and verify/proof/layout.ts about the modules'
 * memory and numbers. Without em++ this check says so, and fails only in CI.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaneRequest, LaneWord } from '../../ts/engine/lanes.js';
import { type Suite, type SuiteKey, suites } from '../../ts/suites/table.js';
import { eachInTurn, inFolder, type Kernel, main, root, run, sourceOf } from '../../verify/native/compile.js';
import { beforeEndOfAead, inHash, inLane } from '../../verify/proof/layout.js';
import { environment, kernelFlags, moduleFlags } from '../build/emscripten.js';

/** Claims of a file about a suite's module: a C++ expression, and the value that it must have. */
type Claims = readonly (readonly [file: string, expression: string, value: number])[];

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const numbersOf = (enumeration: object) => Object.entries(enumeration).filter(([, value]) => typeof value === 'number');

function claimsOn(key: SuiteKey, kernel: Kernel): Claims {
  const { modes, hash, mostLanes }: Suite = suites[key];
  const hasLanes = kernel === 'simd128' && mostLanes > 0;
  const table = (expression: string, value: number) => ['ts/suites/table.ts', expression, value] as const;
  const lanes = (expression: string, value: number) => ['ts/engine/lanes.ts', expression, value] as const;
  const proof = (fields: object, expressionOf: (field: string) => string) =>
    Object.entries(fields).map(([field, at]) => ['verify/proof/layout.ts', expressionOf(field), at] as const);
  return [
    ...Object.entries({ ...modes, ...(hash ? { h: hash } : {}) }).map(([mode, { id }]) =>
      table(`static_cast<unsigned>(suite::Mode::${mode.replaceAll('-', '').toLowerCase()})`, id),
    ),
    ...(hasLanes ? [table('sizeof(memory.lane) / sizeof(suite::Lane)', mostLanes)] : []),
    ...(hasLanes ? numbersOf(LaneWord) : []).flatMap(([word, at]) => [
      lanes(`offsetof(suite::Lane, ${snake(word)})`, at),
      lanes(`sizeof(suite::Lane::${snake(word)})`, Uint32Array.BYTES_PER_ELEMENT),
    ]),
    ...(hasLanes ? numbersOf(LaneRequest) : []).map(([request, value]) =>
      lanes(`static_cast<unsigned>(lanes::LaneRequest::${request})`, value),
    ),
    ...(hash ? proof(beforeEndOfAead, (field) => `sizeof(suite::Aead) - offsetof(suite::Aead, ${field})`) : []),
    ...(hash ? proof(inHash, (field) => `offsetof(suite::H<suite::Romulus>, ${field})`) : []),
    ...(hash && hasLanes ? proof(inLane, (field) => `offsetof(suite::Lane, ${field})`) : []),
  ];
}

/** 1 if a claim is wrong; the compiler says which. */
async function check(key: SuiteKey, kernel: Kernel, folder: string): Promise<number> {
  const probe = join(folder, `${key}-${kernel}.cpp`);
  const asserts = claimsOn(key, kernel).map(
    ([file, expression, value]) => `static_assert(${expression} == ${value}, "${file}");\n`,
  );
  writeFileSync(probe, `#include "${join(root, sourceOf(key))}"\n#include <cstddef>\n${asserts.join('')}`);
  const access = ['-fno-access-control', '-Wno-invalid-offsetof', '-ferror-limit=0', '-fsyntax-only'];
  const flags = [...moduleFlags, ...kernelFlags[kernel], ...access];
  const { status, stderr } = await run('em++', [...flags, probe], { env: environment, mayFail: true });
  if (status === 'ENOENT') {
    console.error('em++ is missing, so no layout is compared. On Debian 12: apt-get install emscripten');
    return process.env.CI ? 1 : 0;
  }
  if (status !== 0) console.error(stderr);
  return status === 0 ? 0 : 1;
}

await main(() =>
  inFolder(async (folder) => {
    const builds = (Object.keys(suites) as SuiteKey[]).flatMap((key) =>
      (['portable', 'simd128'] as const).map((kernel) => () => check(key, kernel, folder)),
    );
    const failed = (await eachInTurn(builds, (build) => build())).filter((each) => each > 0).length;
    if (failed === 0) console.log(`layouts: the numbers of ${builds.length} modules are those of the sources`);
    return failed;
  }),
);
