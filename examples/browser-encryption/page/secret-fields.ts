/** What files are locked with: a passphrase or a key. */
import type { StreamKey } from 'romulus-wasm/stream';
import type { Direction } from './conversion.js';
import { Choice, elementOf } from './elements.js';
import { KeyFields } from './key-fields.js';
import { PassphraseFields } from './passphrase-fields.js';

export class SecretFields {
  readonly #kind = new Choice<'passphrase' | 'key'>('kind');
  readonly #passphrase = new PassphraseFields();
  readonly #key: KeyFields;

  constructor(announce: (text: string) => void) {
    this.#key = new KeyFields(announce);
    const show = () => {
      elementOf('passphrase-fields', HTMLElement).hidden = this.#kind.value !== 'passphrase';
      elementOf('key-fields', HTMLElement).hidden = this.#kind.value !== 'key';
    };
    this.#kind.onChange(show);
    // Browsers keep choices when a page is loaded again.
    show();
  }

  set direction(direction: Direction) {
    elementOf('secret-title', HTMLElement).textContent = direction === 'encrypt' ? 'Lock with' : 'Unlock with';
    this.#passphrase.direction = direction;
    this.#key.direction = direction;
  }

  /**
   * All that may be meant, the likeliest first, for the caller to wipe. Undefined if there is something to be put right first, which is
   * said at the field.
   */
  read(direction: Direction): StreamKey[] | undefined {
    if (this.#kind.value === 'key') {
      const key = this.#key.read();
      return key && [{ key }];
    }
    return this.#passphrase.read(direction)?.map((passphrase) => ({ passphrase }));
  }

  /** Files were encrypted with what is in the field. */
  noteUse(): void {
    if (this.#kind.value === 'key') this.#key.noteUse();
  }

  /** Whether there is a key that files were encrypted with and that is nowhere but here. */
  get hasUnsaved(): boolean {
    return this.#key.hasUnsaved;
  }

  clear(): void {
    this.#passphrase.clear();
    this.#key.clear();
  }

  /** Says at the field that it does not open a file. */
  refuse(message: string): void {
    if (this.#kind.value === 'key') this.#key.refuse(message);
    else this.#passphrase.refuse(message);
  }
}
