/** What files are locked and unlocked with: passphrases, or a key for both. */
import { wipe } from 'romulus-wasm';
import type { StreamKey } from 'romulus-wasm/stream';
import { elementOf } from './elements.js';
import { KeyFields } from './key-fields.js';
import { LockFields } from './lock-fields.js';
import { UnlockFields } from './unlock-fields.js';

/** What is to be done with secrets. */
export interface Needs {
  readonly encrypts: boolean;
  readonly decrypts: boolean;
}

export interface Secrets {
  /** For encryption. */
  readonly lock?: StreamKey;
  /** For decryption, all that may be meant, the likeliest first. */
  readonly unlock?: readonly StreamKey[];
}

export class SecretFields {
  readonly #element = elementOf('fields', HTMLElement);
  readonly #usesKey = elementOf('use-key', HTMLInputElement);
  readonly #lock: LockFields;
  readonly #unlock = new UnlockFields();
  readonly #key: KeyFields;
  #needs: Needs = { encrypts: false, decrypts: false };

  /** `onSave` is told when a key has been saved. */
  constructor(announce: (text: string) => void, onSave: () => void) {
    this.#lock = new LockFields(announce);
    this.#key = new KeyFields(announce, onSave);
    this.#usesKey.addEventListener('change', () => this.show(this.#needs));
  }

  show(needs: Needs): void {
    this.#needs = needs;
    const { encrypts, decrypts } = needs;
    const usesKey = this.#usesKey.checked;
    this.#element.hidden = !encrypts && !decrypts;
    this.#lock.isShown = encrypts && !usesKey;
    this.#unlock.isShown = decrypts && !usesKey;
    elementOf('key-fields', HTMLElement).hidden = !usesKey;
    elementOf('modes', HTMLElement).hidden = !encrypts;
    this.#key.isForEncryption = encrypts;
  }

  /** For the caller to dispose of. Undefined if there is something to be put right first, which is said at the field. */
  read({ encrypts, decrypts }: Needs): Secrets | undefined {
    if (this.#usesKey.checked) {
      const key = this.#key.read();
      return key && { lock: { key }, unlock: [{ key }] };
    }
    const lock = encrypts ? this.#lock.read() : undefined;
    if (encrypts && !lock) return undefined;
    const unlock = decrypts ? this.#unlock.read() : undefined;
    if (decrypts && !unlock) {
      if (lock) wipe(lock);
      return undefined;
    }
    return {
      ...(lock && { lock: { passphrase: lock } }),
      ...(unlock && { unlock: unlock.map((passphrase) => ({ passphrase })) }),
    };
  }

  /** Something was encrypted with what is in the fields. */
  noteUse(): void {
    if (this.#usesKey.checked) this.#key.noteUse();
    else this.#lock.noteUse();
  }

  /** Whether there is a secret that something was encrypted with and that is nowhere but here. */
  get hasUnsaved(): boolean {
    return this.#lock.hasUnsaved || this.#key.hasUnsaved;
  }

  get hasUnsavedKey(): boolean {
    return this.#key.hasUnsaved;
  }

  /** The passphrase that was made here, if something was encrypted with it. */
  get usedPassphrase(): string | undefined {
    return this.#lock.used;
  }

  clear(): void {
    this.#lock.clear();
    this.#unlock.clear();
    this.#key.clear();
  }

  /** Says at the field that it does not open a file. */
  refuse(message: string): void {
    if (this.#usesKey.checked) this.#key.refuse(message);
    else this.#unlock.refuse(message);
  }
}

/** Overwrites them. */
export function dispose({ lock, unlock = [] }: Secrets): void {
  for (const { key, passphrase } of lock ? [lock, ...unlock] : unlock) {
    const bytes = key ?? passphrase;
    if (typeof bytes !== 'string') wipe(bytes);
  }
}
