/** The elements of the page, by their ids and classes. */

interface Type<Of> {
  new (): Of;
}

/** Throws if there is none, or one of another kind: then page and program do not belong together. */
export function elementOf<Of extends Element>(id: string, type: Type<Of>): Of {
  return checked(document.getElementById(id), `#${id}`, type);
}

export function partOf<Of extends Element>(whole: ParentNode, selector: string, type: Type<Of>): Of {
  return checked(whole.querySelector(selector), selector, type);
}

function checked<Of extends Element>(element: Element | null, name: string, type: Type<Of>): Of {
  if (element instanceof type) return element;
  throw new Error(`the page has no ${type.name} ${name}`);
}

/** What a person may choose among radio buttons of one name. */
export class Choice<Value extends string> {
  readonly #buttons: HTMLInputElement[];

  constructor(name: string) {
    this.#buttons = [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  }

  get value(): Value {
    return this.#buttons.find(({ checked }) => checked)?.value as Value;
  }

  set value(value: Value) {
    for (const button of this.#buttons) button.checked = button.value === value;
  }

  onChange(listener: () => void): void {
    for (const button of this.#buttons) button.addEventListener('change', listener);
  }
}
