/** The folder that the site is: its files by their paths, most with a hash of their contents in the name. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const digestOf = (contents: Uint8Array, algorithm: 'sha256' | 'sha384') =>
  createHash(algorithm).update(contents).digest();

/** For the attribute `integrity`. */
export const integrityOf = (contents: Uint8Array): string =>
  `sha384-${digestOf(contents, 'sha384').toString('base64')}`;

/** A relative address, so that the site works at any path of any host. */
export function addressFrom(page: string, path: string): string {
  const address = posix.relative(posix.dirname(page), path);
  // A page at the end of a folder has the folder's address.
  const folder = address.replace(/(^|\/)index\.html$/, '$1');
  return folder === '' ? './' : folder;
}

export class Folder {
  readonly #files = new Map<string, Uint8Array>();

  get files(): ReadonlyMap<string, Uint8Array> {
    return this.#files;
  }

  add(path: string, contents: string | Uint8Array): void {
    if (this.#files.has(path)) throw new Error(`the site has two files ${path}`);
    this.#files.set(path, typeof contents === 'string' ? Buffer.from(contents) : contents);
  }

  /** Adds a file whose name changes with its contents, so that no cache mixes versions; gives the path. */
  addHashed(path: string, contents: string | Uint8Array): string {
    const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
    const { dir, name, ext } = posix.parse(path);
    const hashed = posix.join(dir, `${name}-${digestOf(bytes, 'sha256').toString('hex').slice(0, 10)}${ext}`);
    if (!this.#files.has(hashed)) this.#files.set(hashed, bytes);
    return hashed;
  }

  contentsOf(path: string): Uint8Array {
    const contents = this.#files.get(path);
    if (!contents) throw new Error(`the site has no file ${path}`);
    return contents;
  }

  /** Adds what `sha256sum --check` compares, so that anybody can tell whether a host serves what they built. */
  addChecksums(path: string): void {
    const lines = [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1));
    this.add(path, lines.map(([name, bytes]) => `${digestOf(bytes, 'sha256').toString('hex')}  ${name}\n`).join(''));
  }

  writeTo(folder: string): void {
    rmSync(folder, { recursive: true, force: true });
    for (const [path, contents] of this.#files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), contents);
    }
  }
}
