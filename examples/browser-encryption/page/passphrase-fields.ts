/** The passphrase, typed twice where nobody could decrypt what is locked with a slip of the finger. */
import type { Direction } from './conversion.js';
import { elementOf } from './elements.js';
import { FieldProblem } from './field-problem.js';

export class PassphraseFields {
  readonly #passphrase = elementOf('passphrase', HTMLInputElement);
  readonly #again = elementOf('again', HTMLInputElement);
  readonly #againField = elementOf('again-field', HTMLElement);
  readonly #hint = elementOf('passphrase-hint', HTMLElement);
  readonly #problem = new FieldProblem(elementOf('passphrase-problem', HTMLElement), this.#passphrase, this.#again);

  constructor() {
    const reveal = elementOf('reveal', HTMLButtonElement);
    reveal.addEventListener('click', () => {
      const isShown = reveal.getAttribute('aria-pressed') !== 'true';
      reveal.setAttribute('aria-pressed', String(isShown));
      for (const field of [this.#passphrase, this.#again]) field.type = isShown ? 'text' : 'password';
    });
  }

  set direction(direction: Direction) {
    this.#problem.clear();
    this.#againField.hidden = this.#hint.hidden = direction === 'decrypt';
    this.#passphrase.autocomplete = direction === 'decrypt' ? 'current-password' : 'new-password';
  }

  /**
   * The bytes of all that it may be, for the caller to wipe; undefined if there is something to be put right first. Systems write an é as
   * one character or as two, so that the same passphrase has other bytes elsewhere: the page encrypts with the usual ones, NFC.
   */
  read(direction: Direction): Uint8Array[] | undefined {
    this.#problem.clear();
    const { value } = this.#passphrase;
    const composed = value.normalize('NFC');
    if (value === '') this.#problem.show('Type a passphrase.');
    else if (direction === 'encrypt' && this.#again.value.normalize('NFC') !== composed)
      this.#problem.show('The passphrases differ.', this.#again);
    else {
      const forms = direction === 'encrypt' ? [composed] : [composed, value.normalize('NFD'), value];
      return [...new Set(forms)].map((form) => new TextEncoder().encode(form));
    }
    return undefined;
  }

  clear(): void {
    this.#problem.clear();
    for (const field of [this.#passphrase, this.#again]) field.value = '';
  }

  refuse(message: string): void {
    this.#problem.show(message);
  }
}
