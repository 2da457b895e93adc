/** Makes JavaScript of a module without SIMD, by binaryen's wasm2js, for engines without WebAssembly. */
import binaryen from 'binaryen';

/** The high word of a 64-bit result, which a function leaves here for its caller. It may contain bits of a key. */
const highWord = 'i64toi32_i32$HIGH_BITS';

/** Methods that are missing in binaryen's type. */
interface Untyped {
  getNumDataSegments(): number;
  getDataSegmentInfo(segment: binaryen.DataSegmentRef): { offset: number; data: ArrayBuffer };
}

/** An address as binaryen writes it: a number, a variable, or a variable and an offset. */
const address = String.raw`\[(\d+|\$\w+|\(\$\w+ \+ \d+ \| 0\)) >> 0\]`;
/** Four bytes that are read as one word, and a word that is written as four bytes: an address need not be a multiple of four. */
const reading = new RegExp(
  String.raw`HEAPU8${address} \| \(HEAPU8${address} << 8 \| 0\) \| 0 \| ` +
    String.raw`\(HEAPU8${address} << 16 \| 0 \| \(HEAPU8${address} << 24 \| 0\) \| 0\)`,
  'g',
);
const writing = new RegExp(
  String.raw`HEAP8${address} = (\$\w+);\s+HEAP8${address} = \2 >>> 8 \| 0;\s+` +
    String.raw`HEAP8${address} = \2 >>> 16 \| 0;\s+HEAP8${address} = \2 >>> 24 \| 0;`,
  'g',
);
const wordFunctions = `
 function readWord(at) {
  return HEAPU8[at] | HEAPU8[at + 1] << 8 | HEAPU8[at + 2] << 16 | HEAPU8[at + 3] << 24;
 }
 function writeWord(at, word) {
  HEAPU8[at] = word;
  HEAPU8[at + 1] = word >>> 8;
  HEAPU8[at + 2] = word >>> 16;
  HEAPU8[at + 3] = word >>> 24;
 }
`;

/** True if each address follows the address before it. */
function areInARow(addresses: string[]): boolean {
  const parts = addresses.map((text) => /^\(?(\$\w+)?(?: \+ )?(\d+)?/.exec(text) ?? []);
  const [, base, first = 0] = parts[0] ?? [];
  return parts.every(([, itsBase, offset = 0], i) => itsBase === base && Number(offset) === Number(first) + i);
}

/** Calls a function for each word at any address: binaryen writes four bytes in its place each time. */
function withWordFunctions(text: string): string {
  const read = text.replace(reading, (bytes, ...addresses) =>
    areInARow(addresses.slice(0, 4)) ? `readWord(${addresses[0]})` : bytes,
  );
  const written = read.replace(writing, (bytes, first, word, ...others) =>
    areInARow([first, ...others.slice(0, 3)]) ? `writeWord(${first}, ${word});` : bytes,
  );
  return written.replace('\n function ', `${wordFunctions}\n function `);
}

/** The text of a TypeScript file with a function that gives a new instance: the same exports as the module's. */
export function javascriptOf(bytes: Uint8Array): string {
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(1);
  const module = binaryen.readBinary(bytes) as binaryen.Module & Untyped;
  const segments = Array.from({ length: module.getNumDataSegments() }, (_, i) => {
    const { offset, data } = module.getDataSegmentInfo(module.getDataSegmentByIndex(i));
    return ` HEAPU8.set([${new Uint8Array(data)}], ${offset});`;
  });
  // Before this part stands the data in base64 with its reader. Behind it the instance is made and exported.
  const whole = module.emitAsmjs();
  const functions = withWordFunctions(
    whole.slice(whole.indexOf('function asmFunc('), whole.indexOf('\nvar retasmFunc')),
  ).replace(/ bufferView = HEAPU8;\n initActiveSegments\(imports\);/, segments.join('\n'));
  // The word stays nowhere: its reader clears it.
  const cleared = functions.replaceAll(/^.*= i64toi32_i32\$HIGH_BITS.*;$/gm, `$& ${highWord} = 0;`);
  const count = (pattern: RegExp) => cleared.match(pattern)?.length ?? 0;
  const calls = count(/(?<!function )(__wasm_rotl_i64|_ZN\w+)\(/g);
  const isClear =
    calls === count(/; i64toi32_i32\$HIGH_BITS = 0;$/gm) &&
    // Each call reads the word once and clears it. The text also has a declaration, and two functions that leave a word.
    2 * calls + 3 === count(/i64toi32_i32\$HIGH_BITS/g);
  if (!isClear) throw new Error('a high word may stay behind in the JavaScript');
  if (/\b(eval|Function|WebAssembly)\b/.test(cleared)) throw new Error('a policy may forbid the JavaScript');
  // Some typed arrays and functions of Math are never used.
  const used = cleared.replaceAll(/^ var ((?:HEAP|Math_)\w+) = .*;\n/gm, (line, name) =>
    cleared.split(name).length > 2 ? line : '',
  );
  return [
    '// @ts-nocheck',
    '// JavaScript made of the portable module by `npm run build:wasm`; not to be edited.',
    'export default function instantiate() {',
    used.trim(),
    'return asmFunc({});',
    '}',
    '',
  ].join('\n');
}
