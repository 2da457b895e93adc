// Installs what is missing, builds the package and runs the tests, for `npm test` and, with --all, for
// `npm run test:all`. With --all it also makes docs/api, which the tests of the site need. All other arguments go to
// vitest.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const [isAll, rest] = [process.argv.includes('--all'), process.argv.slice(2).filter((option) => option !== '--all')];
const tsx = 'node_modules/tsx/dist/cli.mjs';
for (const program of [
  ['tools/build/install.mjs'],
  [tsx, 'tools/build/package.ts'],
  ...(isAll ? [[tsx, 'tools/build/docs.ts', '--check']] : []),
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=test/vitest.config.ts',
    ...(isAll ? ['--mode=all'] : []),
    ...rest,
  ],
]) {
  const { status } = spawnSync(process.execPath, program, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
