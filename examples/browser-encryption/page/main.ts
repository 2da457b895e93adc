/** The page: its parts put together. */
import { type Mode, wipe } from 'romulus-wasm';
import type { Direction } from './conversion.js';
import { Choice, elementOf } from './elements.js';
import { FieldProblem } from './field-problem.js';
import { receiveFiles } from './file-input.js';
import { FileList } from './file-list.js';
import { keepOffline } from './offline.js';
import { ResultsBar } from './results-bar.js';
import { run } from './run.js';
import { removeAbandoned } from './scratch.js';
import { isSealed } from './sealed-header.js';
import { SecretFields } from './secret-fields.js';
import { canStart, showWhetherItStarts } from './start.js';
import { announce, filesOf } from './status.js';

const form = elementOf('form', HTMLFormElement);
const start = elementOf('start', HTMLButtonElement);
const cancel = elementOf('cancel', HTMLButtonElement);
const input = elementOf('files', HTMLInputElement);
const filesProblem = new FieldProblem(elementOf('files-problem', HTMLElement), input);
const directions = new Choice<Direction>('direction');
const modes = new Choice<Mode>('mode');
const secrets = new SecretFields(announce);
const list = new FileList(showFiles);
const results = new ResultsBar(list, runCancellable);
/** While files are encrypted, decrypted, packed or saved. */
let stop: AbortController | undefined;

function showFiles(): void {
  const verb = directions.value === 'encrypt' ? 'Encrypt' : 'Decrypt';
  const { length } = list.pending;
  start.textContent = length > 0 ? `${verb} ${filesOf(length)}` : verb;
  form.classList.toggle('has-files', !list.isEmpty);
  elementOf('drop-title', HTMLElement).textContent = list.isEmpty
    ? `Choose files to ${directions.value}`
    : 'Choose more files';
  results.update();
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
  for (const id of ['settings', 'results', 'fields']) elementOf(id, HTMLElement).inert = isWorking;
  start.hidden = isWorking;
  cancel.hidden = !isWorking;
  (isWorking ? cancel : start).focus();
}

async function runCancellable(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (stop) return;
  stop = new AbortController();
  showWork({ isWorking: true });
  try {
    await work(stop.signal);
  } finally {
    stop = undefined;
    showWork({ isWorking: false });
    showFiles();
  }
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

async function convert(): Promise<void> {
  const rows = list.pending;
  const direction = directions.value;
  if (rows.length === 0)
    return filesProblem.show(list.isEmpty ? 'Choose a file first.' : 'All of these are done. Choose more files.');
  const given = secrets.read(direction);
  if (!given) return;
  let refusal: string | undefined;
  await runCancellable(async (signal) => {
    try {
      refusal = await run(rows, { direction, secrets: given, mode: modes.value, signal });
      if (direction === 'encrypt' && rows.some(({ result }) => result)) secrets.noteUse();
      showWhetherItStarts();
    } finally {
      for (const { key, passphrase } of given) {
        const secret = key ?? passphrase;
        if (typeof secret !== 'string') wipe(secret);
      }
    }
  });
  if (refusal) secrets.refuse(refusal);
  else rows.find((row) => row.download)?.download?.focus();
}

const wouldLose = (): boolean => list.hasUnsaved || secrets.hasUnsaved;

function startOver(): void {
  const question =
    'A result or a key is not saved yet, and nobody can get it back afterwards. Start over nevertheless?';
  if (wouldLose() && !confirm(question)) return;
  list.clear();
  secrets.clear();
  announce('');
  input.focus();
}

if (canStart()) {
  form.hidden = false;
  receiveFiles(takeFiles);
  directions.onChange(showDirection);
  cancel.addEventListener('click', () => stop?.abort());
  elementOf('start-over', HTMLButtonElement).addEventListener('click', startOver);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!stop) convert();
  });
  window.addEventListener('beforeunload', (event) => {
    if (stop || wouldLose()) event.preventDefault();
  });
  window.addEventListener('pagehide', ({ persisted }) => {
    // What cannot be removed in so little time is removed by the next page of this site.
    if (persisted) return;
    list.forget();
    results.forget();
  });
  showDirection();
  showWhetherItStarts();
  removeAbandoned().catch(console.warn);
  keepOffline().then(() => {
    elementOf('offline', HTMLElement).hidden = false;
  }, console.warn);
}
