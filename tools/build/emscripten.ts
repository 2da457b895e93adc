/**
 * The pinned Emscripten and its flags. They serve tools/build/wasm.ts, which builds the modules, and the checks that
 * ask the compiler about the modules.
 */
import { execFileSync } from 'node:child_process';
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

/**
 * Ends this program with advice on the installation if em++ is missing or has another version. `why` says who needs it.
 */
export function requireEmscripten(why: string): void {
  let found: string | undefined;
  try {
    found = /\b(\d+\.\d+\.\d+)\b/.exec(execFileSync('em++', ['--version'], { encoding: 'utf8' }))?.[1];
  } catch {}
  if (found === version) return;
  console.error(
    `This needs Emscripten ${version}; ${found ? `em++ is ${found}` : 'there is no em++ on the PATH'}.\n${why}\n` +
      'On Debian 12, or in a container of it:\n  apt-get install -y --no-install-recommends emscripten',
  );
  process.exit(1);
}
