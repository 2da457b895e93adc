/** The files: chosen, dropped or pasted, in the order in which they came. */
import type { Direction } from './conversion.js';
import { elementOf } from './elements.js';
import type { ChosenFile } from './file-input.js';
import { FileRow } from './file-row.js';
import type { Result } from './result.js';

export class FileList {
  readonly #element = elementOf('rows', HTMLUListElement);
  readonly #input = elementOf('files', HTMLInputElement);
  readonly #onChange: () => void;
  #rows: FileRow[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  get pending(): FileRow[] {
    return this.#rows.filter(({ isPending }) => isPending);
  }

  /** How many are to be encrypted or decrypted. */
  count(direction: Direction): number {
    return this.pending.filter((row) => row.direction === direction).length;
  }

  /** Those that are encrypted or decrypted, wherever their results are. */
  get done(): FileRow[] {
    return this.#rows.filter(({ isPending }) => !isPending);
  }

  /** Those whose results wait to be downloaded or saved. */
  get withResults(): (FileRow & { readonly result: Result })[] {
    return this.#rows.filter((row): row is FileRow & { readonly result: Result } => row.result !== undefined);
  }

  /** Whether some result is nowhere but here. */
  get hasUnsaved(): boolean {
    return this.withResults.some(({ result }) => !result.isKept);
  }

  add(files: readonly { readonly chosen: ChosenFile; readonly direction: Direction }[]): void {
    const listener = { onRemove: (row: FileRow) => this.#remove(row), onTurn: () => this.#onChange() };
    for (const { chosen, direction } of files) {
      const row = new FileRow(chosen, direction, listener);
      this.#rows.push(row);
      this.#element.append(row.element);
    }
    this.#onChange();
  }

  clear(): void {
    this.forget();
    for (const { element } of this.#rows) element.remove();
    this.#rows = [];
    this.#onChange();
  }

  /** Lets go of all results. */
  forget(): void {
    for (const row of this.#rows) row.forget();
  }

  #remove(row: FileRow): void {
    const i = this.#rows.indexOf(row);
    row.forget();
    row.element.remove();
    this.#rows.splice(i, 1);
    this.#onChange();
    // The focus goes on to what is in its place.
    const next = this.#rows[i] ?? this.#rows[i - 1];
    (next?.element.querySelector<HTMLElement>('.remove') ?? this.#input).focus();
  }
}
