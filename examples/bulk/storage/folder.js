/** A folder as a storage. */
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ownFolder } from './storage.js';

/**
 * @param {string} folder
 * @returns {Promise<import('./storage.js').Storage>}
 */
export async function openFolder(folder) {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`there is no folder ${folder}`);
  const partial = join(folder, ownFolder, 'partial');

  /** @returns {AsyncGenerator<import('./storage.js').Entry>} */
  async function* list(after = '', at = '') {
    const entries = await readdir(join(folder, at), { withFileTypes: true, encoding: 'buffer' }).catch(
      (error) => error,
    );
    if (entries instanceof Error) {
      if (at === '') throw entries;
      yield { name: at, result: 'failed', reason: `the folder cannot be read: ${entries.message}` };
      return;
    }
    if (at !== '' && entries.length === 0) yield { name: at, result: 'left', reason: 'an empty folder' };
    const named = entries.map((/** @type {import('node:fs').Dirent<Buffer>} */ entry) => {
      const [text, ending] = [shown(entry.name), entry.isDirectory() ? '/' : ''];
      return { entry, name: at + text + ending, order: Buffer.from(text + ending), isText: isText(entry.name) };
    });
    named.sort((/** @type {{ order: Buffer }} */ a, /** @type {{ order: Buffer }} */ b) => a.order.compare(b.order));
    for (const { entry, name, isText } of named) {
      if (name === ownFolder) continue;
      const isBehind = Buffer.from(name).compare(Buffer.from(after)) > 0;
      if (!isBehind && !(entry.isDirectory() && after.startsWith(name))) continue;
      if (!isText) yield { name, result: 'failed', reason: 'its name is not UTF-8' };
      else if (entry.isDirectory()) yield* list(after, name);
      else if (entry.isSymbolicLink())
        yield { name, result: 'left', reason: 'a link, which may lead out of the folder' };
      else if (!entry.isFile()) yield { name, result: 'left', reason: 'a device, which has no end' };
      else
        yield await stat(join(folder, name)).then(
          ({ size }) => ({ name, length: size }),
          (error) => ({ name, result: 'failed', reason: error.message }),
        );
    }
  }

  return {
    list,
    async entries(name) {
      const entries = await readdir(join(folder, name), { withFileTypes: true }).catch(ifMissing([]));
      return entries.map((entry) => entry.name + (entry.isDirectory() ? '/' : ''));
    },
    has: async (name) => existsSync(join(folder, name)),
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
        try {
          for await (const piece of source) await file.appendFile(piece);
          await file.sync();
        } finally {
          await file.close();
        }
        await mkdir(dirname(path), { recursive: true });
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async remove(name) {
      await rm(join(folder, name), { force: true });
    },
    async clean(attempts) {
      const files = await readdir(partial).catch(ifMissing([]));
      for (const file of files) if (file.startsWith(attempts)) await rm(join(partial, file), { force: true });
    },
  };
}

/** @type {<Value>(value: Value) => (error: NodeJS.ErrnoException) => Value} */
const ifMissing = (value) => (error) => {
  if (error.code === 'ENOENT') return value;
  throw error;
};

const isText = (/** @type {Buffer} */ name) => Buffer.from(name.toString()).equals(name);

/** @type {(name: Buffer) => string} */
const shown = (name) =>
  isText(name)
    ? name.toString()
    : name.toString('latin1').replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
