/** The page of examples/browser-encryption as a part of the site: built by its own program, with its own dependencies. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './documents.js';

const example = join(root, 'examples/browser-encryption');

/** Its files by their paths. `parts` are links to the other pages, as HTML. */
export async function encryptionPage(parts: string, repository: string | undefined): Promise<Map<string, Uint8Array>> {
  install();
  const { buildPage } = await import(join(example, 'bundle.js'));
  const folder = mkdtempSync(join(tmpdir(), 'romulus-site-'));
  try {
    await buildPage(folder, { parts, repository });
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Installs what its lock file names, if it is not there already. */
function install(): void {
  const time = (file: string) => statSync(join(example, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (time('node_modules/.package-lock.json') >= time('package-lock.json')) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: example,
    stdio: 'inherit',
  });
}
