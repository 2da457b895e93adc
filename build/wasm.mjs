// Builds the WebAssembly modules from wasm-src/ with the pinned Emscripten and writes each as TypeScript into
// ts/engine/; with --check it compares instead, and fails when a byte differs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import binaryen from 'binaryen';

const emscripten = '3.1.6';
const root = fileURLToPath(new URL('..', import.meta.url));

const builds = [
  { name: 'portable', flags: [], features: 0 },
  { name: 'simd128', flags: ['-msimd128'], features: binaryen.Features.SIMD128 },
];

const functions = [
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
];
const pages = 1;

function requireEmscripten() {
  let found;
  try {
    found = /\b(\d+\.\d+\.\d+)\b/.exec(execFileSync('em++', ['--version'], { encoding: 'utf8' }))?.[1];
  } catch {}
  if (found === emscripten) return;
  console.error(
    `build:wasm needs Emscripten ${emscripten}; ${found ? `em++ is ${found}` : 'there is no em++ on the PATH'}.\n` +
      'Its output is compared to the byte, so another version does not do. On Debian 12:\n' +
      '  apt-get install -y --no-install-recommends emscripten\n' +
      `elsewhere, by emsdk:\n  ./emsdk install ${emscripten} && ./emsdk activate ${emscripten}\n` +
      'Only changes in wasm-src/ need it: the built modules are in the repository.',
  );
  process.exit(1);
}

function compile(build, folder) {
  const file = join(folder, `${build.name}.wasm`);
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
  execFileSync(
    'em++',
    ['-O2', ...size, ...language, ...warnings, ...build.flags, 'wasm-src/abi/abi.cpp', ...link, '-o', file],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  return readFileSync(file);
}

// Emscripten exports its stack helpers, its start function and its table whatever is asked for. None is of use here:
// there are no constructors (abi.cpp asserts it), no calls through the table, and nothing on the stack.
function finish(build, bytes) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(build.features);
  for (let i = module.getNumExports() - 1; i >= 0; i--) {
    const { name } = binaryen.getExportInfo(module.getExportByIndex(i));
    if (name !== 'memory' && !functions.includes(name)) module.removeExport(name);
  }
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(1);
  module.optimize();
  if (!module.validate()) throw new Error(`${build.name}: not a valid module`);
  for (let i = 0; i < module.getNumGlobals(); i++)
    if (binaryen.getGlobalInfo(module.getGlobalByIndex(i)).mutable)
      throw new Error(`${build.name}: uses a stack in memory, where a secret could stay behind`);
  const finished = module.emitBinary();
  module.dispose();
  return finished;
}

async function check(build, bytes) {
  const module = await WebAssembly.compile(bytes);
  const imports = WebAssembly.Module.imports(module);
  if (imports.length > 0) throw new Error(`${build.name}: imports ${imports.map(({ name }) => name).join()}`);
  const exports = WebAssembly.Module.exports(module).map(({ name }) => name);
  const expected = ['memory', ...functions];
  if (exports.sort().join() !== expected.sort().join()) throw new Error(`${build.name}: exports ${exports.join()}`);
  const { memory } = new WebAssembly.Instance(module).exports;
  const grown = (() => {
    try {
      return memory.grow(1);
    } catch {}
  })();
  if (grown !== undefined) throw new Error(`${build.name}: its memory grows`);
}

const typescript = (
  build,
  bytes,
) => `// The ${build.name} module, made from wasm-src/ by \`npm run build:wasm\`; not to be edited.
export const sha256 = '${createHash('sha256').update(bytes).digest('hex')}';
export const base64 =
  '${Buffer.from(bytes).toString('base64')}';
`;

requireEmscripten();
const checking = process.argv.includes('--check');
const folder = mkdtempSync(join(tmpdir(), 'romulus-wasm-'));
let differs = false;
try {
  for (const build of builds) {
    const bytes = finish(build, compile(build, folder));
    await check(build, bytes);
    const file = `ts/engine/${build.name}.generated.ts`;
    const text = typescript(build, bytes);
    if (!checking) writeFileSync(join(root, file), text);
    else if (readFileSync(join(root, file), 'utf8') !== text) differs = true;
    console.log(
      `${build.name}: ${bytes.length} bytes${checking ? (differs ? `, DIFFERS from ${file}` : ', as committed') : `, ${file}`}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
if (differs) {
  console.error('The committed modules are not what wasm-src/ gives. Run npm run build:wasm and commit the result.');
  process.exit(1);
}
