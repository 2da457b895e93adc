/** A file in the list: its name, how far it is, and what has become of it. */
import { byteCount } from './byte-count.js';
import type { Direction } from './conversion.js';
import { elementOf, partOf } from './elements.js';
import type { Result } from './result.js';

type State = 'waiting' | 'working' | 'done' | 'failed';

export class FileRow {
  readonly element: HTMLLIElement;
  readonly #note: HTMLElement;
  readonly #progress: HTMLProgressElement;
  readonly #download: HTMLAnchorElement;
  readonly #remove: HTMLButtonElement;
  #state: State = 'waiting';
  #result: Result | undefined;

  constructor(
    readonly file: File,
    onRemove: (row: FileRow) => void,
  ) {
    const copy = elementOf('row', HTMLTemplateElement).content.cloneNode(true) as DocumentFragment;
    this.element = partOf(copy, 'li', HTMLLIElement);
    this.#note = partOf(copy, '.note', HTMLElement);
    this.#progress = partOf(copy, 'progress', HTMLProgressElement);
    this.#download = partOf(copy, '.download', HTMLAnchorElement);
    this.#remove = partOf(copy, '.remove', HTMLButtonElement);
    partOf(copy, '.name', HTMLElement).textContent = file.name;
    this.#remove.setAttribute('aria-label', `Remove ${file.name}`);
    this.#remove.addEventListener('click', () => onRemove(this));
    this.#download.addEventListener('click', () => this.#result?.noteDownload());
    this.wait();
  }

  /** Whether it is still to be encrypted or decrypted. */
  get isPending(): boolean {
    return this.#state !== 'done';
  }

  /** What waits to be downloaded or saved. */
  get result(): Result | undefined {
    return this.#result;
  }

  /** What leads to the result. */
  get download(): HTMLElement | undefined {
    return this.#result && this.#download;
  }

  wait(note = byteCount(this.file.size)): void {
    this.forget();
    this.#show('waiting', note);
  }

  begin(direction: Direction): void {
    this.#show('working', `${byteCount(this.file.size)} · getting ready`);
    const doing = direction === 'encrypt' ? 'Encrypting' : 'Decrypting';
    this.#progress.setAttribute('aria-label', `${doing} ${this.file.name}`);
    // Without a value it says that something goes on.
    this.#progress.removeAttribute('value');
  }

  advance(processed: number): void {
    const { size } = this.file;
    this.#progress.value = size === 0 ? 1 : processed / size;
    this.#note.textContent = `${byteCount(processed)} of ${byteCount(size)}`;
  }

  succeed(result: Result): void {
    const { name, address, contents } = result;
    this.#show('done', `${name} · ${byteCount(contents.size)}`);
    this.#result = result;
    this.#download.href = address;
    this.#download.download = name;
    this.#download.setAttribute('aria-label', `Download ${name}`);
    this.#download.hidden = false;
  }

  /** The result is in a folder of the person's, by that name; the page lets go of its own. */
  leaveSaved(name: string): void {
    this.forget();
    this.#show('done', `Saved as ${name}`);
  }

  /** The result is not in that folder, but still here. */
  failToSave(message: string): void {
    this.#note.textContent = `Not saved: ${message}`;
  }

  fail(message: string): void {
    this.#show('failed', message);
  }

  /** Lets go of the result. */
  forget(): void {
    this.#result?.letGo();
    this.#result = undefined;
    this.#download.removeAttribute('href');
    this.#download.hidden = true;
  }

  #show(state: State, note: string): void {
    this.#state = state;
    this.element.dataset.state = state;
    this.#note.textContent = note;
    this.#progress.hidden = state !== 'working';
  }
}
