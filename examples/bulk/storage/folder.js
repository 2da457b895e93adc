/** A folder as a storage. */
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ownFolder } from './storage.js';

/** @type {(folder: string) => Promise<import('./storage.js').Storage>} */
export async function openFolder(folder) {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`there is no folder ${folder}`);
  const partial = join(folder, ownFolder, 'partial');
  const entriesOf = async (path) => (existsSync(path) ? readdir(path, { withFileTypes: true }) : []);

  /** @returns {AsyncGenerator<import('./storage.js').Entry>} */
  async function* list(after = '', at = '') {
    const named = [];
    try {
      for (const entry of await readdir(join(folder, at), { withFileTypes: true, encoding: 'buffer' })) {
        const name = at + shown(entry.name) + (entry.isDirectory() ? '/' : '');
        named.push({ entry, name, bytes: Buffer.from(name) });
      }
    } catch (error) {
      if (at === '') throw error;
      yield { name: at, result: 'failed', reason: `the folder cannot be read: ${error.message}` };
      return;
    }
    if (at !== '' && named.length === 0) yield { name: at, result: 'left', reason: 'an empty folder' };
    for (const { entry, name, bytes } of named.sort((a, b) => a.bytes.compare(b.bytes))) {
      const isListed = bytes.compare(Buffer.from(after)) <= 0 && !(entry.isDirectory() && after.startsWith(name));
      if (name === ownFolder || isListed) continue;
      if (!isText(entry.name)) yield { name, result: 'failed', reason: 'its name is not UTF-8' };
      else if (entry.isDirectory()) yield* list(after, name);
      else if (!entry.isFile()) yield { name, result: 'left', reason: entry.isSymbolicLink() ? 'a link' : 'a device' };
      else
        yield stat(join(folder, name)).then(
          ({ size }) => ({ name, length: size }),
          ({ message: reason }) => ({ name, result: /** @type {const} */ ('failed'), reason }),
        );
    }
  }

  return {
    list,
    entries: async (name) =>
      (await entriesOf(join(folder, name))).map((entry) => entry.name + (entry.isDirectory() ? '/' : '')),
    async read(name, signal) {
      const { size } = await stat(join(folder, name));
      return createReadStream(join(folder, name), { highWaterMark: Math.min(size + 1, 2 ** 20), signal });
    },
    async write(name, source, { attempt, isSecret }) {
      const path = join(folder, name);
      const unfinished = join(partial, `${attempt}.${randomUUID()}`);
      await mkdir(partial, { recursive: true, mode: 0o700 });
      const file = await open(unfinished, 'wx', isSecret ? 0o600 : 0o666);
      try {
        for await (const piece of source) await file.appendFile(piece);
        await file.sync();
        await mkdir(dirname(path), { recursive: true });
        await rename(unfinished, path);
      } finally {
        await file.close();
        await rm(unfinished, { force: true });
      }
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    async clean(attempts) {
      for (const { name } of await entriesOf(partial))
        if (name.startsWith(attempts)) await rm(join(partial, name), { force: true });
    },
  };
}

const isText = (/** @type {Buffer} */ name) => Buffer.from(name.toString()).equals(name);
const escapeOf = (byte) => `\\x${byte.charCodeAt(0).toString(16)}`;
const shown = (/** @type {Buffer} */ name) =>
  isText(name) ? name.toString() : name.toString('latin1').replace(/[\x80-\xff]/g, escapeOf);
