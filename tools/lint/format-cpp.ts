/** Formats the C++ sources with clang-format. With --check it changes nothing, and fails if a file is not formatted. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Project } from './project.js';

const program = 'clang-format-14';
const cwd = join(import.meta.dirname, '../..');
const files = new Project(cwd).files(/^(wasm-src|bench\/kernel|verify)\/.*\.(c|cpp|h|hpp)$/);
// Editors find this file above the sources of the modules; the others need its name.
const style = '--style=file:wasm-src/.clang-format';
const mode = process.argv.includes('--check') ? ['--dry-run', '--Werror'] : ['-i'];
const { error, status } = spawnSync(program, [style, ...mode, ...files], { cwd, stdio: 'inherit' });
if (error) console.error(`This needs ${program}. On Debian 12: apt-get install clang-format`);
process.exitCode = status ?? 1;
