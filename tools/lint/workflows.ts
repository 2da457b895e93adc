/** Checks the workflows by zizmor and actionlint. Where they are not installed, it says so, and fails in CI only. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '../..');
for (const [program, ...args] of [['zizmor', '--offline', '--quiet', '.github'], ['actionlint']] as const) {
  const { error, status } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  if (isMissing) console.error(`${program} is missing, so it did not check the workflows: .ci/checkers installs it`);
  else if (error) throw error;
  if (isMissing ? process.env.CI : status !== 0) process.exitCode = 1;
}
