/** Runs the checks of the house on this project, and on folders into which a test puts what they are to find. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { root } from '../package/tarball.js';

/** What the check of that name in tools/lint/ says of a folder; of this project if none is named. */
export function run(check: string, folder?: string) {
  const script = join(root, `tools/lint/${check}.mjs`);
  const { status, stderr } = spawnSync(process.execPath, [script, ...(folder ? [folder] : [])], { encoding: 'utf8' });
  return { status, errors: stderr.split('\n').filter(Boolean) };
}

export const accepted = { status: 0, errors: [] };
export const refused = (...errors: string[]) => ({ status: 1, errors });

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'romulus-house-'));
  folders.push(folder);
  return folder;
}

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** A folder with these files alone. */
export function folderOf(files: Record<string, string>): string {
  const folder = emptyFolder();
  write(folder, files);
  return folder;
}

/** What a check says of a project of these files alone. */
export const checkFiles = (check: string, files: Record<string, string>) => run(check, folderOf(files));

/** A copy of this project, without what is installed or built, and without what is generated unless that is asked for. */
export function copyOfProject({ generated = false } = {}): string {
  const folder = emptyFolder();
  const left = /^(node_modules|dist|coverage|\.git|verify\/fuzz\/corpus|verify\/fuzz\/found)$|\/node_modules$/;
  const isLeft = (path: string) => left.test(path) || (!generated && path.endsWith('.generated.ts'));
  cpSync(root, folder, { recursive: true, filter: (path) => !isLeft(relative(root, path)) });
  return folder;
}

/** Replaces a text, which must be there, in a file of a copy; adds the file if `from` is empty. */
export function change(folder: string, file: string, from: string, to: string): void {
  const text = from === '' && !existsSync(join(folder, file)) ? '' : readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  write(folder, { [file]: text.replace(from, () => to) });
}
