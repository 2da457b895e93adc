// Installs the development dependencies where they are missing or older than the lock file.
import { execSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const time = (file) => statSync(`${root}${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (time('node_modules/.package-lock.json') < time('package-lock.json'))
  execSync('npm ci --ignore-scripts --no-audit --no-fund --loglevel=error', { cwd: root, stdio: 'inherit' });
