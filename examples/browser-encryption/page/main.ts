/** The page: its parts put together. */
import { LoadError, type Mode, wipe } from 'romulus-wasm';
import type { Direction } from './conversion.js';
import { Choice, elementOf } from './elements.js';
import { FieldProblem } from './field-problem.js';
import { receiveFiles } from './file-input.js';
import { FileList } from './file-list.js';
import { keepOffline } from './offline.js';
import { explain } from './problem.js';
import { run } from './run.js';
import { isSealed } from './sealed-header.js';
import { SecretFields } from './secret-fields.js';
import { announce, filesOf } from './status.js';
import { startWorkers } from './workers.js';

const form = elementOf('form', HTMLFormElement);
const start = elementOf('start', HTMLButtonElement);
const cancel = elementOf('cancel', HTMLButtonElement);
const filesProblem = new FieldProblem(elementOf('files-problem', HTMLElement), elementOf('files', HTMLInputElement));
const directions = new Choice<Direction>('direction');
const modes = new Choice<Mode>('mode');
const secrets = new SecretFields(announce);
const list = new FileList(showFiles);
/** While files are encrypted or decrypted. */
let stop: AbortController | undefined;

function showFiles(): void {
  const verb = directions.value === 'encrypt' ? 'Encrypt' : 'Decrypt';
  const { length } = list.pending;
  start.textContent = length > 0 ? `${verb} ${filesOf(length)}` : verb;
  form.classList.toggle('has-files', !list.isEmpty);
  elementOf('drop-title', HTMLElement).textContent = list.isEmpty
    ? `Choose files to ${directions.value}`
    : 'Choose more files';
}

function showDirection(): void {
  const direction = directions.value;
  secrets.direction = direction;
  elementOf('modes', HTMLElement).hidden = direction === 'decrypt';
  filesProblem.clear();
  announce('');
  list.reset();
}

function showWork({ isWorking }: { isWorking: boolean }): void {
  form.classList.toggle('working', isWorking);
  for (const id of ['settings', 'fields']) elementOf(id, HTMLElement).inert = isWorking;
  start.hidden = isWorking;
  cancel.hidden = !isWorking;
  (isWorking ? cancel : start).focus();
}

async function takeFiles(files: File[], folders: number): Promise<void> {
  if (stop) return announce('Files can be added once the work is done or cancelled.');
  filesProblem.clear();
  const sealed = await Promise.all(files.map((file) => isSealed(file).catch(() => false)));
  const turn = list.isEmpty && files.length > 0 && directions.value === 'encrypt' && sealed.every(Boolean);
  if (turn) {
    directions.value = 'decrypt';
    showDirection();
  }
  list.add(files);
  if (files.length > 0) announce(turn ? `${filesOf(files.length)} to decrypt.` : `${filesOf(files.length)} added.`);
  if (folders > 0)
    filesProblem.show('A folder is not a file: make an archive of it, such as a zip file, and encrypt that.');
}

async function work(): Promise<void> {
  const rows = list.pending;
  const direction = directions.value;
  if (rows.length === 0)
    return filesProblem.show(list.isEmpty ? 'Choose a file first.' : 'All of these are done. Choose more files.');
  const secret = secrets.read(direction);
  if (!secret) return;
  stop = new AbortController();
  showWork({ isWorking: true });
  try {
    const conversion = { direction, secret, mode: modes.value, signal: stop.signal };
    const { refusal, download } = await run(rows, conversion);
    showWhetherItStarts();
    showWork({ isWorking: false });
    showFiles();
    if (refusal) secrets.refuse(refusal);
    else download?.focus();
  } finally {
    wipe(secret.key ?? secret.passphrase);
    stop = undefined;
  }
}

async function showWhetherItStarts(): Promise<void> {
  const problem = elementOf('load-problem', HTMLElement);
  try {
    await startWorkers();
    problem.hidden = true;
  } catch (error) {
    elementOf('load-problem-text', HTMLElement).textContent =
      error instanceof LoadError ? `What helps: ${error.hint}.` : explain(error);
    problem.hidden = false;
  }
}

receiveFiles(takeFiles);
directions.onChange(showDirection);
cancel.addEventListener('click', () => stop?.abort());
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!stop) work();
});
window.addEventListener('beforeunload', (event) => {
  if (stop) event.preventDefault();
});
showDirection();
showWhetherItStarts();
keepOffline().then(() => {
  elementOf('offline', HTMLElement).hidden = false;
}, console.warn);
