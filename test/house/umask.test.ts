/** The package does not depend on the file permissions of a checkout or a build. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanEnvironment, root } from '../package/npm.js';
import { projectOf } from './planted.js';

/** Folders that no build needs. */
const others = /^(\.git|node_modules|dist|bench|examples|kats|site|test|verify|wasm-src)$/;

interface Packed {
  files: { path: string; mode: number }[];
}

it('is packed with the same permissions where the umask is 077', () => {
  const checkout = projectOf({});
  mkdirSync(join(checkout, 'packed'));
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const names = readdirSync(root).filter((name) => !others.test(name));
  const script = 'umask 077; to=$1; shift; cp -R "$@" "$to"; cd "$to"; npm pack --json --pack-destination packed';
  const settings = { cwd: root, env: cleanEnvironment(), encoding: 'utf8', stdio: 'pipe' } as const;
  const printed = execFileSync('sh', ['-ec', script, 'sh', checkout, ...names], settings);
  // CHANGELOG.md is not packed, so nothing changes its permissions.
  expect(statSync(join(checkout, 'CHANGELOG.md')).mode & 0o777).toBe(0o600);
  const [{ files }] = JSON.parse(printed.slice(printed.indexOf('['))) as [Packed];
  expect(files.length).toBeGreaterThan(50);
  for (const { path, mode } of files)
    expect({ path, mode }).toEqual({ path, mode: path === 'dist/cli.js' ? 0o755 : 0o644 });
}, 120_000);
