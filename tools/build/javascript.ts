/** Makes JavaScript of a module without SIMD, by binaryen's wasm2js, for engines without WebAssembly. */
import binaryen from 'binaryen';

/** The high word of a 64-bit result, which a function leaves here for its caller. It may be of a key. */
const highWord = 'i64toi32_i32$HIGH_BITS';

/** Methods that binaryen's type leaves out. */
interface Untyped {
  getNumDataSegments(): number;
  getDataSegmentInfo(segment: binaryen.DataSegmentRef): { offset: number; data: ArrayBuffer };
}

/** The text of a TypeScript file with a function that gives a new instance: the same exports as the module's. */
export function javascriptOf(bytes: Uint8Array): string {
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(1);
  const module = binaryen.readBinary(bytes) as binaryen.Module & Untyped;
  const segments = Array.from({ length: module.getNumDataSegments() }, (_, i) => {
    const { offset, data } = module.getDataSegmentInfo(module.getDataSegmentByIndex(i));
    return ` HEAPU8.set([${new Uint8Array(data)}], ${offset});`;
  });
  // Before that is the data in base64 with its reader; behind it an instance is made, and exported.
  const whole = module.emitAsmjs();
  const functions = whole
    .slice(whole.indexOf('function asmFunc('), whole.indexOf('\nvar retasmFunc'))
    .replace(/ bufferView = HEAPU8;\n initActiveSegments\(imports\);/, segments.join('\n'));
  // The word stays nowhere: whoever reads it clears it.
  const cleared = functions.replaceAll(/^.*= i64toi32_i32\$HIGH_BITS.*;$/gm, `$& ${highWord} = 0;`);
  const count = (pattern: RegExp) => cleared.match(pattern)?.length ?? 0;
  const calls = count(/(?<!function )(__wasm_rotl_i64|_ZN\w+)\(/g);
  const isClear =
    calls === count(/; i64toi32_i32\$HIGH_BITS = 0;$/gm) &&
    // Each is read once and cleared. Besides, there are a declaration, and two functions that leave a word.
    2 * calls + 3 === count(/i64toi32_i32\$HIGH_BITS/g);
  if (!isClear) throw new Error('a high word may stay behind in the JavaScript');
  if (/\b(eval|Function|WebAssembly)\b/.test(cleared)) throw new Error('a policy may forbid the JavaScript');
  return [
    '// @ts-nocheck',
    '// JavaScript made of the portable module by `npm run build:wasm`; not to be edited.',
    'export default function instantiate() {',
    `${cleared.trim()}`,
    'return asmFunc({});',
    '}',
    '',
  ].join('\n');
}
