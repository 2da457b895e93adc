/** Takes files and texts that are chosen, dropped or pasted anywhere on the page. */
import { fromEvent } from 'file-selector';
import { directionOf } from './encrypted-file.js';
import { nextId, nothing, type Row, settle } from './state.js';
import { change, complain, focusOn, say, set, state, typeInto } from './visit.js';
import { message, tally } from './words.js';
import { hashFile } from './work.js';

async function rowOf(file: File): Promise<Row> {
  const path = ((file as { relativePath?: string }).relativePath ?? file.name).replace(/^\.?\//, '');
  const row = { id: nextId(), path, size: file.size, source: file, phase: { is: 'waiting' } } as const;
  const direction = await directionOf(file);
  return { ...row, direction, isEncrypted: direction === 'decrypt' };
}

/** Takes the files of an event, including the files in folders. */
export async function takeFiles(source: Event): Promise<void> {
  // Reads the event at once: dropped files are available only until the event is over.
  const coming = fromEvent(source);
  if (state.value.work) return say(message('addedWhileWorking'));
  set({ tab: 'files', problems: { ...state.value.problems, files: undefined } });
  const files = (await coming) as File[];
  if (files.length === 0) return complain('files', message('emptyFolder'));
  const rows = await Promise.all(files.map(rowOf));
  if (state.value.work) return say(message('addedWhileWorking'));
  change(settle, (before) => ({ ...before, rows: [...before.rows, ...rows] }));
  const decrypt = rows.filter(({ isEncrypted }) => isEncrypted).length;
  say(tally({ toEncrypt: rows.length - decrypt, toDecrypt: decrypt }));
}

/** A text that is dropped or pasted into a field belongs to the field. */
const isForField = ({ target }: Event) => target instanceof Element && target.closest('input, textarea') !== null;

function take(transfer: DataTransfer | null, event: Event): void {
  const hasFiles = [...(transfer?.items ?? [])].some(({ kind }) => kind === 'file');
  if (!hasFiles && isForField(event)) return;
  // Otherwise the browser would leave the page and open the file.
  event.preventDefault();
  const text = transfer?.getData('text/plain') ?? '';
  const { tab, work } = state.value;
  const [file] = transfer?.files ?? [];
  if (hasFiles && tab === 'hash' && file && !work) hashFile(file);
  else if (hasFiles) takeFiles(event);
  if (hasFiles || text === '' || work) return;
  const field = tab === 'hash' ? 'expected' : 'text';
  set({ tab: tab === 'hash' ? tab : 'text', said: nothing });
  typeInto(field, text);
  focusOn(field);
}

export function receive(): void {
  const mark = (isOver: boolean) => document.getElementById('drop')?.classList.toggle('over', isOver);
  window.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files') && isForField(event)) return;
    event.preventDefault();
    mark(true);
  });
  window.addEventListener('dragleave', (event) => event.relatedTarget ?? mark(false));
  window.addEventListener('drop', (event) => {
    mark(false);
    take(event.dataTransfer, event);
  });
  window.addEventListener('paste', (event) => take(event.clipboardData, event));
}
