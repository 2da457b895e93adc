/**
 * Checks the package as its users' tools see it: publint reads the manifest, and attw finds the types of every entry.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suites } from '../../ts/suites/table.js';

const cwd = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'romulus-package-'));
const run = (program: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(cwd, 'node_modules', program), ...args], { cwd, stdio: 'inherit' });
try {
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd, stdio: 'ignore' });
  const tarball = join(folder, readdirSync(folder)[0] as string);
  run('publint/src/cli.js', 'run', tarball, '--strict');
  // The modules and the workers' script are entries that have nothing to import.
  const modules = Object.keys(suites).map((key) => `${key}.wasm`);
  const without = ['--exclude-entrypoints', ...modules, 'pool/worker'];
  // CommonJS can load the package, but not every resolution of types knows that. docs/guide.md names the ones that do.
  const allowed = ['--ignore-rules', 'cjs-resolves-to-esm'];
  run('@arethetypeswrong/cli/dist/index.js', tarball, '--format', 'ascii', ...allowed, ...without);
} catch {
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
