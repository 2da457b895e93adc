/** How files and texts come in: by the choosers, dropped or pasted anywhere on the page, or opened by the system. */
import { elementOf } from './elements.js';

export interface ChosenFile {
  readonly file: File;
  /** Its name, after those of the folders that were chosen with it. */
  readonly path: string;
}

export interface Receiver {
  /** None, if what came are folders without files. */
  onFiles(files: ChosenFile[]): void;
  onText(text: string): void;
}

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
}

const alone = (file: File): ChosenFile => ({ file, path: file.name });

export function receiveFiles({ onFiles, onText }: Receiver): void {
  const chooser = elementOf('files', HTMLInputElement);
  const folders = elementOf('folder', HTMLInputElement);
  folders.webkitdirectory = true;
  elementOf('folder-button', HTMLElement).hidden = !('webkitdirectory' in HTMLInputElement.prototype);
  for (const input of [chooser, folders])
    input.addEventListener('change', () => {
      onFiles(Array.from(input.files ?? [], (file) => ({ file, path: file.webkitRelativePath || file.name })));
      // So that the same file can be chosen again.
      input.value = '';
    });

  const drop = elementOf('drop', HTMLElement);
  const take = async (transfer: DataTransfer | null, event: Event) => {
    const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file');
    const text = transfer?.getData('text/plain') ?? '';
    // A text that goes into a field is the field's.
    if (items.length === 0 && event.target instanceof Element && event.target.closest('input, textarea')) return;
    // The browser would leave the page for a file otherwise.
    event.preventDefault();
    if (items.length > 0) onFiles(await filesIn(items));
    else if (text !== '') onText(text);
  };
  window.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files') && event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    drop.classList.add('over');
  });
  window.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) drop.classList.remove('over');
  });
  window.addEventListener('drop', (event) => {
    drop.classList.remove('over');
    take(event.dataTransfer, event);
  });
  window.addEventListener('paste', (event) => take(event.clipboardData, event));

  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files }) => {
    if (files.length > 0) onFiles((await Promise.all(files.map((handle) => handle.getFile()))).map(alone));
  });
}

/** Also those in folders, of which the items are good only until the event is over. */
function filesIn(items: readonly DataTransferItem[]): Promise<ChosenFile[]> {
  const found = items.map((item) => {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory) return filesBelow(entry as FileSystemDirectoryEntry, `${entry.name}/`);
    const file = item.getAsFile();
    return Promise.resolve(file ? [alone(file)] : []);
  });
  return Promise.all(found).then((files) => files.flat());
}

async function filesBelow(folder: FileSystemDirectoryEntry, path: string): Promise<ChosenFile[]> {
  const found: ChosenFile[] = [];
  const reader = folder.createReader();
  for (;;) {
    // It gives some at a time.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    for (const entry of entries)
      if (entry.isDirectory)
        found.push(...(await filesBelow(entry as FileSystemDirectoryEntry, `${path}${entry.name}/`)));
      else {
        const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
        found.push({ file, path: path + file.name });
      }
  }
}
