/** How hard an own passphrase is to guess, as far as anybody can tell: by zxcvbn, loaded when it is needed. */
import { elementOf } from './elements.js';
import { words } from './words.js';

type Score = (passphrase: string) => number;

let loading: Promise<Score> | undefined;

function load(): Promise<Score> {
  loading ??= import('./strength.js').then(({ scoreOf }) => scoreOf);
  return loading;
}

export class StrengthMeter {
  readonly #element = elementOf('strength', HTMLElement);
  readonly #meter = elementOf('strength-meter', HTMLMeterElement);
  readonly #text = elementOf('strength-text', HTMLElement);
  readonly #field: HTMLInputElement;

  constructor(field: HTMLInputElement) {
    this.#field = field;
    field.addEventListener('focus', () => void load().catch(() => {}));
    field.addEventListener('input', () => this.update());
  }

  async update(): Promise<void> {
    // Without it the page works as well: it is a help, not a condition.
    const score = await load().catch(() => undefined);
    const { value } = this.#field;
    this.#element.hidden = score === undefined || value === '';
    if (!score || value === '') return;
    const found = score(value);
    this.#meter.value = found;
    this.#text.textContent = words.strengths[found] ?? '';
  }
}
