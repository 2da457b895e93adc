/** The page: its parts put together. */
import type { Mode } from 'romulus-wasm';
import { byteCount } from './byte-count.js';
import { type Conversion, directionOf } from './conversion.js';
import { Choice, elementOf } from './elements.js';
import { FieldProblem } from './field-problem.js';
import { type ChosenFile, receiveFiles } from './file-input.js';
import { FileList } from './file-list.js';
import { HashPanel } from './hash-panel.js';
import { keepOffline, offerInstallation } from './installation.js';
import { ResultsBar } from './results-bar.js';
import { run } from './run.js';
import { removeAbandoned } from './scratch.js';
import { dispose, type Needs, SecretFields } from './secret-fields.js';
import { canStart, showWhetherItStarts } from './start.js';
import { announce, showCount } from './status.js';
import { Tabs } from './tabs.js';
import { TextPanel } from './text-panel.js';
import { language, offerLanguages, translate, words } from './words.js';

document.documentElement.lang = language;
// The page comes in English.
if (language !== 'en') translate(document);

const form = elementOf('form', HTMLFormElement);
const start = elementOf('start', HTMLButtonElement);
const cancel = elementOf('cancel', HTMLButtonElement);
const input = elementOf('files', HTMLInputElement);
const filesProblem = new FieldProblem(elementOf('files-problem', HTMLElement), input);
const modes = new Choice<Mode>('mode');
const secrets = new SecretFields(announce, show);
const list = new FileList(show);
const results = new ResultsBar(list, runCancellable);
const text = new TextPanel(show);
const hash = new HashPanel(runCancellable);
const tabs = new Tabs(() => {
  announce('');
  show();
});
/** While files are encrypted, decrypted, hashed, packed or saved. */
let stop: AbortController | undefined;

/** What the button would do in the tab that is shown. */
function needs(): Needs {
  if (tabs.shown === 'text') return { encrypts: text.isEncryption, decrypts: !text.isEncryption };
  if (tabs.shown === 'hash') return { encrypts: false, decrypts: false };
  return { encrypts: list.count('encrypt') > 0, decrypts: list.count('decrypt') > 0 };
}

function show(): void {
  const { pending, done } = list;
  const isOver = tabs.shown === 'files' && done.length > 0 && pending.length === 0;
  const isWorking = stop !== undefined;
  secrets.show(needs());
  form.dataset.tab = tabs.shown;
  form.classList.toggle('has-files', !list.isEmpty);
  form.classList.toggle('over', isOver);
  showSummary({ isOver });
  elementOf('drop-title', HTMLElement).textContent = list.isEmpty ? words.drop : words.dropMore;
  results.update();
  if (tabs.shown !== 'files') elementOf('results', HTMLElement).hidden = true;
  start.textContent =
    tabs.shown === 'text'
      ? words.textStart(text.isEncryption)
      : words.start(list.count('encrypt'), list.count('decrypt'));
  start.hidden = isWorking || isOver || tabs.shown === 'hash' || (tabs.shown === 'files' && list.isEmpty);
  cancel.hidden = !isWorking;
  if (isWorking) return;
  const size = pending.reduce((sum, { file }) => sum + file.size, 0);
  showCount(tabs.shown === 'files' && pending.length > 0 ? words.waiting(pending.length, byteCount(size)) : '');
}

/** What is done, and the passphrase that was made for it, wherever its own field is not seen. */
function showSummary({ isOver }: { isOver: boolean }): void {
  const { done } = list;
  const size = done.reduce((sum, { result, file }) => sum + (result?.contents.size ?? file.size), 0);
  const title = elementOf('summary-title', HTMLElement);
  title.hidden = !isOver;
  title.textContent = words.doneTitle(done.length, byteCount(size));
  const passphrase = isOver || !needs().encrypts ? secrets.usedPassphrase : undefined;
  elementOf('reminder', HTMLElement).hidden = passphrase === undefined;
  elementOf('reminder-passphrase', HTMLElement).textContent = passphrase ?? '';
  elementOf('key-reminder', HTMLElement).hidden = !isOver || !secrets.hasUnsavedKey;
  elementOf('summary', HTMLElement).hidden = !isOver && passphrase === undefined;
}

