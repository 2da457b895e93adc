// Prints the SHA-256 of every file of a package, as sha256sum does. The package is this folder, unless an argument
// names another.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? join(import.meta.dirname, '../..');

const [{ files }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }),
);
for (const { path } of files.sort((a, b) => (a.path < b.path ? -1 : 1)))
  console.log(
    `${createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')}  ${path}`,
  );
