// Builds the WebAssembly modules with the pinned Emscripten, wasm-src/ into ts/engine/ and the benchmark's bare kernel into
// bench/kernel/, and writes each as TypeScript; with --check it compares instead, and fails when a byte differs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import binaryen from 'binaryen';

const emscripten = '3.1.6';
const root = fileURLToPath(new URL('..', import.meta.url));
const { SIMD128, RelaxedSIMD } = binaryen.Features;

const library = {
  source: 'wasm-src/abi/abi.cpp',
  folder: 'ts/engine',
  functions: [
    'state_address',
    'window_address',
    'piece_limit',
    'aead_state_length',
    'hash_state_length',
    'aead_start',
    'aead_absorb_ad',
    'aead_read_text',
    'aead_encrypt_text',
    'aead_decrypt_text',
    'aead_tag',
    'aead_verify',
    'aead_encrypt',
    'aead_decrypt',
    'hash_start',
    'hash_update',
    'hash_finish',
    'hash',
  ],
};
const kernel = {
  source: 'bench/kernel/kernel.cpp',
  folder: 'bench/kernel',
  functions: ['chain_of_one', 'chain_of_pairs'],
};
const pages = 1;

function requireEmscripten() {
  let found;
  try {
    found = /\b(\d+\.\d+\.\d+)\b/.exec(execFileSync('em++', ['--version'], { encoding: 'utf8' }))?.[1];
  } catch {}
  if (found === emscripten) return;
  console.error(
    `build:wasm needs Emscripten ${emscripten}; ${found ? `em++ is ${found}` : 'there is no em++ on the PATH'}.\n` +
      'Its output is compared to the byte, so no other version does, nor one built with another LLVM. On Debian 12, or in a\n' +
      'container of it:\n  apt-get install -y --no-install-recommends emscripten\n' +
      'Only changes in wasm-src/ need it: the built modules are in the repository.',
  );
  process.exit(1);
}

// To a temporary file: a failing em++ may leave half a module behind.
function compile({ source, functions }, flags) {
  // The kernels say what is to be inlined and unrolled; everywhere else that only makes the package larger.
  const size = ['-fno-unroll-loops', '-fno-vectorize', '-fno-slp-vectorize', '-mllvm', '-inline-threshold=40'];
  const language = ['-std=c++20', '-fno-exceptions', '-fno-rtti', '-fno-builtin'];
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
    const all = ['-O2', ...size, ...language, ...warnings, ...flags, source, ...link, '-o', file];
    execFileSync('em++', all, { cwd: root, stdio: 'inherit' });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Emscripten exports its stack helpers, its start function and its table whatever is asked for. None is of use here:
// there are no constructors (abi.cpp asserts it), no calls through the table, and nothing on the stack.
function finish({ functions }, bytes, features) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(features);
  for (let i = module.getNumExports() - 1; i >= 0; i--) {
    const { name } = binaryen.getExportInfo(module.getExportByIndex(i));
    if (name !== 'memory' && !functions.includes(name)) module.removeExport(name);
  }
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(1);
  module.optimize();
  for (let i = 0; i < module.getNumGlobals(); i++)
    if (binaryen.getGlobalInfo(module.getGlobalByIndex(i)).mutable)
      throw new Error('the module uses a stack in memory, where a secret could stay behind');
  return module.emitBinary();
}

const textOf = (bytes) => binaryen.readBinary(bytes).emitText();

// The relaxed module is the simd128 module with every swizzle relaxed: both mean the same, as no index lies in 16..127
// (simd128.hpp asserts it of its tables).
function relax(simd128) {
  const module = binaryen.parseText(textOf(simd128).replaceAll('i8x16.swizzle', 'i8x16.relaxed_swizzle'));
  module.setFeatures(SIMD128 | RelaxedSIMD);
  return module.emitBinary();
}

// The simd128 module again, with each swizzle's opcode padded to the length of the relaxed one. The two then differ in
// nothing else, and a compressed package holds them for little more than the price of one.
function padSwizzles(relaxed, simd128) {
  const padded = Buffer.from(relaxed);
  for (let at = padded.indexOf('fd8002', 'hex'); at >= 0; at = padded.indexOf('fd8002', at, 'hex'))
    padded.set([0xfd, 0x8e, 0x00], at);
  if (textOf(padded) !== textOf(simd128)) throw new Error('padding the swizzles changed the module');
  return padded;
}

async function check({ functions }, name, bytes) {
  const compiled = await WebAssembly.compile(bytes);
  const imports = WebAssembly.Module.imports(compiled);
  if (imports.length > 0) throw new Error(`${name}: imports ${imports.map((entry) => entry.name).join()}`);
  const exports = WebAssembly.Module.exports(compiled).map((entry) => entry.name);
  if (exports.sort().join() !== ['memory', ...functions].sort().join())
    throw new Error(`${name}: exports ${exports.join()}`);
  const { memory } = new WebAssembly.Instance(compiled).exports;
  let grows = true;
  try {
    memory.grow(1);
  } catch {
    grows = false;
  }
  if (grows) throw new Error(`${name}: its memory grows`);
}

const typescriptOf = (
  name,
  source,
  bytes,
) => `// The ${name} module, made from ${source} by \`npm run build:wasm\`; not to be edited.
export const sha256 = '${createHash('sha256').update(bytes).digest('hex')}';
export const base64 =
  '${Buffer.from(bytes).toString('base64')}';
`;

requireEmscripten();
let stale = false;
for (const target of [library, kernel]) {
  const portable = finish(target, compile(target, []), 0);
  const simd128 = finish(target, compile(target, ['-msimd128']), SIMD128);
  const relaxed = relax(simd128);
  for (const [name, bytes] of Object.entries({ portable, simd128: padSwizzles(relaxed, simd128), relaxed })) {
    // Node 20 compiles no relaxed SIMD; that module is the simd128 one in all that is checked.
    if (WebAssembly.validate(bytes)) await check(target, name, bytes);
    else if (name !== 'relaxed') throw new Error(`${name}: not a valid module`);
    const file = `${target.folder}/${name}.generated.ts`;
    const text = typescriptOf(name, target.source, bytes);
    if (!process.argv.includes('--check')) {
      writeFileSync(join(root, file), text);
      console.log(`${file}: ${bytes.length} bytes`);
    } else if (readFileSync(join(root, file), 'utf8') === text) {
      console.log(`${file}: as the sources give it`);
    } else {
      console.error(`${file}: not what the sources give. Run npm run build:wasm and commit the result.`);
      stale = true;
    }
  }
}
if (stale) process.exit(1);
