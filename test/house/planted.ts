/** Folders into which tests plant faults for the checks to find. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { root } from '../package/tarball.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

export function projectOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'romulus-house-'));
  folders.push(folder);
  spawnSync('git', ['init', '-q'], { cwd: folder });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A copy of this project without installed and built files. Generated files are left out too, unless asked for. */
export function copyOfProject({ generated = false } = {}): string {
  const folder = projectOf({});
  const left = /^(node_modules|dist|coverage|\.git|docs\/api|verify\/fuzz\/(corpus|found))$|\/node_modules$/;
  const isLeft = (path: string) => left.test(path) || (!generated && path.endsWith('.generated.ts'));
  cpSync(root, folder, { recursive: true, filter: (path) => !isLeft(relative(root, path)) });
  return folder;
}

/** Replaces a text in a file of a copy. The file must contain the text. */
export function change(folder: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(
    join(folder, file),
    text.replace(from, () => to),
  );
}

export function run(folder: string, program: string, ...args: string[]) {
  const path = existsSync(join(folder, program)) ? join(folder, program) : join(root, program);
  const loader = program.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...loader, path, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
