/** A result that can be downloaded or saved, until the page lets go of it. */
import { downloadStart } from './saving.js';
import type { StoredResult } from './stored-result.js';

export class Result {
  /** Where it belongs: its name, after those of folders. */
  readonly path: string;
  readonly name: string;
  /** For a link. */
  readonly address: string;
  readonly #stored: StoredResult;
  #isKept = false;
  #downloadedAt = -Infinity;

  constructor(path: string, stored: StoredResult) {
    this.path = path;
    this.name = path.slice(path.lastIndexOf('/') + 1);
    this.address = URL.createObjectURL(stored.contents);
    this.#stored = stored;
  }

  get contents(): Blob {
    return this.#stored.contents;
  }

  /** Whether the person has it elsewhere: downloaded, or saved. */
  get isKept(): boolean {
    return this.#isKept;
  }

  keep(): void {
    this.#isKept = true;
  }

  /** Its link was followed. */
  noteDownload(): void {
    this.keep();
    this.#downloadedAt = performance.now();
  }

  letGo(): void {
    const remove = () => {
      URL.revokeObjectURL(this.address);
      this.#stored.remove();
    };
    const wait = this.#downloadedAt + downloadStart - performance.now();
    if (wait > 0) setTimeout(remove, wait);
    else remove();
  }
}
