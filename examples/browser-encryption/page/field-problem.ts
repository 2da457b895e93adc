/** What is wrong with a field, said below it until the person changes it. */

type Field = HTMLInputElement | HTMLTextAreaElement;

export class FieldProblem {
  readonly #fields: readonly Field[];
  readonly #text: HTMLElement;

  /** The first field is the one to be changed. */
  constructor(text: HTMLElement, ...fields: readonly Field[]) {
    this.#text = text;
    this.#fields = fields;
    for (const field of fields) {
      field.addEventListener('input', () => this.clear());
      field.addEventListener('change', () => this.clear());
    }
  }

  /** The field gets the focus, so that screen readers read it with its problem. */
  show(message: string, field = this.#fields[0] as Field): void {
    this.#text.textContent = message;
    this.#text.hidden = false;
    field.setAttribute('aria-invalid', 'true');
    field.focus();
    if (field.type !== 'file') field.select();
  }

  clear(): void {
    this.#text.hidden = true;
    this.#text.textContent = '';
    for (const field of this.#fields) field.removeAttribute('aria-invalid');
  }
}
