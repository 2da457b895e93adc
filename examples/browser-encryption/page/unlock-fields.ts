/** The passphrase that opens encrypted files. */
import { elementOf } from './elements.js';
import { FieldProblem } from './field-problem.js';
import { revealBy } from './reveal.js';
import { words } from './words.js';

export class UnlockFields {
  readonly #element = elementOf('unlock', HTMLFieldSetElement);
  readonly #passphrase = elementOf('unlock-passphrase', HTMLInputElement);
  readonly #problem = new FieldProblem(elementOf('unlock-problem', HTMLElement), this.#passphrase);

  constructor() {
    revealBy(elementOf('unlock-reveal', HTMLButtonElement), this.#passphrase);
  }

  set isShown(isShown: boolean) {
    this.#element.hidden = !isShown;
  }

  /**
   * The bytes of all that it may be, the likeliest first, for the caller to wipe; undefined if there is something to be put right first.
   * Systems write an é as one character or as two, so that the same passphrase has other bytes elsewhere.
   */
  read(): Uint8Array[] | undefined {
    this.#problem.clear();
    const { value } = this.#passphrase;
    if (value === '') {
      this.#problem.show(words.typePassphrase);
      return undefined;
    }
    const forms = [value.normalize('NFC'), value.normalize('NFD'), value];
    return [...new Set(forms)].map((form) => new TextEncoder().encode(form));
  }

  refuse(message: string): void {
    this.#problem.show(message);
  }

  clear(): void {
    this.#problem.clear();
    this.#passphrase.value = '';
  }
}
