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

  /** For the caller to wipe; undefined if there is something to be put right first. */
  read(): Uint8Array | undefined {
    this.#problem.clear();
    const { value } = this.#passphrase;
    // The format itself sees to it that an é of one character and one of two are the same.
    if (value !== '') return new TextEncoder().encode(value);
    this.#problem.show(words.typePassphrase);
    return undefined;
  }

  refuse(message: string): void {
    this.#problem.show(message);
  }

  clear(): void {
    this.#problem.clear();
    this.#passphrase.value = '';
  }
}
