/**
 * Makes JavaScript of a module without SIMD, for engines without WebAssembly. It uses binaryen's wasm2js. No function
 * of the module may return 64 bits, because half of them, which may be bits of a key, would stay in a variable.
 */
import binaryen from 'binaryen';

/** Methods that are missing in binaryen's type. */
interface Untyped {
  getNumDataSegments(): number;
  getDataSegmentInfo(segment: binaryen.DataSegmentRef): { offset: number; data: ArrayBuffer };
}

/** An address as binaryen writes it: a number, a variable, or a variable and an offset. */
const address = String.raw`\[(\d+|\$\w+|\(\$\w+ \+ \d+ \| 0\)) >> 0\]`;
/**
 * Four bytes that are read as one word, and a word that is written as four bytes. Their address need not be a multiple
 * of four.
 */
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

/**
 * Replaces each access to a word at any address by a call of a function. binaryen writes four accesses to bytes in its
 * place.
 */
function withWordFunctions(text: string): string {
  const read = text.replace(reading, (bytes, ...addresses) =>
    areInARow(addresses.slice(0, 4)) ? `readWord(${addresses[0]})` : bytes,
  );
  const written = read.replace(writing, (bytes, first, word, ...others) =>
    areInARow([first, ...others.slice(0, 3)]) ? `writeWord(${first}, ${word});` : bytes,
  );
  return written.replace('\n function ', `${wordFunctions}\n function `);
}

/** A bitwise operation on a value, whose result is a word of 32 bits. Another conversion to such a word follows. */
const converted = /((?:\^|&|<<) (?:\$\w+|-?\d+|HEAPU?\d+\[[^[\]]+\]|readWord\([^()]*\))) \| 0(?! *>>)/g;

/** Removes conversions of values that are words of 32 bits already. */
function withoutConversions(text: string): string {
  const shorter = text.replace(converted, '$1');
  return shorter === text ? text : withoutConversions(shorter);
}

/** A rotation by a constant, as binaryen calls it, and a rotation with fewer operations. */
const rotation = /function __wasm_rotl_i32\((\$\w+), (\$\w+)\) \{[^}]*\}/;
const shortRotation = 'function __wasm_rotl_i32($1, $2) {\n  return $1 << $2 | $1 >>> 32 - $2;\n }';

/** The object of the exports begins with the memory, which never grows. */
const memory = /"memory": Object\.create\(.*?\}\),/s;

/** Returns the text of a TypeScript file. Its function makes a new instance, with the same exports as the module. */
export function javascriptOf(bytes: Uint8Array): string {
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(1);
  const module = binaryen.readBinary(bytes) as binaryen.Module & Untyped;
  const segments = Array.from({ length: module.getNumDataSegments() }, (_, i) => {
    const { offset, data } = module.getDataSegmentInfo(module.getDataSegmentByIndex(i));
    const padded = new Uint8Array((data.byteLength + 3) & ~3);
    padded.set(new Uint8Array(data));
    if (offset % 4 !== 0) throw new Error('a data segment begins between two words');
    return ` HEAP32.set([${new Int32Array(padded.buffer)}], ${offset / 4});`;
  });
  // Only this part of the output is used. Before it come the data in base64 and their reader, and after it the code
  // that makes and exports the instance.
  const whole = module.emitAsmjs();
  const functions = withoutConversions(
    withWordFunctions(whole.slice(whole.indexOf('function asmFunc('), whole.indexOf('\nvar retasmFunc'))),
  )
    .replace(/ bufferView = HEAPU8;\n initActiveSegments\(imports\);/, segments.join('\n'))
    .replace(rotation, shortRotation)
    .replace(/\n function __wasm_memory_size\(\) \{[^}]*\}\n/, '')
    .replace(memory, '"memory": { "buffer": buffer },');
  // Some typed arrays, variables and functions of Math are never used.
  const used = functions.replaceAll(/^ var ((?:HEAP|Math_|i64toi32_)[\w$]+) = .*;\n/gm, (line, name) =>
    functions.split(name).length > 2 ? line : '',
  );
  if (/i64toi32|_i64/.test(used)) throw new Error('a half of a 64-bit result may stay behind in the JavaScript');
  if (/\b(eval|Function|WebAssembly)\b/.test(used)) throw new Error('a policy may forbid the JavaScript');
  return [
    '// @ts-nocheck',
    '// JavaScript made by `npm run build:wasm`, of a module with functions for words of 32 bits; not to be edited.',
    'export default function instantiate() {',
    used.trim(),
    'return asmFunc({});',
    '}',
    '',
  ].join('\n');
}
