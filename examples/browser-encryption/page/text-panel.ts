/** The tab for texts: encrypted into text that a mail can carry, and back. */
import { armored, isArmored, unarmored } from './armor.js';
import { type Conversion, openSource } from './conversion.js';
import { copyBy } from './copying.js';
import { elementOf } from './elements.js';
import { FieldProblem } from './field-problem.js';
import { explain, Problem, WrongSecret } from './problem.js';
import { announce, announceProgress, endProgress } from './status.js';
import { words } from './words.js';

export class TextPanel {
  readonly #text = elementOf('text', HTMLTextAreaElement);
  readonly #problem = new FieldProblem(elementOf('text-problem', HTMLElement), this.#text);
  readonly #field = elementOf('text-result-field', HTMLElement);
  readonly #result = elementOf('text-result', HTMLTextAreaElement);
  /** There is a result that the person has not copied. */
  #isUnsaved = false;

  constructor(onChange: () => void) {
    this.#text.addEventListener('input', onChange);
    const noteCopy = () => {
      this.#isUnsaved = false;
      announce(words.textCopied);
    };
    copyBy(elementOf('copy-text', HTMLButtonElement), () => this.#result.value, noteCopy);
    this.#result.addEventListener('copy', noteCopy);
  }

  get isEncryption(): boolean {
    return !isArmored(this.#text.value);
  }

  get hasUnsaved(): boolean {
    return this.#isUnsaved;
  }

  put(text: string): void {
    this.#text.value = text;
    this.#text.focus();
  }

  clear(): void {
    this.#text.value = '';
    this.#show('', { isUnsaved: false });
    this.#problem.clear();
  }

  /** Whether there is a text to work on; says so if not. */
  check(): boolean {
    this.#problem.clear();
    if (this.#text.value !== '') return true;
    this.#problem.show(words.textMissing);
    return false;
  }

  /** Gives what is to be said at the secret's field, if it does not open the text. */
  async convert(conversion: Conversion): Promise<string | undefined> {
    const { isEncryption } = this;
    this.#show('', { isUnsaved: false });
    try {
      const result = isEncryption ? await this.#encrypt(conversion) : await this.#decrypt(conversion);
      elementOf('text-result-label', HTMLElement).textContent = words.textResult(isEncryption);
      this.#show(result, { isUnsaved: isEncryption });
      announce(words.textDone(isEncryption));
    } catch (error) {
      const why = explain(error);
      announce(conversion.signal.aborted ? words.cancelled : words.textFailed(why));
      if (error instanceof WrongSecret) return why;
      if (error instanceof Problem) this.#problem.show(why);
    } finally {
      endProgress();
    }
    return undefined;
  }

  /** Puts the focus on the result, if there is one. */
  focusResult(): void {
    if (!this.#field.hidden) this.#result.focus();
  }

  async #encrypt(conversion: Conversion): Promise<string> {
    const file = new File([this.#text.value], 'text');
    return armored(await this.#read(file, 'encrypt', conversion));
  }

  async #decrypt(conversion: Conversion): Promise<string> {
    const file = new File([unarmored(this.#text.value)], 'text');
    const bytes = await this.#read(file, 'decrypt', conversion);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new Problem(words.textNotUtf8);
    }
  }

  async #read(file: File, direction: 'encrypt' | 'decrypt', conversion: Conversion): Promise<Uint8Array> {
    const verb = direction === 'encrypt' ? words.encrypting : words.decrypting;
    const source = await openSource(file, direction, conversion, (done) => announceProgress(verb, done, 1));
    try {
      const stream = await source.read(() => {});
      return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
    } finally {
      source.dispose();
    }
  }

  #show(result: string, { isUnsaved }: { isUnsaved: boolean }): void {
    this.#result.value = result;
    this.#field.hidden = result === '';
    this.#isUnsaved = isUnsaved;
  }
}
