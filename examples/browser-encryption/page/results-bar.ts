/** What can be done with all results at once: one download, new files in a folder, or an end of them. */
import { makeZip } from 'client-zip';
import { elementOf } from './elements.js';
import type { FileList } from './file-list.js';
import { distinctNames } from './free-name.js';
import { explain } from './problem.js';
import { checkResult, counting, streamOf } from './reading.js';
import { Result } from './result.js';
import { canSaveToFolder, download, pickFolder, writeNewFile } from './saving.js';
import { announce, announceProgress, endProgress } from './status.js';
import { store } from './stored-result.js';
import { words } from './words.js';

/** Does it with the page at work, and with a signal that the person can abort. */
export type RunCancellable = (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;

const zipName = 'romulus-files.zip';

export class ResultsBar {
  readonly #element = elementOf('results', HTMLElement);
  readonly #downloadAll = elementOf('download-all', HTMLButtonElement);
  readonly #save = elementOf('save-to-folder', HTMLButtonElement);
  readonly #share = elementOf('share', HTMLButtonElement);
  readonly #list: FileList;
  /** The results in one file, and which those are: a second press downloads it at once. */
  #zip: { readonly result: Result; readonly of: readonly Result[] } | undefined;

  constructor(list: FileList, runCancellable: RunCancellable) {
    this.#list = list;
    const connect = (button: HTMLButtonElement, work: (signal: AbortSignal) => Promise<void>) =>
      button.addEventListener('click', async () => {
        await runCancellable((signal) => this.#attempt(work, signal));
        if (button.hidden) this.#element.querySelector<HTMLElement>('button:not([hidden])')?.focus();
        else button.focus();
      });
    connect(this.#downloadAll, (signal) => this.#downloadInOne(signal));
    connect(this.#save, (signal) => this.#saveAll(signal));
    // At once, as browsers share only what a press asks for.
    this.#share.addEventListener('click', () => this.#shareAll());
  }

  /** When there are other files or other results. */
  update(): void {
    const results = this.#results;
    if (this.#zip && !isSame(this.#zip.of, results)) this.forget();
    this.#element.hidden = this.#list.done.length === 0;
    this.#downloadAll.hidden = results.length < 2;
    this.#save.hidden = results.length === 0 || !canSaveToFolder();
    this.#share.hidden = results.length === 0 || !navigator.canShare?.({ files: filesOf(results) });
  }

  /** Lets go of the results in one file; not of the results. */
  forget(): void {
    this.#zip?.result.letGo();
    this.#zip = undefined;
  }

  get #results(): Result[] {
    return this.#list.withResults.map(({ result }) => result);
  }

  async #attempt(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await work(signal);
    } catch (error) {
      announce(signal.aborted ? words.resultsRemain : explain(error));
    } finally {
      endProgress();
    }
  }

  async #downloadInOne(signal: AbortSignal): Promise<void> {
    this.#zip ??= await this.#pack(signal);
    const { result, of } = this.#zip;
    download(result.name, result.address);
    result.noteDownload();
    this.#noteKept(of);
    announce(words.inDownloads(of.length, result.name));
  }

  #noteKept(kept: readonly Result[]): void {
    for (const result of kept) result.keep();
    for (const row of this.#list.withResults) if (kept.includes(row.result)) row.showKept();
  }

  async #shareAll(): Promise<void> {
    const results = this.#results;
    try {
      await navigator.share({ files: filesOf(results) });
      this.#noteKept(results);
      announce(words.shared(results.length));
    } catch {
      announce(words.notShared);
    }
  }

  async #pack(signal: AbortSignal) {
    const of = this.#results;
    for (const result of of) await checkResult(result);
    const names = await distinctNames(of.map(({ path }) => path));
    const total = of.reduce((sum, { contents }) => sum + contents.size, 0);
    const files = function* () {
      for (const [i, { contents }] of of.entries())
        yield { name: names[i], input: streamOf(contents), size: contents.size };
    };
    announce(words.doing(words.packing, of.length));
    // What a zip file has besides its files is not counted.
    const count = counting((processed) => announceProgress(words.packing, processed, total));
    return { result: new Result(zipName, await store(makeZip(files()).pipeThrough(count), signal)), of };
  }

  async #saveAll(signal: AbortSignal): Promise<void> {
    const folder = await pickFolder();
    if (!folder) return announce(words.noFolder);
    const rows = this.#list.withResults;
    const total = rows.reduce((sum, { result }) => sum + result.contents.size, 0);
    let before = 0;
    let saved = 0;
    announce(words.doing(words.saving, rows.length));
    for (const row of rows) {
      const { result } = row;
      const { size } = result.contents;
      try {
        await checkResult(result);
        const count = counting((bytes) => announceProgress(words.saving, before + bytes, total));
        const stream = streamOf(result.contents).pipeThrough(count);
        row.leaveSaved(await writeNewFile(folder, result.path, stream, signal));
        saved++;
      } catch (error) {
        signal.throwIfAborted();
        row.failToSave(explain(error));
      }
      before += size;
    }
    const failed = rows.length - saved;
    const what = saved === 0 ? words.noneSaved : words.savedIn(saved, folder.name);
    announce(failed > 0 ? `${what} ${words.stillThere(failed)}` : what);
  }
}

const filesOf = (results: readonly Result[]): File[] =>
  results.map(({ name, contents }) => new File([contents], name, { type: contents.type }));

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i]);
