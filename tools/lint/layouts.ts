/** The compiler confirms the modules' numbers in ts/engine/lanes.ts, ts/suites/table.ts and verify/native/offsets.ts. */
import { LaneRequest, LaneWord } from '../../ts/engine/lanes.js';
import { type Suite, type SuiteKey, suites } from '../../ts/suites/table.js';
import { failuresOf, isMissing, type Kernel, kernelsOf, main } from '../../verify/native/compile.js';
import { beforeEndOfAead, inHash, inLane } from '../../verify/native/offsets.js';
import { valuesOf } from '../../verify/native/values.js';

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
    Object.entries(fields).map(([field, at]) => ['verify/native/offsets.ts', expressionOf(field), at] as const);
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

async function check(key: SuiteKey, kernel: Kernel): Promise<boolean> {
  const claims = claimsOn(key, kernel);
  const values = await valuesOf(
    key,
    kernel,
    claims.map(([, expression]) => expression),
  );
  const wrong = claims.filter(([, , value], i) => value !== values[i]);
  for (const [file, expression, value] of wrong)
    console.error(`${file}, ${key}, ${kernel}: ${expression} is not ${value}`);
  return wrong.length === 0;
}

await main(async () => {
  if (await isMissing('em++', 'emscripten')) return process.env.CI ? 1 : 0;
  const keys = Object.keys(suites) as SuiteKey[];
  const builds = keys.flatMap((key) => kernelsOf(key).map((kernel) => () => check(key, kernel)));
  const failed = await failuresOf(builds);
  if (failed === 0) console.log(`layouts: the numbers of ${builds.length} modules are those of the sources`);
  return failed;
});
