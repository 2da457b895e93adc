/** The ways in: choosers, files and texts dropped or pasted anywhere on the page, and files that the system opens. */
import { fromEvent } from 'file-selector';
import { directionOf } from './encrypted-file.js';
import { nextId, type Row, settle, type } from './state.js';
import { change, complain, focusOn, say, set, state } from './store.js';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
}

async function rowOf(file: File): Promise<Row> {
  const { relativePath = file.name } = file as { relativePath?: string };
  const direction = await directionOf(file);
  return {
    ...{ id: nextId(), path: relativePath.replace(/^\.?\//, ''), size: file.size, source: file },
    ...{ direction, isEncrypted: direction === 'decrypt', phase: { is: 'waiting' } },
  };
}

/** Takes the files of an event, or behind handles, and those in folders. */
export async function takeFiles(source: Event | readonly FileSystemFileHandle[]): Promise<void> {
  // At once: what is dropped is there only until the event is over.
  const coming = fromEvent(source);
  if (state.value.work) return say((words) => words.addedWhileWorking);
  set({ tab: 'files', problems: { ...state.value.problems, files: undefined } });
  const files = (await coming) as File[];
  if (files.length === 0) return complain('files', (words) => words.emptyFolder);
  const rows = await Promise.all(files.map(rowOf));
  if (state.value.work) return say((words) => words.addedWhileWorking);
  change(settle, (before) => ({ ...before, rows: [...before.rows, ...rows] }));
  const decrypt = rows.filter(({ isEncrypted }) => isEncrypted).length;
  say((words) => words.added(rows.length - decrypt, decrypt));
}

function takeText(text: string): void {
  if (state.value.work) return;
  set({ tab: 'text' });
  change(type('text', text));
  say((words) => words.textPasted);
  focusOn('text');
}

/** Takes what comes to the page as a whole. */
export function receive(): void {
  const take = (transfer: DataTransfer | null, event: Event) => {
    const hasFiles = [...(transfer?.items ?? [])].some(({ kind }) => kind === 'file');
    const text = transfer?.getData('text/plain') ?? '';
    // A text that goes into a field is the field's.
    if (!hasFiles && event.target instanceof Element && event.target.closest('input, textarea')) return;
    // The browser would leave the page for a file otherwise.
    event.preventDefault();
    if (hasFiles) takeFiles(event);
    else if (text !== '') takeText(text);
  };
  const mark = (isOver: boolean) => document.getElementById('drop')?.classList.toggle('over', isOver);
  window.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files') && event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    mark(true);
  });
  window.addEventListener('dragleave', (event) => event.relatedTarget ?? mark(false));
  window.addEventListener('drop', (event) => {
    mark(false);
    take(event.dataTransfer, event);
  });
  window.addEventListener('paste', (event) => take(event.clipboardData, event));
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    if (files.length > 0) takeFiles(files);
  });
}