async function runCancellable(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (stop) return;
  stop = new AbortController();
  const parts = ['settings', 'results', 'fields', 'text', 'copy-text', 'panel-hash'];
  const showWork = ({ isWorking }: { isWorking: boolean }) => {
    form.classList.toggle('working', isWorking);
    for (const id of parts) elementOf(id, HTMLElement).inert = isWorking;
    for (const tab of form.querySelectorAll<HTMLButtonElement>('[role="tab"]')) tab.disabled = isWorking;
    show();
  };
  showWork({ isWorking: true });
  cancel.focus();
  try {
    await work(stop.signal);
  } finally {
    stop = undefined;
    showWork({ isWorking: false });
    if (!start.hidden) start.focus();
  }
}

async function takeFiles(files: ChosenFile[]): Promise<void> {
  if (stop) return announce(words.addedWhileWorking);
  if (tabs.shown !== 'files') tabs.show('files');
  filesProblem.clear();
  if (files.length === 0) return filesProblem.show(words.emptyFolder);
  const directed = await Promise.all(
    files.map(async (chosen) => ({
      chosen,
      direction: await directionOf(chosen.file).catch(() => 'encrypt' as const),
    })),
  );
  list.add(directed);
  const decrypt = directed.filter(({ direction }) => direction === 'decrypt').length;
  announce(words.added(directed.length - decrypt, decrypt));
}

function takeText(given: string): void {
  if (stop) return;
  tabs.show('text');
  text.put(given);
  show();
  announce(words.textPasted);
}

/** Reads the secrets, and does with them what gives what is to be said at their fields. */
async function withSecrets(work: (conversion: Conversion) => Promise<string | undefined>): Promise<void> {
  const given = secrets.read(needs());
  if (!given) return;
  let refusal: string | undefined;
  await runCancellable(async (signal) => {
    try {
      refusal = await work({ secrets: given, mode: modes.value, signal });
      showWhetherItStarts();
    } finally {
      dispose(given);
    }
  });
  if (refusal) secrets.refuse(refusal);
}

async function convertFiles(): Promise<void> {
  const rows = list.pending;
  let isRefused = false;
  await withSecrets(async (conversion) => {
    const refusal = await run(rows, conversion);
    if (rows.some(({ result, direction }) => result && direction === 'encrypt')) secrets.noteUse();
    isRefused = refusal !== undefined;
    return refusal;
  });
  if (!isRefused) rows.find((row) => row.download)?.download?.focus();
}

async function convertText(): Promise<void> {
  if (!text.check()) return;
  const { isEncryption } = text;
  await withSecrets(async (conversion) => {
    const refusal = await text.convert(conversion);
    if (isEncryption && text.hasUnsaved) secrets.noteUse();
    return refusal;
  });
  text.focusResult();
}

const wouldLose = (): boolean => list.hasUnsaved || text.hasUnsaved || secrets.hasUnsaved;

function startOver(): void {
  if (wouldLose() && !confirm(words.startOverQuestion)) return;
  list.clear();
  text.clear();
  hash.clear();
  secrets.clear();
  announce('');
  input.focus();
}

offerLanguages(elementOf('language', HTMLSelectElement));
if (canStart()) {
  form.classList.add('started');
  receiveFiles({ onFiles: takeFiles, onText: takeText });
  cancel.addEventListener('click', () => stop?.abort());
  elementOf('start-over', HTMLButtonElement).addEventListener('click', startOver);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (stop || start.hidden) return;
    if (tabs.shown === 'text') convertText();
    else convertFiles();
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
  show();
  showWhetherItStarts();
  removeAbandoned().catch(console.warn);
  offerInstallation();
  keepOffline().then(() => {
    elementOf('offline', HTMLElement).hidden = false;
  }, console.warn);
}
