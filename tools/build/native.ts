/**
 * Compiles wasm-src/ natively with g++ and clang++. Every warning is an error, because other checks run these sources
 * as native code.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { suites } from '../../ts/suites/table.js';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const sources = Object.keys(suites).map((key) => `wasm-src/suites/${key}/module.cpp`);
const flags = ['-std=c++20', '-O2', '-Wall', '-Wextra', '-Wconversion', '-Werror', '-fsyntax-only'];
let failed = false;
for (const compiler of ['g++', 'clang++']) {
  const { error, status } = spawnSync(compiler, [...flags, ...sources], { cwd, stdio: 'inherit' });
  console.log(
    `${compiler}: ${error ? `not found; install it (Debian: apt-get install ${compiler === 'g++' ? 'g++' : 'clang'})` : status === 0 ? 'no warnings' : 'failed'}`,
  );
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
