/** `npm run check -- <name> [option...]` runs one of the checks below. Without a name, it lists them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suites } from '../ts/suites/table.js';

const cwd = join(import.meta.dirname, '..');
const tsx = (file: string) => ['node_modules/tsx/dist/cli.mjs', file];

/** Each check: its purpose, and its programs. */
const checks: Record<string, readonly [purpose: string, ...programs: string[][]]> = {
  'constant-time': [
    'no secret decides a branch or an address; --static: the built modules only',
    tsx('verify/constant-time/main.ts'),
  ],
  timing: ['the same by measuring, in some minutes', tsx('verify/constant-time/timing.ts')],
  native: [
    'g++ and clang++ compile wasm-src/ without a warning; official and long vectors of all suites under ASan, UBSan and MSan',
    tsx('verify/native/sanitizers.ts'),
  ],
  package: [
    'publint, attw and knip find nothing',
    ['node_modules/publint/src/cli.js', 'run', '--strict'],
    // The modules and the workers' script are entries that have nothing to import. CommonJS can load the package, but not
    // every resolution of types knows that: docs/guide.md names the ones that do.
    [
      ...['node_modules/@arethetypeswrong/cli/dist/index.js', '--pack', '.', '--format', 'ascii'],
      ...['--ignore-rules', 'cjs-resolves-to-esm'],
      ...['--exclude-entrypoints', 'pool/worker', ...Object.keys(suites).map((key) => `${key}.wasm`)],
    ],
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
