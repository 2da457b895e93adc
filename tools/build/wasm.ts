/**
 * Builds the WebAssembly modules with the pinned Emscripten, and writes each as TypeScript. The module of each suite in
 * wasm-src/ goes into a folder of ts/, and the benchmark's bare kernel into bench/kernel/. With --check it compares the
 * files instead, and fails if a byte differs. Names of suites choose some of them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import binaryen from 'binaryen';
import { type EngineExports, mapOf } from '../../ts/engine/memory-map.js';
import { type Suite, suites } from '../../ts/suites/table.js';
import { environment, kernelFlags, moduleFlags, need } from './emscripten.js';
import { javascriptOf } from './javascript.js';
import { moduleText } from './module-text.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { SIMD128, RelaxedSIMD } = binaryen.Features;

const aead = [
  'memory_map',
  'aead_start',
  'aead_absorb_ad',
  'aead_read_text',
  'aead_encrypt_text',
  'aead_decrypt_text',
  'aead_tag',
  'aead_verify',
  'aead_encrypt',
  'aead_decrypt',
];
const hash = ['hash_start', 'hash_update', 'hash_finish', 'hash'];

const modules = Object.entries<Suite>(suites).map(([key, suite]) => ({
  source: `wasm-src/suites/${key}/module.cpp`,
  folder: `ts/suites/${key}`,
  functions: [...aead, ...(suite.hash ? hash : []), `suite_${key.replaceAll('-', '_')}`],
  lanes: suite.mostLanes > 0 ? ['lanes_run'] : [],
}));
const kernel = {
  source: 'bench/kernel/kernel.cpp',
  folder: 'bench/kernel',
  functions: [
    'chain_of_one',
    'chain_of_pairs',
    'state_address',
    'skinny_tbc',
    'ascon_permutation',
    'keccak_permutation',
    'spongent_permutation',
  ],
  lanes: [],
};

interface Kind {
  readonly functions: readonly string[];
  readonly pages: number;
  readonly flags: readonly string[];
  readonly features: number;
}

// Writes to a temporary file, because a failing em++ may leave half a module.
function compile(source: string, { functions, pages, flags }: Kind): Buffer {
  const warnings = ['-Wall', '-Wextra', '-Wconversion', '-Werror'];
  const link = [
    '--no-entry',
    '-nostdlib++',
    '-sSTANDALONE_WASM',
    '-sSUPPORT_ERRNO=0',
    '-sTOTAL_STACK=1024',
    `-sINITIAL_MEMORY=${pages * 65536}`,
    `-sEXPORTED_FUNCTIONS=${functions.map((name) => `_${name}`).join()}`,
  ];
  const folder = mkdtempSync(join(tmpdir(), 'romulus-wasm-'));
  const file = join(folder, 'module.wasm');
  try {
    const all = [...moduleFlags, ...warnings, ...flags, source, ...link, '-o', file];
    execFileSync('em++', all, { cwd: root, stdio: 'inherit', env: environment });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Emscripten always exports its stack functions, its start function and its table. They are removed, because the module
// has no constructors (module.hpp asserts it), no calls through the table, and nothing on the stack.
function finish(bytes: Uint8Array, { functions, features }: Kind): Buffer {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(features);
  for (let i = module.getNumExports() - 1; i >= 0; i--) {
    const { name } = binaryen.getExportInfo(module.getExportByIndex(i));
    if (name !== 'memory' && !functions.includes(name)) module.removeExport(name);
  }
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(1);
  // The first run makes parts of the code equal. The second run uses this, so that the module compresses better.
  module.optimize();
  module.optimize();
  for (let i = 0; i < module.getNumGlobals(); i++)
    if (binaryen.getGlobalInfo(module.getGlobalByIndex(i)).mutable)
      throw new Error('the module uses a stack in memory, where a secret could stay behind');
  return Buffer.from(module.emitBinary());
}

const textOf = (bytes: Uint8Array) => binaryen.readBinary(bytes).emitText();

// The relaxed module is the simd128 module with relaxed swizzles. Both give the same results, because no index lies in
// 16..127 (simd128.hpp asserts this of its tables).
function relax(simd128: Buffer): Buffer {
  const module = binaryen.parseText(textOf(simd128).replaceAll('i8x16.swizzle', 'i8x16.relaxed_swizzle'));
  module.setFeatures(SIMD128 | RelaxedSIMD);
  return Buffer.from(module.emitBinary());
}

// The simd128 module with the opcode of each swizzle padded to the length of the relaxed opcode. The two modules then
// differ in nothing else. So the package contains one of them and makes the other (ts/engine/module-text.ts).
function padSwizzles(relaxed: Buffer, simd128: Buffer): Buffer {
  const hex = relaxed.toString('hex').replaceAll('fd8002', 'fd8e00');
  const padded = Buffer.from(hex, 'hex');
  if (textOf(padded) !== textOf(simd128)) throw new Error('padding the swizzles changed the module');
  const narrow = moduleText(Buffer.from('fd8e00', 'hex'));
  const wide = moduleText(Buffer.from('fd8002', 'hex'));
  if (moduleText(padded).replaceAll(narrow, wide) !== moduleText(relaxed))
    throw new Error('the padded swizzles cannot be told from other bytes');
  return padded;
}

async function check(name: string, bytes: Buffer, { functions }: Kind): Promise<void> {
  const compiled = await WebAssembly.compile(Uint8Array.from(bytes));
  const imports = WebAssembly.Module.imports(compiled);
  if (imports.length > 0) throw new Error(`${name}: imports ${imports.map((entry) => entry.name).join()}`);
  const exports = WebAssembly.Module.exports(compiled).map((entry) => entry.name);
  if (exports.sort().join() !== ['memory', ...functions].sort().join())
    throw new Error(`${name}: exports ${exports.join()}`);
  const exported = new WebAssembly.Instance(compiled).exports as unknown as EngineExports;
  const memory = exported.memory as WebAssembly.Memory;
  // An input that changes while it is copied is wiped to the end of the memory (ts/base/bytes.ts).
  if ('memory_map' in exported && new Uint8Array(memory.buffer, mapOf(exported)[1]).some(Boolean))
    throw new Error(`${name}: initialised data lies behind the window, where a call may wipe it`);
  let grows = true;
  try {
    memory.grow(1);
  } catch {
    grows = false;
  }
  if (grows) throw new Error(`${name}: its memory grows`);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const typescriptOf = (name: string, source: string, bytes: Buffer, relaxed?: Buffer) =>
  [
    `// The ${name}, made from ${source} by \`npm run build:wasm\`; not to be edited.`,
    `export const sha256 = '${sha256(bytes)}';`,
    ...(relaxed
      ? [
          '// Of the relaxed module, which ts/engine/module-text.ts makes of this one.',
          `export const relaxedSha256 = '${sha256(relaxed)}';`,
        ]
      : []),
    // Packages are sent compressed. This text is then 30 % smaller than base64, which hides repeated instructions.
    'export const text =',
    `  "${moduleText(bytes)}";`,
    '',
  ].join('\n');

function put(file: string, text: string, length: number): void {
  if (!process.argv.includes('--check')) {
    writeFileSync(join(root, file), text);
    console.log(`${file}: ${length} bytes`);
  } else if (readFileSync(join(root, file), 'utf8') === text) {
    console.log(`${file}: as the sources give it`);
  } else {
    console.error(`${file}: not what the sources give. Run npm run build:wasm and commit the result.`);
    stale = true;
  }
}

// Its output is compared to the byte, so no other version will do, nor one built with another LLVM.
need('emscripten');
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isChosen = ({ folder }: { folder: string }) => names.length === 0 || names.includes(basename(folder));
let stale = false;
for (const { source, folder, functions, lanes } of [...modules, kernel].filter(isChosen)) {
  if (folder === 'ts/suites/romulus') {
    const words = { functions, pages: 1, flags: kernelFlags.javascript, features: 0 };
    const forJavaScript = finish(compile(source, words), words);
    await check('JavaScript', forJavaScript, words);
    const text = typescriptOf('module for JavaScript', source, forJavaScript);
    put(`${folder}/for-javascript.generated.ts`, text, forJavaScript.length);
    const javascript = javascriptOf(forJavaScript);
    put(`${folder}/javascript.generated.ts`, javascript, javascript.length);
  }

  const vector = {
    functions: [...functions, ...lanes],
    pages: lanes.length > 0 ? 2 : 1,
    flags: kernelFlags.simd128,
    features: SIMD128,
  };
  const plain = finish(compile(source, vector), vector);
  const relaxed = textOf(plain).includes('i8x16.swizzle') ? relax(plain) : undefined;
  const simd128 = relaxed ? padSwizzles(relaxed, plain) : plain;
  await check('simd128', simd128, vector);
  // Some versions of Node cannot compile relaxed SIMD, and skip this check. All that it looks at is equal in the
  // simd128 module.
  if (relaxed && WebAssembly.validate(Uint8Array.from(relaxed))) await check('relaxed', relaxed, vector);
  put(`${folder}/simd128.generated.ts`, typescriptOf('simd128 module', source, simd128, relaxed), simd128.length);
}
if (stale) process.exit(1);
