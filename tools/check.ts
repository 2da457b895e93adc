/** `npm run check -- <name> [option...]` runs one of the checks below. Without a name, it lists them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..');
const tsx = (file: string) => ['node_modules/tsx/dist/cli.mjs', file];

/** Each check: its purpose, and its programs. */
const checks: Record<string, readonly [purpose: string, ...programs: string[][]]> = {
  'constant-time': [
    'no secret decides a branch or an address; --static: the built modules only',
    tsx('verify/constant-time/main.ts'),
  ],
  timing: ['the same by measuring, in some minutes', tsx('verify/constant-time/timing.ts')],
  sanitizers: ['all vectors of all suites natively under ASan, UBSan and MSan', tsx('verify/native/sanitizers.ts')],
  native: ['g++ and clang++ compile wasm-src/ without a warning', tsx('tools/build/native.ts')],
  package: [
    'publint, attw and knip find nothing',
    tsx('tools/release/package-check.ts'),
    ['node_modules/knip/bin/knip.js', '--config=config/knip.json'],
  ],
  size: ['what users download is within the budget', ['node_modules/size-limit/bin.js']],
  consumers: [
    'the packed package works in other runtimes and bundlers; installs them first, about 1 GB',
    tsx('tools/build/package.ts'),
    ['node_modules/vitest/vitest.mjs', 'run', '--config=test/vitest.config.ts', '--mode=all', '--project=consumers'],
  ],
};

const [name = '', ...options] = process.argv.slice(2);
const [, ...programs] = (Object.hasOwn(checks, name) && checks[name]) || [];
if (programs.length === 0) {
  if (name) console.error(`no check ${name}`);
  console.log('npm run check -- <name>, and what it checks:');
  for (const [each, [purpose]] of Object.entries(checks)) console.log(`  ${each.padEnd(14)} ${purpose}`);
  process.exitCode = name ? 2 : 0;
}
for (const [i, program] of programs.entries()) {
  const own = i === programs.length - 1 ? options : [];
  const { status } = spawnSync(process.execPath, [...program, ...own], { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
