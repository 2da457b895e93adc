/** The passphrase that files are locked with: a new one of random words, or the person's own, typed twice. */
import { copyBy } from './copying.js';
import { elementOf } from './elements.js';
import { FieldProblem } from './field-problem.js';
import { generatePassphrase } from './generated-passphrase.js';
import { revealBy } from './reveal.js';
import { StrengthMeter } from './strength-meter.js';
import { words } from './words.js';

export class LockFields {
  readonly #element = elementOf('lock', HTMLFieldSetElement);
  readonly #generatedFields = elementOf('generated-fields', HTMLElement);
  readonly #ownFields = elementOf('own-fields', HTMLElement);
  readonly #passphrase = elementOf('passphrase', HTMLInputElement);
  readonly #again = elementOf('again', HTMLInputElement);
  readonly #problem = new FieldProblem(elementOf('passphrase-problem', HTMLElement), this.#passphrase, this.#again);
  readonly #meter = new StrengthMeter(this.#passphrase);
  readonly #announce: (text: string) => void;
  #generated = '';
  /** Files were encrypted with the generated passphrase. */
  #isUsed = false;
  #isSaved = false;

  constructor(announce: (text: string) => void) {
    this.#announce = announce;
    const noteCopy = () => this.#noteCopy();
    const read = () => this.#generated;
    copyBy(elementOf('copy-passphrase', HTMLButtonElement), read, noteCopy);
    copyBy(elementOf('copy-reminder', HTMLButtonElement), read, noteCopy);
    document.addEventListener('copy', () => {
      if (this.#generated !== '' && getSelection()?.toString().includes(this.#generated)) this.#noteCopy();
    });
    elementOf('new-passphrase', HTMLButtonElement).addEventListener('click', () => {
      if (this.#mayReplace()) this.#generate();
    });
    elementOf('use-own', HTMLButtonElement).addEventListener('click', () => {
      if (!this.#mayReplace()) return;
      this.#showOwn({ isOwn: true });
      this.#passphrase.focus();
    });
    elementOf('use-generated', HTMLButtonElement).addEventListener('click', () => {
      this.#generate();
      this.#showOwn({ isOwn: false });
      elementOf('copy-passphrase', HTMLButtonElement).focus();
    });
    revealBy(elementOf('reveal', HTMLButtonElement), this.#passphrase, this.#again);
    this.#generate();
  }

  set isShown(isShown: boolean) {
    this.#element.hidden = !isShown;
  }

  /** The generated passphrase, if files were encrypted with it. */
  get used(): string | undefined {
    return this.#isUsed ? this.#generated : undefined;
  }

  get hasUnsaved(): boolean {
    return this.#isUsed && !this.#isSaved;
  }

  /** In Unicode's form NFC, for the caller to wipe; undefined if there is something to be put right first. */
  read(): Uint8Array | undefined {
    this.#problem.clear();
    if (!this.#isOwn) return new TextEncoder().encode(this.#generated);
    const passphrase = this.#passphrase.value.normalize('NFC');
    if (passphrase === '') this.#problem.show(words.typePassphrase);
    else if (this.#again.value.normalize('NFC') !== passphrase)
      this.#problem.show(words.passphrasesDiffer, this.#again);
    else return new TextEncoder().encode(passphrase);
    return undefined;
  }

  noteUse(): void {
    if (!this.#isOwn) this.#isUsed = true;
  }

  clear(): void {
    this.#problem.clear();
    for (const field of [this.#passphrase, this.#again]) field.value = '';
    this.#meter.update();
    this.#generate();
  }

  get #isOwn(): boolean {
    return !this.#ownFields.hidden;
  }

  #noteCopy(): void {
    this.#isSaved = true;
    this.#announce(words.passphraseCopied);
  }

  /** Asks the person, if the passphrase would be lost. */
  #mayReplace(): boolean {
    return !this.hasUnsaved || confirm(words.replacePassphrase);
  }

  #generate(): void {
    this.#generated = generatePassphrase();
    this.#isUsed = this.#isSaved = false;
    elementOf('generated', HTMLElement).textContent = this.#generated;
  }

  #showOwn({ isOwn }: { isOwn: boolean }): void {
    this.#isUsed = false;
    this.#ownFields.hidden = !isOwn;
    this.#generatedFields.hidden = isOwn;
  }
}
