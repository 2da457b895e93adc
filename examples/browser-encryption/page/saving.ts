/** Where results go: to places on disk that the person picks beforehand, or into the browser's downloads. */

declare global {
  interface Window {
    showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
    showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
  }
  interface FileSystemFileHandle {
    /** Only Chromium has it. */
    remove?(): Promise<void>;
  }
}

/** The place for a result of that name; undefined if it is to be downloaded once it is whole. */
export type Places = (name: string) => Promise<FileSystemFileHandle | undefined>;

const downloads: Places = async () => undefined;

/** Asks for one place for one name, and for a folder for several. Rejects with an AbortError if the person wants none. */
export async function choosePlaces(names: readonly string[]): Promise<Places> {
  const [first = '', ...others] = names;
  try {
    if (others.length === 0 && window.showSaveFilePicker) {
      const place = await window.showSaveFilePicker({ suggestedName: first });
      return async () => place;
    }
    if (others.length > 0 && window.showDirectoryPicker) {
      const folder = await window.showDirectoryPicker({ id: 'results', mode: 'readwrite' });
      return (name) => newFile(folder, name);
    }
    return downloads;
  } catch (error) {
    // In a frame of another site, say.
    if (error instanceof DOMException && error.name === 'SecurityError') return downloads;
    throw error;
  }
}

/** Replaces nothing: a name that already exists gets a number. */
async function newFile(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemFileHandle> {
  const [, stem = name, extension = ''] = /^(.+?)((?:\.[^.]+){1,2})$/.exec(name) ?? [];
  let free = name;
  for (let i = 2; await has(folder, free); i++) free = `${stem} (${i})${extension}`;
  return folder.getFileHandle(free, { create: true });
}

async function has(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true;
    throw error;
  }
}

/** Into the browser's downloads, at once. */
export function download(name: string, contents: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  // The download has begun by then, and holds what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
