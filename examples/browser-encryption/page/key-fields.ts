/** The key: made here, pasted, or in a key file, which the program `romulus` takes too. */
import { generateKey, wipe } from 'romulus-wasm';
import { elementOf } from './elements.js';
import { FieldProblem } from './field-problem.js';
import { digitsOf, keyFileOf, readKey, readKeyFile } from './key-text.js';
import { explain } from './problem.js';
import { download, downloadStart } from './saving.js';
import { words } from './words.js';

/** A key that was made here. */
interface MadeKey {
  readonly digits: string;
  /** Files were encrypted with it. */
  isUsed: boolean;
  isSaved: boolean;
}

export class KeyFields {
  readonly #key = elementOf('key', HTMLInputElement);
  readonly #generate = elementOf('generate', HTMLButtonElement);
  readonly #hint = elementOf('key-hint', HTMLElement);
  readonly #problem = new FieldProblem(elementOf('key-problem', HTMLElement), this.#key);
  readonly #announce: (text: string) => void;
  readonly #onSave: () => void;
  #made: MadeKey | undefined;

  constructor(announce: (text: string) => void, onSave: () => void) {
    this.#announce = announce;
    this.#onSave = onSave;
    this.#key.placeholder = words.keyPlaceholder;
    this.#generate.addEventListener('click', () => this.#make());
    this.#key.addEventListener('beforeinput', (event) => {
      if (!this.#mayReplace()) event.preventDefault();
    });
    for (const id of ['save-key', 'save-key-reminder'])
      elementOf(id, HTMLButtonElement).addEventListener('click', () => this.#save());
    const file = elementOf('key-file', HTMLInputElement);
    file.addEventListener('change', () => this.#load(file));
  }

  set isForEncryption(isForEncryption: boolean) {
    this.#generate.hidden = this.#hint.hidden = !isForEncryption;
  }

  /** For the caller to wipe; undefined if there is something to be put right first. */
  read(): Uint8Array | undefined {
    this.#problem.clear();
    const key = readKey(this.#key.value);
    if (!key) this.#problem.show(this.#key.value === '' ? words.keyMissing : words.keyWrong);
    return key;
  }

  refuse(message: string): void {
    this.#problem.show(message);
  }

  noteUse(): void {
    if (this.#made && this.#made.digits === this.#digits) this.#made.isUsed = true;
  }

  get hasUnsaved(): boolean {
    const { isUsed, isSaved } = this.#made ?? {};
    return isUsed === true && !isSaved;
  }

  clear(): void {
    this.#problem.clear();
    this.#key.value = '';
    this.#made = undefined;
  }

  /** Those of the key in the field. */
  get #digits(): string | undefined {
    const key = readKey(this.#key.value);
    const digits = key && digitsOf(key);
    if (key) wipe(key);
    return digits;
  }

  /** Asks the person, if the key would be lost. */
  #mayReplace(): boolean {
    if (this.hasUnsaved && !confirm(words.replaceKey)) return false;
    this.#made = undefined;
    return true;
  }

  #make(): void {
    if (!this.#mayReplace()) return;
    this.#take(generateKey(), words.keyMade);
    this.#made = { digits: this.#key.value, isUsed: false, isSaved: false };
  }

  #take(key: Uint8Array, announcement: string): void {
    this.#problem.clear();
    this.#key.value = digitsOf(key);
    wipe(key);
    this.#announce(announcement);
  }

  async #load(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    if (!file) return;
    try {
      if (this.#mayReplace()) this.#take(await readKeyFile(file), words.keyLoaded(file.name));
    } catch (error) {
      this.#problem.show(explain(error));
    }
    // So that the same file can be chosen again.
    input.value = '';
  }

  #save(): void {
    const key = this.read();
    if (!key) return;
    const address = URL.createObjectURL(new Blob([keyFileOf(key)], { type: 'application/octet-stream' }));
    download('romulus.key', address);
    setTimeout(() => URL.revokeObjectURL(address), downloadStart);
    wipe(key);
    if (this.#made && this.#made.digits === this.#digits) this.#made.isSaved = true;
    this.#announce(words.keySaved);
    this.#onSave();
  }
}
