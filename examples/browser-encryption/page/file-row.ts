/** A file in the list: its name, what is to be done with it, how far it is, and what has become of it. */
import { byteCount } from './byte-count.js';
import type { Direction } from './conversion.js';
import { elementOf, partOf } from './elements.js';
import type { ChosenFile } from './file-input.js';
import type { Result } from './result.js';
import { percentOf, words } from './words.js';

type State = 'waiting' | 'working' | 'done' | 'failed';

interface Listener {
  onRemove(row: FileRow): void;
  /** It is to be encrypted, or decrypted, instead. */
  onTurn(row: FileRow): void;
}

/** What a name ends with that tells files apart: its extensions, or its last letters. */
const ending = /(?:\.[^./]{1,8}){1,2}$|.{0,6}$/u;

export class FileRow {
  readonly element: HTMLLIElement;
  readonly file: File;
  /** Its name, after those of the folders that were chosen with it. */
  readonly path: string;
  readonly #note: HTMLElement;
  readonly #progress: HTMLProgressElement;
  readonly #turn: HTMLButtonElement;
  readonly #download: HTMLAnchorElement;
  /** An encrypted file can be encrypted once more; any other file can only be encrypted. */
  readonly #canTurn: boolean;
  #direction: Direction;
  #state: State = 'waiting';
  #result: Result | undefined;

  constructor({ file, path }: ChosenFile, direction: Direction, { onRemove, onTurn }: Listener) {
    this.file = file;
    this.path = path;
    this.#direction = direction;
    this.#canTurn = direction === 'decrypt';
    const copy = elementOf('row', HTMLTemplateElement).content.cloneNode(true) as DocumentFragment;
    this.element = partOf(copy, 'li', HTMLLIElement);
    this.#note = partOf(copy, '.note', HTMLElement);
    this.#progress = partOf(copy, 'progress', HTMLProgressElement);
    this.#turn = partOf(copy, '.direction', HTMLButtonElement);
    this.#download = partOf(copy, '.download', HTMLAnchorElement);
    const [extension] = ending.exec(path) as RegExpExecArray;
    partOf(copy, '.stem', HTMLElement).textContent = path.slice(0, path.length - extension.length);
    partOf(copy, '.extension', HTMLElement).textContent = extension;
    partOf(copy, '.name', HTMLElement).title = path;
    const remove = partOf(copy, '.remove', HTMLButtonElement);
    remove.ariaLabel = words.remove(path);
    remove.addEventListener('click', () => onRemove(this));
    this.#turn.addEventListener('click', () => {
      this.#direction = this.#direction === 'encrypt' ? 'decrypt' : 'encrypt';
      this.wait();
      onTurn(this);
    });
    this.#download.addEventListener('click', () => {
      this.#result?.noteDownload();
      this.showKept();
    });
    this.wait();
  }

  get direction(): Direction {
    return this.#direction;
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

  begin(): void {
    this.#show('working', `${byteCount(this.file.size)} · ${words.gettingReady}`);
    const verb = this.#direction === 'encrypt' ? words.encrypting : words.decrypting;
    this.#progress.ariaLabel = words.doingNamed(verb, this.path);
    // Without a value it says that something goes on.
    this.#progress.removeAttribute('value');
  }

  /** Before the first byte: a passphrase takes a while. */
  prepare(done: number): void {
    this.#note.textContent = `${byteCount(this.file.size)} · ${words.preparing(percentOf(done))}`;
  }

  advance(processed: number): void {
    const { size } = this.file;
    this.#progress.value = size === 0 ? 1 : processed / size;
    this.#note.textContent = words.partOf(byteCount(processed), byteCount(size));
  }

  succeed(result: Result): void {
    const { name, address, contents } = result;
    this.#show('done', `${name} · ${byteCount(contents.size)}`);
    this.#result = result;
    this.#download.href = address;
    this.#download.download = name;
    this.#download.textContent = words.download;
    this.#download.ariaLabel = words.downloadNamed(name);
    this.#download.hidden = false;
  }

  /** The person has the result elsewhere, too. */
  showKept(): void {
    if (!this.#result) return;
    this.#download.textContent = words.downloaded;
    this.#download.ariaLabel = `${words.downloaded}: ${this.#result.name}`;
  }

  /** The result is in a folder of the person's, by that name; the page lets go of its own. */
  leaveSaved(name: string): void {
    this.forget();
    this.#show('done', words.savedAs(name));
  }

  /** The result is not in that folder, but still here. */
  failToSave(message: string): void {
    this.#note.textContent = words.notSaved(message);
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
    this.#turn.hidden = !this.#canTurn || (state !== 'waiting' && state !== 'failed');
    const isDecryption = this.#direction === 'decrypt';
    this.#turn.textContent = isDecryption ? words.decryptIt : words.encryptIt;
    this.#turn.ariaLabel = `${this.#turn.textContent}: ${isDecryption ? words.encryptInstead(this.path) : words.decryptInstead(this.path)}`;
  }
}
