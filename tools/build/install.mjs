// Installs the development dependencies where they are missing or older than the lock file: those of the project, or of
// the folders that the words name.
import { execSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = process.argv.slice(2);
for (const folder of folders.length > 0 ? folders : ['.']) {
  const time = (file) => statSync(`${root}${folder}/${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (time('node_modules/.package-lock.json') < time('package-lock.json'))
    execSync('npm ci --ignore-scripts --no-audit --no-fund --loglevel=error', { cwd: root + folder, stdio: 'inherit' });
}
