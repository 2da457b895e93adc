/** Installs projects that have their own lock file. Only the commands that need such a project install it. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages of the project's lock file, unless they are there already. */
export function install(project: string): void {
  const time = (file: string) => statSync(join(project, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (time('node_modules/.package-lock.json') >= time('package-lock.json')) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...options], { cwd: project, stdio: 'inherit' });
}
