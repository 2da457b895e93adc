/** A folder as a storage. */
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ownFolder } from './storage.js';

/** @type {(folder: string) => Promise<import('./storage.js').Storage>} */
export async function openFolder(folder) {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw new Error(`there is no folder ${folder}`);
  const partial = join(folder, ownFolder, 'partial');
  const entries = async (/** @type {string} */ name) => {
    const found = existsSync(join(folder, name)) ? await readdir(join(folder, name), { withFileTypes: true }) : [];
    return found.map((entry) => entry.name + (entry.isDirectory() ? '/' : ''));
  };

  /** @returns {AsyncGenerator<import('./storage.js').Entry>} */
  async function* list(after = '', at = '') {
    const entries = await readdir(join(folder, at), { withFileTypes: true, encoding: 'buffer' }).catch((error) => {
      if (at === '') throw error;
      return /** @type {Error} */ (error);
    });
    if (entries instanceof Error)
      return yield { name: at, result: 'failed', reason: `the folder cannot be read: ${entries.message}` };
    if (at !== '' && entries.length === 0) yield { name: at, result: 'left', reason: 'an empty folder' };
    const named = entries.map((entry) => ({ entry, name: at + shown(entry.name) + (entry.isDirectory() ? '/' : '') }));
    for (const { entry, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const isListed = name <= after && !(entry.isDirectory() && after.startsWith(name));
      if (name === ownFolder || isListed) continue;
      if (!isText(entry.name)) yield { name, result: 'failed', reason: 'its name is not UTF-8' };
      else if (entry.isDirectory()) yield* list(after, name);
      else if (!entry.isFile()) yield { name, result: 'left', reason: entry.isSymbolicLink() ? 'a link' : 'a device' };
      // A worker says of a file that has vanished that it is missing.
      else yield { name, length: (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0 };
    }
  }

  return {
    list,
    entries,
    async read(name, signal) {
      const { size } = await stat(join(folder, name));
      return createReadStream(join(folder, name), { highWaterMark: Math.min(size + 1, 2 ** 20), signal });
    },
    async write(name, source, { attempt, isSecret }) {
      const path = join(folder, name);
      const unfinished = join(partial, `${attempt}.${randomUUID()}`);
      await mkdir(partial, { recursive: true, mode: 0o700 });
      try {
        await writeFile(unfinished, source, { flag: 'wx', mode: isSecret ? 0o600 : 0o666, flush: true });
        await mkdir(dirname(path), { recursive: true });
        await rename(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    async clean(attempts) {
      for (const name of await entries(`${ownFolder}partial`))
        if (name.startsWith(attempts)) await rm(join(partial, name), { force: true });
    },
  };
}

const isText = (/** @type {Buffer} */ name) => Buffer.from(name.toString()).equals(name);
const escapeOf = (byte) => `\\x${byte.charCodeAt(0).toString(16)}`;
const shown = (/** @type {Buffer} */ name) =>
  isText(name) ? name.toString() : name.toString('latin1').replace(/[\x80-\xff]/g, escapeOf);
