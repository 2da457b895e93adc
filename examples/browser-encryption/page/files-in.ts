/** Takes files and texts that are chosen, dropped or pasted anywhere on the page. */
import { fromEvent } from 'file-selector';
import { directionOf } from './encrypted-file.js';
import { complain, focusOn, isWorking, nextId, nothing, type Row, say, set, state, typeInto } from './state.js';
import { message } from './words.js';
import { hashFile } from './work.js';

async function rowOf(file: File): Promise<Row> {
  const path = ((file as { relativePath?: string }).relativePath ?? file.name).replace(/^\.?\//, '');
  const direction = await directionOf(file);
  return { id: nextId(), path, size: file.size, source: file, direction, phase: { is: 'waiting' } };
}

/** Takes the files of an event, including the files in folders. */
export async function takeFiles(source: Event): Promise<void> {
  // Reads the event at once: dropped files are available only until the event is over.
  const coming = fromEvent(source);
  if (isWorking()) return say(message('addedWhileWorking'));
  set({ tab: 'files', problems: { ...state.value.problems, files: undefined } });
  const files = (await coming) as File[];
  if (files.length === 0) return complain('files', message('emptyFolder'));
  const rows = await Promise.all(files.map(rowOf));
  if (isWorking()) return say(message('addedWhileWorking'));
  set({ rows: [...state.value.rows, ...rows], said: message('added', { count: rows.length }) });
}

/** A text that is dropped or pasted into a field belongs to the field. */
const isForField = ({ target }: Event) => target instanceof Element && target.closest('input, textarea') !== null;

function take(transfer: DataTransfer | null, event: Event): void {
  const hasFiles = [...(transfer?.items ?? [])].some(({ kind }) => kind === 'file');
  if (!hasFiles && isForField(event)) return;
  // Otherwise the browser would leave the page and open the file.
  event.preventDefault();
  const text = transfer?.getData('text/plain') ?? '';
  const { tab } = state.value;
  const [file] = transfer?.files ?? [];
  if (hasFiles && tab === 'hash' && file && !isWorking()) hashFile(file);
  else if (hasFiles) takeFiles(event);
  if (hasFiles || text === '' || isWorking()) return;
  const field = tab === 'hash' ? 'expected' : 'text';
  set({ tab: tab === 'hash' ? tab : 'text', said: nothing });
  typeInto(field, text);
  focusOn(field);
}

export function receive(): void {
  window.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') || !isForField(event)) event.preventDefault();
  });
  window.addEventListener('drop', (event) => take(event.dataTransfer, event));
  window.addEventListener('paste', (event) => take(event.clipboardData, event));
}
