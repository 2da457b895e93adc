// Formats the C++ sources with clang-format; with --check it only fails where something would change.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = 14;
const root = fileURLToPath(new URL('../..', import.meta.url));
const command = [`clang-format-${version}`, 'clang-format'].find((name) => {
  try {
    return execFileSync(name, ['--version'], { encoding: 'utf8' }).includes(`version ${version}.`);
  } catch {
    return false;
  }
});
if (!command) {
  console.error(
    `This needs clang-format ${version}. On Debian 12: apt-get install -y --no-install-recommends clang-format`,
  );
  process.exit(1);
}
const files = ['wasm-src', 'bench/kernel', 'verify'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /\.(c|cpp|h|hpp)$/.test(file))
    .map((file) => join(root, folder, file)),
);
const mode = process.argv.includes('--check') ? ['--dry-run', '--Werror'] : ['-i'];
try {
  execFileSync(command, [...mode, ...files], { stdio: 'inherit' });
} catch {
  process.exit(1);
}
