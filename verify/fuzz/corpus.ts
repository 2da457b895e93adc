/** The native targets' first inputs: corpus.tar.gz, unpacked into a folder that Git ignores. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../native/compile.js';

const folder = join(root, 'verify/fuzz');
const unpacked = join(folder, 'corpus');
const archive = join(folder, 'corpus.tar.gz');

const tar = (...args: string[]) => execFileSync('tar', ['-C', folder, ...args], { stdio: 'inherit' });

/** Makes the folder hold the archive's contents, and nothing else. */
export function unpackCorpus(): void {
  rmSync(unpacked, { recursive: true, force: true });
  tar('-xzf', archive);
}

/** Packs the corpus. Equal inputs give equal archives. */
export function packCorpus(): void {
  const asEver = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=644', '--mtime=@0'];
  // The folders are left out: they would get the mode of files.
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  execFileSync('tar', ['-C', folder, ...asEver, '-I', 'gzip -9n', '-cf', archive, '-T', '-'], {
    input: `${files.join('\n')}\n`,
  });
}

export function corpusOf(target: string): string {
  const path = join(unpacked, target);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Replaces a target's inputs. Numbers follow the order of their bytes, which compresses best. */
export function replaceCorpus(target: string, from: string): void {
  rmSync(corpusOf(target), { recursive: true });
  const to = corpusOf(target);
  const inputs = readdirSync(from).map((name) => ({ name, bytes: readFileSync(join(from, name)) }));
  inputs.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  for (const [i, { name }] of inputs.entries()) copyFileSync(join(from, name), join(to, String(i).padStart(4, '0')));
}
