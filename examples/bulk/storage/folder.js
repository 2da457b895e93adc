/** A folder as a storage. */
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ownFolder } from './storage.js';

/**
 * @param {string} folder
 * @returns {Promise<import('./storage.js').Storage>}
 */
export async function openFolder(folder) {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`there is no folder ${folder}`);
  const partial = join(folder, ownFolder, 'partial');

  /** @returns {AsyncGenerator<{ name: string, length: number }>} */
  async function* list(at = folder) {
    for await (const entry of await opendir(at)) {
      const path = join(at, entry.name);
      const name = relative(folder, path).replaceAll(sep, '/');
      if (`${name}/` === ownFolder) continue;
      if (entry.isDirectory()) yield* list(path);
      // Leaves out links, which may lead out of the folder, and devices, which have no end.
      else if (entry.isFile()) yield { name, length: (await stat(path)).size };
    }
  }

  return {
    list,
    has: async (name) => existsSync(join(folder, name)),
    async read(name, signal) {
      const { size } = await stat(join(folder, name));
      return createReadStream(join(folder, name), { highWaterMark: Math.min(size + 1, 2 ** 20), signal });
    },
    async write(name, source, attempt) {
      const path = join(folder, name);
      const unfinished = join(partial, `${attempt}.${randomUUID()}`);
      await mkdir(partial, { recursive: true });
      const file = await open(unfinished, 'wx');
      try {
        for await (const piece of source) await file.appendFile(piece);
        await file.sync();
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      } finally {
        await file.close();
      }
      await mkdir(dirname(path), { recursive: true });
      await rename(unfinished, path);
    },
    async clean(attempts) {
      const files = await readdir(partial).catch(() => []);
      for (const file of files) if (file.startsWith(`${attempts}.`)) await rm(join(partial, file), { force: true });
    },
  };
}
