/**
 * The pinned Emscripten and its flags, for tools/build/wasm.ts, which builds the modules, and the checks that ask the
 * compiler about them. This file also knows what all checks need beside Node.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const version = '3.1.6';

// The kernels say themselves what is inlined and unrolled. Elsewhere the compiler would only make the package larger.
const size = ['-fno-unroll-loops', '-fno-vectorize', '-fno-slp-vectorize', '-mllvm', '-inline-threshold=20'];
const language = ['-std=c++20', '-fno-exceptions', '-fno-rtti', '-fno-builtin'];

/** The flags for the sources of all modules, and the flags that only modules of a kind have. JavaScript is made of the one for it. */
export const moduleFlags = ['-O2', ...size, ...language];
export const kernelFlags = { javascript: ['-DFOR_JAVASCRIPT'], simd128: ['-msimd128'] } as const;

/** Under npm, the wasm-opt of the binaryen package would come first in the path, and em++ would take it for its own. */
export const environment = {
  ...process.env,
  PATH: process.env.PATH?.split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter),
};

/** The Debian packages of what the build of modules and the checks need, and how to see that each is there. */
export const packages = {
  emscripten: `em++ --version | grep -qF ' ${version} '`,
  'g++': 'command -v g++',
  clang: 'command -v clang++-14',
  'libclang-rt-14-dev': 'test -e "$(clang++-14 -print-file-name=libclang_rt.fuzzer-x86_64.a)"',
  'libsimde-dev': 'test -e /usr/include/simde/wasm/simd128.h',
  valgrind: 'command -v valgrind && test -e /usr/include/valgrind/memcheck.h',
};

/** Ends this program if something is missing, and says what to install. */
export function need(...names: (keyof typeof packages)[]): void {
  const missing = names.filter((name) => spawnSync('sh', ['-c', packages[name]]).status !== 0);
  if (missing.length === 0) return;
  console.error(
    `This needs what is not here, in the version of Debian 12: apt-get install -y --no-install-recommends ${missing.join(' ')}`,
  );
  process.exit(1);
}
