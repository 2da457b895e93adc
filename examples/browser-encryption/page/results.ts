/** Hands results to the person: one at a time, all in one download, or into a folder of the person's disk. */
import { counting } from './conversion.js';
import { decryptedResults } from './facts.js';
import { numbered } from './names.js';
import { Problem } from './problem.js';
import { focusOn, handed, lose, type Result, resultsOf, say, sizeOf } from './state.js';
import { handResult, store } from './storage.js';
import { message } from './words.js';
import { atWork, type Meter, zipOf } from './work.js';

/** Checks that the browser still has a result. If not, its row waits to be worked on again. */
async function check(result: Result): Promise<void> {
  try {
    await result.contents.slice(0, 1).arrayBuffer();
  } catch (error) {
    lose(result);
    throw new Problem(message('resultGone'), error);
  }
}

export async function handOut(result: Result): Promise<void> {
  await check(result);
  handResult(result);
  handed([result], 'browser');
  say(message('handed'));
}

/** Does work on all results, and reports its progress. */
async function withAll(
  id: string,
  work: (of: readonly Result[], all: { signal: AbortSignal; meter: Meter; total: number }) => Promise<void>,
) {
  const of = resultsOf();
  const total = sizeOf(of.map(({ contents }) => contents));
  await atWork(total, async (signal, meter) => {
    for (const result of of) await check(result);
    await work(of, { signal, meter, total });
  });
  focusOn(id);
}

export const downloadAll = (): Promise<void> =>
  withAll('download-all', async (of, { signal, meter, total }) => {
    const count = counting((processed) => meter(0, processed));
    const result = await store('romulus-files.zip', zipOf(of).pipeThrough(count), signal, total);
    handResult(result);
    // The archive goes once its download has begun. Its files stay.
    result.remove();
    handed(of, 'browser');
    const isPlain = result.isOnDisk && decryptedResults().length > 0;
    say(message(isPlain ? 'zipOnDisk' : 'handed'));
  });

type Picker = (options: object) => Promise<FileSystemDirectoryHandle>;

export const folderPicker = (): Picker | undefined => (window as { showDirectoryPicker?: Picker }).showDirectoryPicker;

/** Saves all results in a folder that the person chooses, beside the files that are there. */
export async function saveAll(): Promise<void> {
  const picked = folderPicker()?.call(window, { id: 'results', mode: 'readwrite', startIn: 'downloads' });
  const root = await picked?.catch((error) => {
    // The person may cancel the dialog.
    if (error.name !== 'AbortError') throw new Problem(message('noFolder'), error);
  });
  if (!root) return;
  await withAll('save-all', async (of, { signal, meter }) => {
    for (const [i, result] of of.entries()) {
      const count = counting((processed) => meter(i, processed));
      await save(root, result, count, signal).catch((error) => {
        signal.throwIfAborted();
        throw new Problem(message('folderFailed', { name: root.name }), error);
      });
      handed([result], 'folder');
    }
    say(message('inFolder'));
  });
}

async function save(root: FileSystemDirectoryHandle, { path, contents }: Result, count: Count, signal: AbortSignal) {
  const folders = path.split('/');
  const name = folders.pop() as string;
  let folder = root;
  for (const each of folders) folder = await folder.getDirectoryHandle(each, { create: true });
  for (const free of numbered(name)) {
    if (await isTaken(folder, free)) continue;
    const file = await folder.getFileHandle(free, { create: true });
    try {
      return await contents
        .stream()
        .pipeThrough(count)
        .pipeTo(await file.createWritable(), { signal });
    } catch (error) {
      await folder.removeEntry(free).catch(() => {});
      throw error;
    }
  }
}

type Count = ReturnType<typeof counting>;

/** True if a file or a folder has this name. */
const isTaken = (folder: FileSystemDirectoryHandle, name: string): Promise<boolean> =>
  folder.getFileHandle(name).then(
    () => true,
    (error) => error.name !== 'NotFoundError' && (error.name === 'TypeMismatchError' || Promise.reject(error)),
  );
